import { adminTransactionListQuery } from '@bank/contracts/admin-transactions';
import { exportRows } from '@bank/contracts/transactions';
import { ExportButtons } from '@bank/client/export-buttons';
import { useFilters } from '@bank/client/use-filters';
import { useFormat } from '@bank/i18n/use-format';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { useTexts } from '../texts';
import { TransactionDetails } from './transaction-details';
import { TransactionFilters } from './transaction-filters';
import { TransactionTable } from './transaction-table';
import { exportTransactions, filterNames, useTransactions } from './transactions.api';

const pageSize = 20;

/** Every movement of every customer; its filters and page live in the URL. */
export function TransactionsPage() {
  const { t } = useTexts();
  const { number } = useFormat();
  const filters = useFilters(adminTransactionListQuery.shape, filterNames);
  const query = useTransactions({ ...filters.values, page: filters.page, limit: pageSize });
  const pagination = query.isError ? undefined : query.data?.pagination;
  return (
    <Page layout="desk">
      <PageHeading title={t('transactions.title')} />
      <TransactionFilters filters={filters} />
      <ExportButtons
        label={t('transactions.export')}
        formats={['csv']}
        hint={t('transactions.export_hint', { most: number(exportRows.csv) })}
        disabled={!pagination?.total}
        save={() => exportTransactions(filters.values)}
      />
      <Card padding="none">
        <TransactionTable
          query={query}
          isFiltered={filters.isFiltered}
          date={filters.values.dateOf === 'processed_at' ? 'processed_at' : 'created_at'}
        />
      </Card>
      {pagination && <Pagination answer={pagination} page={filters.page} onPage={filters.goTo} />}
      <TransactionDetails rows={query.data?.transactions ?? []} />
    </Page>
  );
}
