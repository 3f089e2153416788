import type { ComponentProps, ReactNode } from 'react';
import type { ExportFormat, Transaction } from '@bank/contracts/transactions';
import { ExportButtons } from '@bank/client/export-buttons';
import { Card } from '@bank/ui/card';
import type { Column } from '@bank/ui/data-table';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { TransactionDetails } from './transaction-details';
import { TransactionFilters, type TransactionFilterValues } from './transaction-filters';
import { TransactionLedger } from './transaction-ledger';
import { TransactionTable } from './transaction-table';
import { useTransactionTexts } from './transaction-texts';
import { exportTransactions, type TransactionSource, useTransactions } from './transactions.api';

interface TransactionsPageProps<T extends Transaction> {
  source: TransactionSource;
  filters: TransactionFilterValues;
  pageSize: number;
  statuses: readonly Transaction['status'][];
  /** For the back office: a dense table, and a failed refresh replaces the rows; a customer has a ledger and keeps them. */
  dense?: boolean;
  search: ComponentProps<typeof TransactionFilters>['search'];
  filterFields?: ReactNode;
  filterActions?: ReactNode;
  /** Of the dense table, between the description and the status. */
  columns?: readonly Column<T>[];
  details?: ComponentProps<typeof TransactionDetails<T>>['extra'];
  formats: readonly ExportFormat[];
  texts: Record<'exportHint' | 'empty' | 'emptyFiltered' | 'missing', string>;
}

/** A filterable list of transactions with its details and exports; filters and page live in the URL. */
export function TransactionsPage<T extends Transaction>(props: TransactionsPageProps<T>) {
  const { source, filters, pageSize, statuses, dense = false, texts } = props;
  const { t } = useTransactionTexts();
  const { values, page, isFiltered, goTo } = filters;
  const query = useTransactions<T>(source, values, { page, limit: pageSize });
  const rows = query.data?.transactions ?? [];
  const isFailed = query.isError && (dense || !query.data);
  const pagination = isFailed ? undefined : query.data?.pagination;
  const list = {
    rows,
    loading: query.isPending || query.isPlaceholderData,
    loadingRows: pageSize,
    statuses,
    emptyMessage: isFiltered ? texts.emptyFiltered : texts.empty,
    failed: isFailed && query,
  };
  const exports = (
    <ExportButtons
      label={t('export')}
      formats={props.formats}
      hint={texts.exportHint}
      disabled={!pagination?.total}
      save={(format) => exportTransactions(source, format, values)}
    />
  );
  return (
    <Page layout={dense ? 'desk' : 'area'}>
      <PageHeading title={t('title')} />
      <TransactionFilters
        filters={filters}
        statuses={statuses}
        dense={dense}
        search={props.search}
        fields={props.filterFields}
        actions={props.filterActions}
      />
      {dense ? (
        <>
          {exports}
          <Card padding="none">
            <TransactionTable dense columns={props.columns} {...list} />
          </Card>
        </>
      ) : (
        <TransactionLedger pagination={pagination} {...list} />
      )}
      {pagination && (
        <Pagination answer={pagination} page={page} onPage={goTo} found={(count) => t('found', { count })} />
      )}
      {!dense && exports}
      <TransactionDetails
        source={source}
        rows={rows}
        statuses={statuses}
        missingMessage={texts.missing}
        extra={props.details}
      />
    </Page>
  );
}
