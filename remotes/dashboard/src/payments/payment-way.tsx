import { type OwnPayment, type PaymentStep, statusOfStage } from '@bank/contracts/payments';
import { railReason, recalledCode } from '@bank/contracts/rail-reasons';
import { QueryBoundary } from '@bank/client/query-boundary';
import { useLanguage } from '@bank/i18n/language';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { Stack } from '@bank/ui/layout';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import styles from './payment-way.module.css';
import { useOwnPayment } from './payments.api';
import { TakeBack } from './take-back';
import { WhyStopped } from '../why/why-stopped';
import { usePaymentTexts } from './texts';

/** The stages of a payment with their times, what comes next, and how to take the payment back. */
export function PaymentWay({ id }: { id: number }) {
  const { t } = usePaymentTexts();
  const query = useOwnPayment(id);
  return (
    <QueryBoundary query={query} rows={3} failed={t('failed')} message={t('failed_message')}>
      {(payment) => <Way payment={payment} />}
    </QueryBoundary>
  );
}

function Way({ payment }: { payment: OwnPayment }) {
  const { t } = usePaymentTexts();
  // Cancelling removes the focused button, so the title takes the focus.
  const title = useFocusAfter<HTMLHeadingElement>(payment.cancellable || payment.recallable);
  return (
    <Stack gap={16} as="section" className={styles.way} aria-labelledby="payment-way">
      <h3 ref={title} id="payment-way" tabIndex={-1} className={styles.title}>
        {t('title')}
      </h3>
      <Stages payment={payment} />
      <TakeBack payment={payment} />
    </Stack>
  );
}

/** How far a payment is, and what there is to know of it. */
export function Stages({ payment }: { payment: OwnPayment }) {
  return (
    <>
      <Steps payment={payment} />
      {payment.uetr !== null && <Tracking payment={payment} uetr={payment.uetr} />}
      <Notices payment={payment} />
    </>
  );
}

/** The recipient of a payment; nothing until it is known. */
export function PaymentRecipient({ id }: { id: number }) {
  const { t } = usePaymentTexts();
  const { data } = useOwnPayment(id);
  return data ? <Fact name={t('recipient')}>{data.recipient_name}</Fact> : null;
}

function Steps({ payment }: { payment: OwnPayment }) {
  const { stages } = payment;
  return (
    <ol className={styles.steps} aria-live="polite">
      {stages.map((step, index) => (
        <Step key={`${step.stage} ${step.at}`} step={step} isLast={index === stages.length - 1} />
      ))}
      <Next payment={payment} />
    </ol>
  );
}

function Step({ step: { stage, at, reason }, isLast }: { step: PaymentStep; isLast: boolean }) {
  const { t } = usePaymentTexts();
  const { dateTime } = useFormat();
  const language = useLanguage();
  return (
    <li
      className={styles.step}
      data-failed={statusOfStage[stage] === 'failed' || undefined}
      aria-current={isLast ? 'step' : undefined}
    >
      <span className={styles.stage}>{t(`stage_${stage}`)}</span>
      <time className={styles.time} dateTime={at}>
        {dateTime(at)}
      </time>
      {reason !== null && <span className={styles.reason}>{railReason(reason, language)}</span>}
    </li>
  );
}

/** The tracking id, the day of arrival and the cost of an international payment. */
function Tracking({ payment, uetr }: { payment: OwnPayment; uetr: string }) {
  const { t } = usePaymentTexts();
  const { amount, date } = useFormat();
  const { arrival_date: arrival, fee, charges, currency, stage } = payment;
  // One that never left costs nothing, and the fee of a refused one comes back with it.
  const isCharged = stage !== 'cancelled' && stage !== 'rejected';
  return (
    <>
      {arrival !== null && <p>{t('arrival', { date: date(arrival) })}</p>}
      <DescriptionList>
        <Fact name={t('fee')}>{isCharged && amount(fee, currency)}</Fact>
        <Fact name={t('charges')}>{isCharged && charges !== null && t(`charges_${charges}`)}</Fact>
        <Fact name={t('uetr')}>{uetr}</Fact>
      </DescriptionList>
    </>
  );
}

/** The next step of a payment on its way. */
function Next({ payment: { stage, execution_date: day } }: { payment: OwnPayment }) {
  const { t } = usePaymentTexts();
  const { date } = useFormat();
  const text =
    stage === 'scheduled' && day !== null
      ? t('next_scheduled', { date: date(day) })
      : stage === 'queued'
        ? t('next_queued')
        : stage === 'sent'
          ? t('next_sent')
          : undefined;
  return text === undefined ? null : <li className={styles.next}>{text}</li>;
}

function Notices({ payment }: { payment: OwnPayment }) {
  const { t } = usePaymentTexts();
  const { stage, in_doubt: inDoubt, decided_by: decidedBy, reason, why } = payment;
  return (
    <>
      {inDoubt && <Alert tone="info">{t('in_doubt')}</Alert>}
      <Recall payment={payment} />
      {stage === 'cancelled' && <p>{t('back_released')}</p>}
      {decidedBy === 'rules' && statusOfStage[stage] !== 'failed' && (
        <p className={styles.quiet}>{t('decided_rules')}</p>
      )}
      {reason && !why && <p>{reason}</p>}
      <WhyStopped why={why} />
    </>
  );
}

/** The outcome of a recall; ignored if the money is back before its answer, or because the payment failed. */
function Recall({ payment: { recall, reason_code: code, stage } }: { payment: OwnPayment }) {
  const { t } = usePaymentTexts();
  const isBack = code === recalledCode;
  if (!recall || (statusOfStage[stage] === 'failed' && !isBack)) return null;
  return (
    <Alert tone={isBack ? 'success' : 'info'}>{t(isBack ? 'recall_returned' : `recall_${recall}`)}</Alert>
  );
}
