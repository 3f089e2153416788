import type { ReactNode } from 'react';
import type { PaymentDetail } from '@bank/contracts/payments';
import { OfflineNotice } from '@bank/client/offline-notice';
import { Amount } from '@bank/ui/amount';
import { Facts } from '@bank/ui/facts';
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
      <Facts
        facts={[
          [t('payments.recipient'), payment.recipient_name],
          [t('payments.detail_iban'), grouped(payment.recipient_account)],
          [t('payments.reference'), payment.reference],
          [t('payments.account_holder'), payment.account.holder],
          [t('payments.risk'), <RiskBadge key="risk" amount={payment.amount} />],
        ]}
      />
      {children}
    </div>
  );
}
