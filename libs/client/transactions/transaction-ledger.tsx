import type { Pagination } from '@bank/contracts/pagination';
import type { Transaction } from '@bank/contracts/transactions';
import type { ReactNode } from 'react';
import { Link } from '@bank/client/router';
import { useUrlDetails } from '@bank/client/use-url-details';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useDayHeading } from '@bank/i18n/day-heading';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Whole } from '@bank/ui/cell';
import { Skeleton } from '@bank/ui/skeleton';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useGrowingRow } from './growing';
import { type TransactionDay, transactionDays } from './transaction-days';
import { useDescription } from './transaction-description';
import styles from './transaction-ledger.module.css';
import { type FailedQuery, NoTransactions, TransactionsFailed } from './transaction-table';
import { TransactionStatus } from './transaction-status';
import { useTransactionTexts } from './transaction-texts';
import { useTransactionWords } from './transaction-words';

interface TransactionLedgerProps<T> {
  rows: readonly T[];
  /** Of the loaded page. */
  pagination: Pick<Pagination, 'page' | 'pages'> | undefined;
  /** Without rows: skeletons. With rows: they stay, marked busy. */
  loading: boolean;
  loadingRows: number;
  statuses: readonly Transaction['status'][];
  /** Displayed in place of an empty list. */
  emptyMessage: string;
  /** The failed query, displayed in place of the list. */
  failed: false | FailedQuery;
}

const onePage = { page: 1, pages: 1 };

/** A customer's transactions by day, each row one link to its details; a list of two lines a row on a telephone. */
export function TransactionLedger<T extends Transaction>(props: TransactionLedgerProps<T>) {
  const { rows, pagination = onePage, loading, loadingRows, statuses, emptyMessage, failed } = props;
  const { t } = useTransactionTexts();
  const { t: shared } = useSharedTexts();
  const rowOf = useRow(statuses);
  if (failed) return <TransactionsFailed query={failed} />;
  if (!loading && rows.length === 0) return <NoTransactions message={emptyMessage} />;
  return (
    <div className={styles.frame}>
      <div role="status">{loading && <VisuallyHidden>{shared('status.loading')}</VisuallyHidden>}</div>
      <table className={styles.ledger} aria-busy={loading}>
        <caption className={styles.unseen}>{t('title')}</caption>
        <thead className={styles.unseen}>
          <tr>
            {(['description', 'date', 'status', 'amount'] as const).map((name) => (
              <th key={name} scope="col">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        {rows.length === 0 ? (
          <Waiting count={loadingRows} />
        ) : (
          transactionDays(rows, pagination).map((each) => (
            <Day key={`${each.day} ${each.rows[0]?.id ?? ''}`} {...each} rowOf={rowOf} />
          ))
        )}
      </table>
    </div>
  );
}

interface DayProps<T> extends TransactionDay<T> {
  rowOf: (row: T) => ReactNode;
}

/** The heading is the group's name for screen readers, for whom a row of its own would be one more transaction. */
function Day<T extends Transaction>({ rows, total, rowOf }: DayProps<T>) {
  const { signedAmount } = useFormat();
  const heading = useDayHeading()(rows[0]?.date ?? '');
  const sum = total === undefined ? undefined : signedAmount(total, rows[0]?.currency);
  return (
    <tbody aria-label={sum === undefined ? heading : `${heading}, ${sum}`}>
      <tr aria-hidden="true" className={styles.day}>
        <td colSpan={3}>{heading}</td>
        <td>{sum}</td>
      </tr>
      {rows.map(rowOf)}
    </tbody>
  );
}

/** Returns what displays a row. One component for all of them: the hooks of each would take longer than its elements. */
function useRow(statuses: readonly Transaction['status'][]) {
  const { t: word } = useTransactionWords();
  const { date } = useFormat();
  const { addressOf } = useUrlDetails('transaction');
  const describe = useDescription();
  const grow = useGrowingRow();
  return (row: Transaction) => (
    <tr key={row.id} className={styles.row} data-status={row.status}>
      <th scope="row">
        <Link
          to={addressOf(row.id)}
          className={styles.link}
          onClick={(event) => grow(event, addressOf(row.id))}
        >
          {describe(row)}
        </Link>
        <span className={styles.detail}>
          {word(`type_${row.type}`)} · <Whole>{row.reference}</Whole>
        </span>
      </th>
      <td className={styles.date}>{date(row.date)}</td>
      <td className={styles.status}>
        <TransactionStatus status={row.status} known={statuses} />
      </td>
      <td className={styles.amount}>
        <Amount value={row.amount} currency={row.currency} tone="direction" />
      </td>
    </tr>
  );
}

const Waiting = ({ count }: { count: number }) => (
  <tbody aria-hidden="true" data-loading="">
    {Array.from({ length: count }, (_, row) => (
      <tr key={row} className={styles.row}>
        <td colSpan={4}>
          <Skeleton />
        </td>
      </tr>
    ))}
  </tbody>
);
