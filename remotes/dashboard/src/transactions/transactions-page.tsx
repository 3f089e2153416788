import { exportRows, transactionListQuery, transactionStatuses } from '@bank/contracts/transactions';
import { filterNames } from '@bank/client/transaction-filters';
import { TransactionsPage as SharedPage } from '@bank/client/transactions-page';
import { useFilters } from '@bank/client/use-filters';
import { useFormat } from '@bank/i18n/use-format';
import { AmountFields } from './amount-fields';
import { useTexts } from '../texts';
import { movementDetails } from './movement-details';
import { customerTransactions, pageSize } from './transactions.api';

const names = [...filterNames, 'amountMin', 'amountMax'] as const;

export function TransactionsPage() {
  const { t } = useTexts();
  const { number } = useFormat();
  const filters = useFilters(transactionListQuery.shape, names);
  return (
    <SharedPage
      source={customerTransactions}
      filters={filters}
      pageSize={pageSize}
      statuses={transactionStatuses}
      search={{ placeholder: t('transactions.search_hint') }}
      filterFields={<AmountFields values={filters.values} change={filters.change} />}
      details={movementDetails}
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
