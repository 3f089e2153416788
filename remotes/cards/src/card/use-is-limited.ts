import type { Card } from '@bank/contracts/cards';
import { useSession } from '@bank/client/session';

/** Whether no card like this one can be ordered: plastic needs an approved identity. */
export function useIsLimited({ virtual }: Card): boolean {
  const { user } = useSession();
  return !virtual && user !== undefined && user.kyc_status !== 'approved';
}
