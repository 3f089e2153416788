import { isDecidable, type PaymentDetail } from '@bank/contracts/payments';
import { railReason } from '@bank/contracts/rail-reasons';
import { useFormat } from '@bank/i18n/use-format';
import { useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { useRailTexts } from '../rail/texts';
import { useTexts } from '../texts';

interface PaymentOutcomeProps {
  payment: PaymentDetail;
  isOvertaken: boolean;
}

/** The deciders, the time of each decision and the reason of a failure, including a first approval; nothing if undecided. */
export function PaymentOutcome({ payment, isOvertaken }: PaymentOutcomeProps) {
  const { t, language } = useTexts();
  const { dateTime } = useFormat();
  const { user } = useSession();
  const outcome = useOutcome(payment);
  const { status, processed_by: decider, reason, reason_code: code } = payment;
  const { first_approved_by: first, first_approved_at: firstAt } = payment;
  const firstApproval =
    first && t('payments.outcome_first', { name: first.name, date: dateTime(firstAt ?? payment.created_at) });
  if (!outcome) {
    return firstApproval && <Alert title={t('payments.awaiting_second')}>{firstApproval}</Alert>;
  }
  const overtakenBy = decider?.id === user?.id ? 'payments.overtaken_self' : 'payments.overtaken';
  return (
    <Alert tone={tones[status]} title={isOvertaken && decider ? t(overtakenBy) : undefined}>
      <p>{outcome}</p>
      {firstApproval && <p>{firstApproval}</p>}
      {code && <p>{t('payments.outcome_reason', { reason: `${railReason(code, language)} (${code})` })}</p>}
      {decider && reason && <p>{t('payments.outcome_reason', { reason })}</p>}
    </Alert>
  );
}

const tones = { pending: undefined, completed: 'success', failed: 'warning' } as const;

/** The outcome of a payment, in a sentence; undefined while a person may decide it. */
function useOutcome(payment: PaymentDetail): string | undefined {
  const { t } = useTexts();
  const { t: rail } = useRailTexts();
  const { dateTime } = useFormat();
  const { stage, status, processed_by: decider, processed_at: processed } = payment;
  const date = dateTime(processed ?? payment.created_at);
  if (status === 'pending') {
    if (isDecidable(payment) || !decider) return undefined;
    return rail('outcome.approved', { name: decider.name, stage: rail(`stage.${stage}`) });
  }
  if (stage === 'returned' || stage === 'cancelled') return rail(`outcome.${stage}`, { date });
  if (payment.reason_code) return rail('outcome.refused', { date });
  if (decider) return t(`payments.outcome_${status}`, { name: decider.name, date });
  if (status === 'completed') return rail('outcome.rules', { date });
  return t(payment.decided_by ? 'payments.outcome_not_sent' : 'payments.outcome_expired', { date });
}
