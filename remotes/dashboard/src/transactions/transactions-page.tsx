import { exportRows, transactionListQuery, transactionStatuses } from '@bank/contracts/transactions';
import { filterNames } from '@bank/client/transaction-filters';
import { useTransactionTexts } from '@bank/client/transaction-texts';
import { TransactionsPage as SharedPage } from '@bank/client/transactions-page';
import { useFilters } from '@bank/client/use-filters';
import { useFormat } from '@bank/i18n/use-format';
import { PaymentWay } from '../payments/payment-way';
import { useTexts } from '../texts';
import { customerTransactions, pageSize } from './customer-transactions';

export function TransactionsPage() {
  const { t } = useTexts();
  const shared = useTransactionTexts();
  const { date, number } = useFormat();
  const filters = useFilters(transactionListQuery.shape, filterNames);
  return (
    <SharedPage
      source={customerTransactions}
      filters={filters}
      pageSize={pageSize}
      statuses={transactionStatuses}
      search={{ placeholder: t('transactions.search_hint') }}
      columns={[{ key: 'date', header: shared.t('date'), cell: (row) => date(row.date) }]}
      details={({ payment_id: payment }) => ({
        facts: null,
        footer: payment === null ? null : <PaymentWay key={payment} id={payment} />,
      })}
      formats={['csv', 'pdf']}
      texts={{
        exportHint: t('transactions.export_hint', {
          pdf: number(exportRows.pdf),
          csv: number(exportRows.csv),
        }),
        empty: t('transactions.empty_message'),
        emptyFiltered: t('transactions.empty_filtered'),
        missing: t('transactions.detail_missing_message'),
      }}
    />
  );
}
