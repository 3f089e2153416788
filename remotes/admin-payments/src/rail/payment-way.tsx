import type { PaymentDetail, PaymentStep } from '@bank/contracts/payments';
import { railReason } from '@bank/contracts/rail-reasons';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { PaymentMessages } from './payment-messages';
import styles from './payment-way.module.css';
import { useRailTexts } from './texts';

interface PaymentWayProps {
  payment: PaymentDetail;
}

/** The stages of a payment on its way to the other bank, and the messages about it. */
export function PaymentWay({ payment }: PaymentWayProps) {
  const { t } = useRailTexts();
  return (
    <section className={styles.way} aria-labelledby="way-part">
      <h3 id="way-part">{t('way.title')}</h3>
      {payment.in_doubt && (
        <Alert tone="warning" title={t('way.in_doubt')}>
          {t('way.in_doubt_message')}
        </Alert>
      )}
      <div className={styles.columns}>
        <Decision payment={payment} />
        {payment.stages.length > 0 && <Steps steps={payment.stages} />}
      </div>
      {payment.messages.length > 0 && <PaymentMessages payment={payment} />}
    </section>
  );
}

function Decision({ payment }: PaymentWayProps) {
  const { t } = useRailTexts();
  const { date } = useFormat();
  const { stage, decided_by: decidedBy, processed_by: person, recall } = payment;
  const decider = decidedBy === 'person' && person ? person.name : t(`way.decided_by_${decidedBy ?? 'none'}`);
  return (
    <DescriptionList>
      <Fact name={t('way.stage')}>{t(`stage.${stage}`)}</Fact>
      <Fact name={t('way.decided_by')}>{decider}</Fact>
      <Fact name={t('way.execution_date')}>{payment.execution_date && date(payment.execution_date)}</Fact>
      <Fact name={t('way.end_to_end_id')}>{payment.end_to_end_id}</Fact>
      <Fact name={t('way.recall')}>{recall && t(`way.recall_${recall}`)}</Fact>
    </DescriptionList>
  );
}

/** The stages in the order in which the payment reached them. */
function Steps({ steps }: { steps: readonly PaymentStep[] }) {
  const { t, language } = useRailTexts();
  const { dateTime } = useFormat();
  return (
    <ol className={styles.steps} aria-label={t('way.steps')}>
      {steps.map(({ stage, at, reason }, place) => (
        // A payment may reach a stage twice.
        <li key={place}>
          <span>{t(stage === 'sent' ? 'way.step_sent' : `stage.${stage}`)}</span>
          <span className={styles.quiet}>{dateTime(at)}</span>
          {reason && (
            <span>{t('way.step_reason', { text: railReason(reason, language), code: reason })}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
