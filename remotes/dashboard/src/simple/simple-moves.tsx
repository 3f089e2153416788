import { pageQuery } from '@bank/contracts/pagination';
import { transactionStatuses } from '@bank/contracts/transaction-statuses';
import type { Transaction } from '@bank/contracts/transactions';
import { LoadingRows, QueryError } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { useDescription } from '@bank/client/transaction-description';
import { TransactionStatus } from '@bank/client/transaction-status';
import { useFilters } from '@bank/client/use-filters';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Button } from '@bank/ui/button';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { pageSize } from '../transactions/transactions.api';
import { useMoves } from './moves.api';
import styles from './simple-moves.module.css';
import { SimplePage } from './simple-page';
import { useSimpleTexts } from './texts';

/** The movements, ten at a time. */
export function SimpleMoves() {
  const { t } = useSimpleTexts();
  const { page, goTo } = useFilters(pageQuery(pageSize), []);
  const query = useMoves(page);
  const { data } = query;
  const pages = data?.pagination.pages ?? 1;
  return (
    <SimplePage question={t('moves')}>
      {query.isError && !data && <QueryError query={query} />}
      {query.isPending && <LoadingRows rows={pageSize} />}
      {data?.transactions.length === 0 && <p>{t('moves_none')}</p>}
      {data && <List transactions={data.transactions} />}
      <div className={styles.pages}>
        {page < pages && (
          <Button variant="secondary" size="large" onClick={() => goTo(page + 1)}>
            {t('older')}
          </Button>
        )}
        {page > 1 && (
          <Button variant="secondary" size="large" onClick={() => goTo(page - 1)}>
            {t('newer')}
          </Button>
        )}
      </div>
      <VisuallyHidden>
        <p role="status">{data && pages > 1 && t('page', { page: data.pagination.page, pages })}</p>
      </VisuallyHidden>
    </SimplePage>
  );
}

function List({ transactions }: { transactions: readonly Transaction[] }) {
  const describe = useDescription();
  const { date } = useFormat();
  return (
    <ul className={styles.list}>
      {transactions.map((row) => (
        <li key={row.id} className={styles.row}>
          <div className={styles.words}>
            <Link to={`/dashboard/transactions?transaction=${row.id}`}>{describe(row)}</Link>
            <p className={styles.day}>
              {date(row.date)}{' '}
              {row.status !== 'completed' && (
                <TransactionStatus status={row.status} known={transactionStatuses} />
              )}
            </p>
          </div>
          <Amount value={row.amount} currency={row.currency} size="medium" tone="direction" />
        </li>
      ))}
    </ul>
  );
}
