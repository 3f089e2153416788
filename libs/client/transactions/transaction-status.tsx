import type { Transaction } from '@bank/contracts/transactions';
import { Badge } from '@bank/ui/badge';
import type { Tone } from '@bank/ui/tone';
import { useTransactionTexts } from './transaction-texts';

type Status = Transaction['status'];

const tones: Record<Status, Tone> = {
  completed: 'success',
  pending: 'warning',
  failed: 'danger',
  cancelled: 'danger',
};

/** The statuses of a transaction in the back office (specification 1, section 4). */
export const adminStatuses = ['completed', 'pending', 'failed'] as const;

interface TransactionStatusProps {
  status: string;
  /** The statuses that this screen distinguishes; every other one is displayed as pending. */
  known?: readonly Status[];
}

/** A badge; a cancelled transaction has the tone of a failed one (specification 2, section 4). */
export function TransactionStatus({ status, known = adminStatuses }: TransactionStatusProps) {
  const { t } = useTransactionTexts();
  const shown = known.find((candidate) => candidate === status) ?? 'pending';
  return (
    <Badge tone={tones[shown]} icon={shown === 'pending' ? 'clock' : undefined}>
      {t(`status_${shown}`)}
    </Badge>
  );
}
