import type { ReactNode } from 'react';
import type { PaymentDetail } from '@bank/contracts/payments';
import { OfflineNotice } from '@bank/client/offline-notice';
import { Amount } from '@bank/ui/amount';
import { Fact, Facts } from '@bank/ui/facts';
import { useTexts } from '../texts';
import styles from './decision-frame.module.css';
import { grouped, RiskBadge } from './payment-badges';

/** Repeats what is being decided, above what decides it. */
export function DecisionFrame({ payment, children }: { payment: PaymentDetail; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className={styles.decision}>
      <OfflineNotice />
      <p>
        <Amount value={payment.amount} currency={payment.currency} size="large" />
      </p>
      <Facts>
        <Fact name={t('payments.recipient')}>{payment.recipient_name}</Fact>
        <Fact name={t('payments.detail_iban')}>{grouped(payment.recipient_account)}</Fact>
        <Fact name={t('payments.reference')}>{payment.reference}</Fact>
        <Fact name={t('payments.account_holder')}>{payment.account.holder}</Fact>
        <Fact name={t('payments.risk')}>
          <RiskBadge amount={payment.amount} />
        </Fact>
      </Facts>
      {children}
    </div>
  );
}
