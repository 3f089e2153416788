import type { Transaction } from '@bank/contracts/transactions';
import { Badge, type BadgeTone } from '@bank/ui/badge';
import { useTransactionWords } from './transaction-words';

type Status = Transaction['status'];

const tones: Record<Exclude<Status, 'completed'>, BadgeTone> = {
  pending: 'waiting',
  failed: 'danger',
  cancelled: 'danger',
};

/** The statuses of a transaction in the back office (specification 1, section 4). */
const adminStatuses: readonly Status[] = ['completed', 'pending', 'failed'];

interface TransactionStatusProps {
  status: string;
  /** The statuses that this screen distinguishes; every other one is displayed as pending. */
  known?: readonly Status[];
}

/** In words where all is as usual, otherwise a badge; cancelled has the tone of failed (specification 2, section 4). */
export function TransactionStatus({ status, known = adminStatuses }: TransactionStatusProps) {
  const { t } = useTransactionWords();
  const shown = known.find((candidate) => candidate === status) ?? 'pending';
  if (shown === 'completed') return <span>{t('status_completed')}</span>;
  return <Badge tone={tones[shown]}>{t(`status_${shown}`)}</Badge>;
}
