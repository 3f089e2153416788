import { inGroupsOfFour } from '@bank/contracts/account-number';
import { type PaymentDetail, worthOf } from '@bank/contracts/payments';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { Fact, DescriptionList } from '@bank/ui/description-list';
import { Stack } from '@bank/ui/layout';
import { LazyPart } from '@bank/client/lazy-part';
import { useTexts } from '../texts';
import { InternationalFacts, SanctionsPart } from './international-part';
import { RiskBadge, methodText, StatusBadge } from './payment-badges';
import { RiskReasons } from './risk-reasons';
import styles from './payment-details.module.css';
import { PaymentOutcome } from './payment-outcome';

interface PaymentDetailsProps {
  payment: PaymentDetail;
  /** A colleague decided in the meantime. */
  isOvertaken: boolean;
}

export function PaymentDetails({ payment, isOvertaken }: PaymentDetailsProps) {
  return (
    <div className={styles.details}>
      <PaymentOutcome payment={payment} isOvertaken={isOvertaken} />
      <p className={styles.subject}>
        <Amount value={payment.amount} currency={payment.currency} size="large" />
        <span>{payment.recipient_name}</span>
      </p>
      <Stack gap={24} className={styles.parts}>
        <PaymentPart payment={payment} />
        <div className={styles.column}>
          <RiskPart payment={payment} />
          <SanctionsPart payment={payment} />
          <AccountPart payment={payment} />
        </div>
      </Stack>
      <LazyPart name="payment-way" load={loadWay} rows={4} props={{ payment }} />
    </div>
  );
}

const loadWay = async () => (await import('../rail/payment-way')).PaymentWay;

type Part = Pick<PaymentDetailsProps, 'payment'>;

function PaymentPart({ payment }: Part) {
  const { t } = useTexts();
  const { dateTime } = useFormat();
  const { processed_at: processed } = payment;
  return (
    <section aria-labelledby="payment-part">
      <h3 id="payment-part">{t('payments.detail_payment')}</h3>
      <DescriptionList>
        <Fact name={t('payments.reference')}>{payment.reference}</Fact>
        <Fact name={t('payments.status')}>
          <StatusBadge status={payment.status} />
        </Fact>
        <Fact name={t('payments.recipient')}>{payment.recipient_name}</Fact>
        <Fact name={t('payments.detail_iban')}>{inGroupsOfFour(payment.recipient_account)}</Fact>
        <Fact name={t('payments.method')}>{methodText(payment.payment_method)}</Fact>
        <Fact name={t('payments.detail_description')}>{payment.description}</Fact>
        <Fact name={t('payments.detail_currency')}>{payment.currency}</Fact>
        <InternationalFacts payment={payment} />
        <Fact name={t('payments.detail_created')}>{dateTime(payment.created_at)}</Fact>
        <Fact name={t('payments.detail_processed')}>
          {processed ? dateTime(processed) : t('payments.detail_none')}
        </Fact>
      </DescriptionList>
    </section>
  );
}

function RiskPart({ payment }: Part) {
  const { risk } = payment;
  const { t } = useTexts();
  const { number } = useFormat();
  const score =
    risk.score === null
      ? t('payments.risk_unscored')
      : t('payments.risk_of_ten', { score: number(risk.score) });
  return (
    <section aria-labelledby="risk-part">
      <h3 id="risk-part">{t('payments.risk_analysis')}</h3>
      <DescriptionList>
        <Fact name={t('payments.risk_level')}>
          <RiskBadge amount={worthOf(payment)} />
        </Fact>
        <Fact name={t('payments.risk_score')}>{score}</Fact>
      </DescriptionList>
      {risk.reasons.length > 0 ? (
        <RiskReasons payment={payment} />
      ) : (
        risk.score !== null && <p className={styles.quiet}>{t('payments.risk_no_reason')}</p>
      )}
    </section>
  );
}

const kycTones = { approved: 'success', pending: 'warning', rejected: 'danger' } as const;

function AccountPart({ payment: { account, currency } }: Part) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const isActive = account.status === 'active';
  return (
    <section aria-labelledby="account-part">
      <h3 id="account-part">{t('payments.account')}</h3>
      <DescriptionList>
        <Fact name={t('payments.account_holder')}>
          {t('payments.account_person', { name: account.holder, id: account.user_id })}
        </Fact>
        <Fact name={t('payments.account_status')}>
          <Badge tone={isActive ? 'success' : 'danger'}>{t(`payments.account_${account.status}`)}</Badge>
        </Fact>
        <Fact name={t('payments.account_kyc')}>
          <Badge tone={kycTones[account.kyc_status]}>{t(`payments.kyc_${account.kyc_status}`)}</Badge>
        </Fact>
        <Fact name={t('payments.account_number')}>{inGroupsOfFour(account.account_number)}</Fact>
        <Fact name={t('payments.account_balance')}>{amount(account.current_balance, currency)}</Fact>
        <Fact name={t('payments.account_available')}>{amount(account.available_balance, currency)}</Fact>
        <Fact name={t('payments.account_overdraft')}>{amount(account.overdraft_limit, currency)}</Fact>
        <Fact name={t('payments.account_transfer_limit')}>{amount(account.transfer_limit)}</Fact>
      </DescriptionList>
    </section>
  );
}
