import { type AdminTransaction, adminTransactionListQuery } from '@bank/contracts/admin-transactions';
import { transactionStatuses } from '@bank/contracts/transaction-statuses';
import { exportRows, type TransactionDate, transactionDates } from '@bank/contracts/transactions';
import { Link } from '@bank/client/router';
import { filterNames as sharedFilterNames } from '@bank/client/transaction-filters';
import { useTransactionTexts } from '@bank/client/transaction-texts';
import { TransactionsPage as SharedPage } from '@bank/client/transactions-page';
import { type Filters, useFilters } from '@bank/client/use-filters';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import type { Column } from '@bank/ui/data-table';
import { Fact } from '@bank/ui/description-list';
import { EmailText } from '@bank/ui/email-text';
import { SelectField } from '@bank/ui/select-field';
import { useTexts } from '../texts';
import styles from './transactions-page.module.css';

/** The source of the transactions of all customers. */
const source = {
  path: '/admin/transactions',
  queryKey: ['admin-payments', 'transactions'],
  refreshOn: 'payment',
} as const;

const filterNames = [...sharedFilterNames, 'dateOf', 'kind', 'user_id'] as const;
type AdminFilters = Filters<(typeof filterNames)[number]>;

export function TransactionsPage() {
  const { t } = useTexts();
  const { number } = useFormat();
  const filters = useFilters(adminTransactionListQuery.shape, filterNames);
  const { user_id: customer, dateOf } = filters.values;
  return (
    <SharedPage<AdminTransaction>
      dense
      source={source}
      filters={filters}
      pageSize={20}
      statuses={transactionStatuses}
      search={{ hint: t(customer ? 'transactions.search_hint_customer' : 'transactions.search_hint') }}
      filterFields={<DateField filters={filters} />}
      filterActions={<Removable filters={filters} />}
      columns={useColumns(dateOf === 'processed_at' ? 'processed_at' : 'created_at')}
      details={useDetails()}
      formats={['csv']}
      texts={{
        exportHint: t('transactions.export_hint', { most: number(exportRows.csv) }),
        empty: t('transactions.empty_message'),
        emptyFiltered: t('transactions.empty_filtered'),
        missing: t('transactions.detail_missing_message'),
      }}
    />
  );
}

/** The filters that only links set, each to be removed. */
function Removable({ filters }: { filters: AdminFilters }) {
  const { t } = useTexts();
  const { user_id: customer, kind } = filters.values;
  const remove = { variant: 'secondary', size: 'small', icon: 'x' } as const;
  return (
    <>
      {customer && (
        <Button {...remove} onClick={() => filters.change({ user_id: '' })}>
          {t('transactions.all_customers', { id: customer })}
        </Button>
      )}
      {kind && (
        <Button {...remove} onClick={() => filters.change({ kind: '' })}>
          {t('transactions.all_kinds')}
        </Button>
      )}
    </>
  );
}

/** Chooses the date that the period is about; the first is the default. */
function DateField({ filters }: { filters: AdminFilters }) {
  const { t } = useTexts();
  return (
    <SelectField
      label={t('transactions.dates')}
      options={transactionDates.map((value, index) => ({
        value: index === 0 ? '' : value,
        label: t(`transactions.dates_${value}`),
      }))}
      {...filters.choice('dateOf')}
    />
  );
}

/** The customer, and the date that the period is about. */
function useColumns(dateOf: TransactionDate): Column<AdminTransaction>[] {
  const { t } = useTexts();
  const shared = useTransactionTexts();
  const { dateTime } = useFormat();
  return [
    {
      key: 'user',
      header: t('transactions.user'),
      cell: ({ user }) => (
        <span>
          <span className={styles.name}>{user.name}</span>
          <span className={styles.email}>
            <EmailText address={user.email} />
          </span>
        </span>
      ),
    },
    {
      key: 'date',
      header: shared.t(dateOf === 'processed_at' ? 'detail_processed' : 'date'),
      cell: ({ [dateOf]: date }) => <span className={styles.date}>{date && dateTime(date)}</span>,
    },
  ];
}

function useDetails() {
  const { t } = useTexts();
  return ({ user }: AdminTransaction) => ({
    facts: <Fact name={t('transactions.user')}>{`${user.name}, ${user.email}`}</Fact>,
    footer: (
      <p className={styles.links}>
        <Link to={`/admin/users?search=${encodeURIComponent(user.email)}`}>
          {t('transactions.detail_user')}
        </Link>
        <Link to={`/admin/transactions?user_id=${user.id}`}>{t('transactions.detail_all')}</Link>
      </p>
    ),
  });
}
