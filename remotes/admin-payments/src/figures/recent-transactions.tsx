import type { AdminStats } from '@bank/contracts/admin';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { Card } from '@bank/ui/card';
import { DataTable } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import type { Tone } from '@bank/ui/tone';
import { useTexts } from '../texts';
import styles from './recent-transactions.module.css';

type RecentTransaction = AdminStats['recent'][number];

const tones: Record<RecentTransaction['status'], Tone> = {
  completed: 'success',
  pending: 'warning',
  failed: 'danger',
};

/** The customers' latest movements. */
export function RecentTransactions({ transactions }: { transactions: RecentTransaction[] }) {
  const { t } = useTexts();
  const { dateTime } = useFormat();
  return (
    <Card
      title={t('figures.recent')}
      padding="none"
      actions={<Link to="/admin/transactions">{t('figures.recent_link')}</Link>}
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
          { key: 'status', header: t('figures.status'), cell: (row) => <Status status={row.status} /> },
          {
            key: 'amount',
            header: t('figures.amount'),
            align: 'end',
            cell: ({ amount }) => <Amount value={amount} tone="direction" />,
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

/** A status that a newer server may know and this page does not reads as pending (specification 1, section 4). */
function Status({ status }: Pick<RecentTransaction, 'status'>) {
  const { t } = useTexts();
  const known = Object.hasOwn(tones, status) ? status : 'pending';
  return <Badge tone={tones[known]}>{t(`figures.status_${known}`)}</Badge>;
}
