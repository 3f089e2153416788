import type { Transaction } from '@bank/contracts/transactions';
import { Link } from '@bank/client/router';
import { useUrlDetails } from '@bank/client/use-url-details';
import { Amount } from '@bank/ui/amount';
import { CellDetail, CellLines, Whole } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { useDescription } from './transaction-description';
import { TransactionStatus } from './transaction-status';
import { useTransactionTexts } from './transaction-texts';

interface TransactionColumns<T> {
  statuses: readonly Transaction['status'][];
  /** Stands before the reference. Default: nothing. */
  kindOf?: (row: T) => string;
  /** The columns between the description and the status. */
  between?: readonly Column<T>[];
}

/** The columns of every table of transactions: the description, which opens the details, the status and the amount. */
export function useTransactionColumns<T extends Transaction>({
  statuses,
  kindOf,
  between = [],
}: TransactionColumns<T>): Column<T>[] {
  const { t } = useTransactionTexts();
  const { addressOf } = useUrlDetails('transaction');
  const describe = useDescription();
  return [
    {
      key: 'description',
      header: t('description'),
      primary: true,
      cell: (row) => (
        <CellLines>
          <Link to={addressOf(row.id)}>{describe(row)}</Link>
          <CellDetail>
            {kindOf && `${kindOf(row)} · `}
            <Whole>{row.reference}</Whole>
          </CellDetail>
        </CellLines>
      ),
    },
    ...between,
    {
      key: 'status',
      header: t('status'),
      cell: ({ status }) => <TransactionStatus status={status} known={statuses} />,
    },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} tone="direction" />,
    },
  ];
}
