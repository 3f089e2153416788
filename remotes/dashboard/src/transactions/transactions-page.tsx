import { transactionListQuery } from '@bank/contracts/transactions';
import { useFilters } from '@bank/client/use-filters';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { useTexts } from '../texts';
import { TransactionDetails } from './transaction-details';
import { TransactionExport } from './transaction-export';
import { filterNames, TransactionFilters } from './transaction-filters';
import { TransactionTable } from './transaction-table';
import { useTransactions } from './transactions.api';

const pageSize = 10;

/** Every movement of the account; its filters and page live in the URL. */
export function TransactionsPage() {
  const { t } = useTexts();
  const filters = useFilters(transactionListQuery.shape, filterNames);
  const query = useTransactions({ ...filters.values, page: filters.page, limit: pageSize });
  const pagination = query.data?.pagination;
  return (
    <Page>
      <PageHeading title={t('transactions.title')} />
      <TransactionFilters filters={filters} />
      <TransactionExport filters={filters.values} isEmpty={!pagination?.total} />
      <Card padding="none">
        <TransactionTable query={query} isFiltered={filters.isFiltered} />
      </Card>
      {pagination && <Pagination {...pagination} page={filters.page} onPage={filters.goTo} />}
      <TransactionDetails rows={query.data?.transactions ?? []} />
    </Page>
  );
}
