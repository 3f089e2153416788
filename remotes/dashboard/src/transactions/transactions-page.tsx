import { exportRows, transactionListQuery } from '@bank/contracts/transactions';
import { ExportButtons } from '@bank/client/export-buttons';
import { useFilters } from '@bank/client/use-filters';
import { useFormat } from '@bank/i18n/use-format';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { useTexts } from '../texts';
import { TransactionDetails } from './transaction-details';
import { filterNames, TransactionFilters } from './transaction-filters';
import { TransactionTable } from './transaction-table';
import { exportTransactions, useTransactions } from './transactions.api';

const pageSize = 10;

/** Every movement of the account; its filters and page live in the URL. */
export function TransactionsPage() {
  const { t } = useTexts();
  const { number } = useFormat();
  const filters = useFilters(transactionListQuery.shape, filterNames);
  const query = useTransactions({ ...filters.values, page: filters.page, limit: pageSize });
  const pagination = query.data?.pagination;
  return (
    <Page>
      <PageHeading title={t('transactions.title')} />
      <TransactionFilters filters={filters} />
      <ExportButtons
        label={t('transactions.export')}
        formats={['csv', 'pdf']}
        hint={t('transactions.export_hint', { pdf: number(exportRows.pdf), csv: number(exportRows.csv) })}
        disabled={!pagination?.total}
        save={(format) => exportTransactions(format, filters.values)}
      />
      <Card padding="none">
        <TransactionTable query={query} isFiltered={filters.isFiltered} />
      </Card>
      {pagination && <Pagination answer={pagination} page={filters.page} onPage={filters.goTo} />}
      <TransactionDetails rows={query.data?.transactions ?? []} />
    </Page>
  );
}
