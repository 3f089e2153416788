import type { PaymentDetail } from '@bank/contracts/payments';
import { useFormat } from '@bank/i18n/use-format';
import { useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { useTexts } from '../texts';

interface PaymentOutcomeProps {
  payment: PaymentDetail;
  isOvertaken: boolean;
}

/** Who decided what and when, including a first approval; nothing for an undecided payment. */
export function PaymentOutcome({ payment, isOvertaken }: PaymentOutcomeProps) {
  const { t } = useTexts();
  const { dateTime } = useFormat();
  const { user } = useSession();
  const { status, processed_by: decider, processed_at: processed, reason } = payment;
  const { first_approved_by: first, first_approved_at: firstAt } = payment;
  const firstApproval =
    first && t('payments.outcome_first', { name: first.name, date: dateTime(firstAt ?? payment.created_at) });
  if (status === 'pending') {
    return firstApproval && <Alert title={t('payments.awaiting_second')}>{firstApproval}</Alert>;
  }
  const date = dateTime(processed ?? payment.created_at);
  const outcome = decider
    ? t(`payments.outcome_${status}`, { name: decider.name, date })
    : t('payments.outcome_expired', { date });
  const overtakenBy = decider?.id === user?.id ? 'payments.overtaken_self' : 'payments.overtaken';
  return (
    <Alert
      tone={status === 'completed' ? 'success' : 'warning'}
      title={isOvertaken ? t(overtakenBy) : undefined}
    >
      <p>{outcome}</p>
      {firstApproval && <p>{firstApproval}</p>}
      {decider && reason && <p>{t('payments.outcome_reason', { reason })}</p>}
    </Alert>
  );
}
