import { useState, type RefObject } from 'react';
import type { Account } from '@bank/contracts/accounts';
import { transactionStatuses } from '@bank/contracts/transaction-statuses';
import type { Transaction } from '@bank/contracts/transactions';
import { isOffline } from '@bank/client/call-failure';
import { QueryTable } from '@bank/client/query-table';
import { Link } from '@bank/client/router';
import { useTransactionColumns } from '@bank/client/transaction-columns';
import { TransactionDetails } from '@bank/client/transaction-details';
import { useFormat } from '@bank/i18n/use-format';
import { Card } from '@bank/ui/card';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Pagination } from '@bank/ui/pagination';
import { useTexts } from '../texts';
import { movementDetails } from '../transactions/movement-details';
import styles from './accounts.module.css';
import { movementOf, movementsPerPage, useMovements } from './accounts.api';
import { useCurrencyTexts } from './texts';

interface AccountMovementsProps {
  account: Account;
  title: RefObject<HTMLSpanElement | null>;
}

/** The movements of one account, newest first, and the details of the one that the address names. */
export function AccountMovements({ account, title }: AccountMovementsProps) {
  const { t } = useCurrencyTexts();
  const { t: shared } = useTexts();
  const [page, setPage] = useState(1);
  const query = useMovements(account, page);
  const name = t('movements_of', { currency: account.currency });
  return (
    <Card
      title={
        <span ref={title} className={styles.movements} tabIndex={-1}>
          {name}
        </span>
      }
      actions={<Link to={`/dashboard/account?account=${account.id}`}>{t('details')}</Link>}
    >
      <QueryTable
        caption={name}
        columns={useColumns()}
        query={query}
        rowsOf={({ transactions }) => transactions}
        rowKey={({ id }) => id}
        loadingRows={movementsPerPage}
        empty={
          <EmptyState
            icon="arrow-left-right"
            title={t('movements_empty')}
            message={account.status === 'open' && t('movements_empty_message')}
          />
        }
        failed={t(isOffline(query.error) ? 'failed_network' : 'movements_failed')}
        failedMessage={t('failed_message')}
        keepsRows
      />
      {query.data && <Pagination answer={query.data.pagination} page={page} onPage={setPage} />}
      <TransactionDetails
        source={movementOf(account)}
        rows={query.data?.transactions ?? []}
        statuses={transactionStatuses}
        missingMessage={shared('transactions.detail_missing_message')}
        extra={movementDetails}
      />
    </Card>
  );
}

function useColumns(): Column<Transaction>[] {
  const { t } = useCurrencyTexts();
  const { date } = useFormat();
  return [
    { key: 'date', header: t('date'), cell: (row) => date(row.date) },
    ...useTransactionColumns<Transaction>({ statuses: transactionStatuses }),
  ];
}
