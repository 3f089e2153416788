import type { Transaction } from '@bank/contracts/transactions';
import { Badge } from '@bank/ui/badge';
import type { Tone } from '@bank/ui/tone';
import { useTexts } from '../texts';

const tones: Record<Transaction['status'], Tone> = {
  completed: 'success',
  pending: 'warning',
  failed: 'danger',
  cancelled: 'danger',
};

/** How far a movement is; a cancelled one looks like a failed one (specification 2, section 4). */
export function TransactionStatus({ status }: Pick<Transaction, 'status'>) {
  const { t } = useTexts();
  return <Badge tone={tones[status]}>{t(`transactions.status_${status}`)}</Badge>;
}
