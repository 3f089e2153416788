import { useState } from 'react';
import type { OwnCaseSummary } from '@bank/contracts/cases';
import { isOffline } from '@bank/client/call-failure';
import { QueryTable } from '@bank/client/query-table';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { CellDetail, CellLines, Whole } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { CaseStateBadge } from './case-state';
import { useOwnCases } from './disputes.api';
import { useDisputeTexts } from './texts';

/** The caller's claims, newest first. */
export function CaseList() {
  const { t } = useDisputeTexts();
  const [page, setPage] = useState(1);
  const query = useOwnCases(page);
  return (
    <Page>
      <PageHeading title={t('title')} lead={t('list.lead')} />
      <Card padding="none">
        <QueryTable
          caption={t('title')}
          columns={useColumns()}
          query={query}
          rowsOf={({ cases }) => cases}
          rowKey={({ id }) => id}
          loadingRows={3}
          empty={
            <EmptyState
              icon="inbox"
              title={t('list.empty')}
              message={t('list.empty_message')}
              action={<Link to="/dashboard/transactions">{t('list.to_transactions')}</Link>}
            />
          }
          failed={t(isOffline(query.error) ? 'failed_network' : 'list.failed')}
        />
      </Card>
      {query.data && <Pagination answer={query.data.pagination} page={page} onPage={setPage} />}
    </Page>
  );
}

function useColumns(): Column<OwnCaseSummary>[] {
  const { t } = useDisputeTexts();
  const { date } = useFormat();
  return [
    {
      key: 'subject',
      header: t('list.subject'),
      primary: true,
      cell: ({ id, label, topic, reference }) => (
        <CellLines>
          <Link to={`/disputes/${id}`}>{label || t(`topic.${topic}`)}</Link>
          <CellDetail>
            {t(`topic.${topic}`)} · <Whole>{reference}</Whole>
          </CellDetail>
        </CellLines>
      ),
    },
    { key: 'opened', header: t('list.opened'), cell: ({ created_at }) => date(created_at) },
    {
      key: 'state',
      header: t('list.state'),
      cell: (row) => (
        <CellLines>
          <CaseStateBadge of={row} />
          {row.state !== 'decided' && <CellDetail>{t('one.due', { day: date(row.due_at) })}</CellDetail>}
        </CellLines>
      ),
    },
    {
      key: 'amount',
      header: t('list.amount'),
      align: 'end',
      cell: ({ amount, currency }) =>
        amount !== null && currency !== null && <Amount value={-amount} currency={currency} />,
    },
  ];
}
