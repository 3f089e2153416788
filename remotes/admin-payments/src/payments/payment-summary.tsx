import type { ReactNode } from 'react';
import type { PaymentList } from '@bank/contracts/payments';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import styles from './payment-summary.module.css';

/** The four summary figures over all payments, regardless of the filter. */
export function PaymentSummary({ summary }: { summary: PaymentList['summary'] | undefined }) {
  const { t } = useTexts();
  const { number } = useFormat();
  return (
    <dl className={styles.summary} aria-label={t('payments.summary')}>
      <Figure label={t('payments.pending')}>{summary && number(summary.pending)}</Figure>
      <Figure label={t('payments.completed')}>{summary && number(summary.completed)}</Figure>
      <Figure label={t('payments.failed')}>{summary && number(summary.failed)}</Figure>
      <Figure label={t('payments.volume')}>{summary && <Amount value={summary.volume} />}</Figure>
    </dl>
  );
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.figure}>
    <dt>{label}</dt>
    <dd>{children ?? <Skeleton height="title" />}</dd>
  </div>
);
