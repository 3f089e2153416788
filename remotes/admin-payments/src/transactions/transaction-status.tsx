import { Badge } from '@bank/ui/badge';
import type { Tone } from '@bank/ui/tone';
import { useTexts } from '../texts';

/** The states that a movement of the bank can have (specification 1, section 4). */
export const statuses = ['completed', 'pending', 'failed'] as const;
type Status = (typeof statuses)[number];

const tones: Record<Status, Tone> = { completed: 'success', pending: 'warning', failed: 'danger' };

/** How far a movement is; a state that this page does not know reads as pending. */
export function TransactionStatus({ status }: { status: string }) {
  const { t } = useTexts();
  const known = statuses.find((candidate) => candidate === status) ?? 'pending';
  return <Badge tone={tones[known]}>{t(`transactions.status_${known}`)}</Badge>;
}
