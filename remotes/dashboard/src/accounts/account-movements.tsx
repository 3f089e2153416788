import { useState } from 'react';
import type { Account } from '@bank/contracts/accounts';
import type { Transaction } from '@bank/contracts/transactions';
import { isOffline } from '@bank/client/call-failure';
import { QueryTable } from '@bank/client/query-table';
import { Link } from '@bank/client/router';
import { useDescription } from '@bank/client/transaction-description';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { Whole } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Pagination } from '@bank/ui/pagination';
import { movementsPerPage, useMovements } from './accounts.api';
import { useCurrencyTexts } from './texts';

/** The movements of one account, newest first. */
export function AccountMovements({ account }: { account: Account }) {
  const { t } = useCurrencyTexts();
  const [page, setPage] = useState(1);
  const query = useMovements(account, page);
  const title = t('movements_of', { currency: account.currency });
  return (
    <Card title={title} actions={<Link to={`/dashboard/account?account=${account.id}`}>{t('details')}</Link>}>
      <QueryTable
        caption={title}
        columns={useColumns()}
        query={query}
        rowsOf={({ transactions }) => transactions}
        rowKey={({ id }) => id}
        loadingRows={movementsPerPage}
        empty={
          <EmptyState
            icon="arrow-left-right"
            title={t('movements_empty')}
            message={t('movements_empty_message')}
          />
        }
        failed={t(isOffline(query.error) ? 'failed_network' : 'movements_failed')}
        failedMessage={t('failed_message')}
        keepsRows
      />
      {query.data && <Pagination answer={query.data.pagination} page={page} onPage={setPage} />}
    </Card>
  );
}

function useColumns(): Column<Transaction>[] {
  const { t } = useCurrencyTexts();
  const { date } = useFormat();
  const describe = useDescription();
  return [
    { key: 'date', header: t('date'), cell: (row) => date(row.date) },
    { key: 'description', header: t('description'), primary: true, cell: (row) => describe(row) },
    { key: 'reference', header: t('reference'), cell: (row) => <Whole>{row.reference}</Whole> },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: (row) => <Amount value={row.amount} currency={row.currency} tone="direction" />,
    },
  ];
}
