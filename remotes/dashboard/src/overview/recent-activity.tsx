import { transactionStatuses } from '@bank/contracts/transaction-statuses';
import type { Transaction } from '@bank/contracts/transactions';
import { useFormat } from '@bank/i18n/use-format';
import { Link } from '@bank/client/router';
import { useDescription } from '@bank/client/transaction-description';
import { TransactionStatus } from '@bank/client/transaction-status';
import { useTransactionWords } from '@bank/client/transaction-words';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useTexts } from '../texts';
import type { OverviewQuery } from './overview.api';
import styles from './recent-activity.module.css';

/** The last five transactions; nothing after a failure, which is displayed in place of the balance. */
export function RecentActivity({ query }: { query: OverviewQuery }) {
  const { t } = useTexts();
  if (query.isError && !query.data) return null;
  return (
    <Card
      title={t('overview.recent')}
      actions={<Link to="/dashboard/transactions">{t('overview.recent_all')}</Link>}
    >
      <ActivityContent recent={query.data?.recent} />
    </Card>
  );
}

function ActivityContent({ recent }: { recent: Transaction[] | undefined }) {
  const { t } = useTexts();
  if (!recent) {
    return (
      <Loading>
        <Skeleton height="row" lines={5} />
      </Loading>
    );
  }
  if (recent.length === 0) {
    return (
      <EmptyState
        icon="arrow-left-right"
        title={t('overview.recent_empty')}
        message={t('overview.recent_empty_message')}
      />
    );
  }
  return (
    <ul className={styles.list}>
      {recent.map((transaction) => (
        <Activity key={transaction.id} transaction={transaction} />
      ))}
    </ul>
  );
}

function Activity({ transaction }: { transaction: Transaction }) {
  const { t } = useTransactionWords();
  const { date } = useFormat();
  const describe = useDescription();
  const { type, amount, currency, status } = transaction;
  const typeText = t(`type_${type}`);
  // As usual: the word is for those who hear the row.
  const word = <TransactionStatus status={status} known={transactionStatuses} />;
  return (
    <li className={styles.activity}>
      <div className={styles.text}>
        <p className={styles.description}>{describe(transaction)}</p>
        <p className={styles.detail}>
          {date(transaction.date)} · {typeText}
        </p>
      </div>
      <div className={styles.figure}>
        <Amount value={amount} currency={currency} size="medium" tone="direction" />
        {status === 'completed' ? <VisuallyHidden>{word}</VisuallyHidden> : word}
      </div>
    </li>
  );
}
