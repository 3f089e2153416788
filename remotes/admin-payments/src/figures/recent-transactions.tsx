import type { AdminStats } from '@bank/contracts/admin';
import { TransactionStatus } from '@bank/client/transaction-status';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { DataTable } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { useTexts } from '../texts';
import { PermittedLink } from './permitted-link';
import styles from './recent-transactions.module.css';

type RecentTransaction = AdminStats['recent'][number];

export function RecentTransactions({ transactions }: { transactions: RecentTransaction[] }) {
  const { t } = useTexts();
  const { dateTime } = useFormat();
  return (
    <Card
      title={t('figures.recent')}
      padding="none"
      actions={<PermittedLink to="/admin/transactions">{t('figures.recent_link')}</PermittedLink>}
    >
      <DataTable
        dense
        caption={t('figures.recent')}
        rows={transactions}
        rowKey={({ id }) => id}
        columns={[
          { key: 'user', header: t('figures.user'), primary: true, cell: ({ user }) => user },
          { key: 'type', header: t('figures.type'), cell: ({ type }) => t(`figures.type_${type}`) },
          {
            key: 'date',
            header: t('figures.date'),
            cell: ({ date }) => <span className={styles.date}>{dateTime(date)}</span>,
          },
          {
            key: 'status',
            header: t('figures.status'),
            cell: ({ status }) => <TransactionStatus status={status} />,
          },
          {
            key: 'amount',
            header: t('figures.amount'),
            align: 'end',
            cell: ({ amount, currency }) => <Amount value={amount} currency={currency} tone="direction" />,
          },
        ]}
        empty={
          <EmptyState
            icon="arrow-left-right"
            title={t('figures.recent_empty')}
            message={t('figures.recent_empty_message')}
          />
        }
      />
    </Card>
  );
}
