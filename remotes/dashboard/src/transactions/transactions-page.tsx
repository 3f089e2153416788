import { exportRows, transactionListQuery, transactionStatuses } from '@bank/contracts/transactions';
import { filterNames } from '@bank/client/transaction-filters';
import { TransactionsPage as SharedPage } from '@bank/client/transactions-page';
import { useFilters } from '@bank/client/use-filters';
import { useFormat } from '@bank/i18n/use-format';
import { AmountFields } from './amount-fields';
import { PaymentRecipient, PaymentWay } from '../payments/payment-way';
import { useTexts } from '../texts';
import { PurchaseFacts } from './purchase-facts';
import { TransactionActions } from './transaction-actions';
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
      details={(transaction) => ({
        facts:
          transaction.payment_id === null ? (
            <PurchaseFacts transaction={transaction} />
          ) : (
            <PaymentRecipient id={transaction.payment_id} />
          ),
        footer: (
          <>
            {transaction.payment_id !== null && (
              <PaymentWay key={transaction.payment_id} id={transaction.payment_id} />
            )}
            <TransactionActions transaction={transaction} />
          </>
        ),
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
