import { useState } from 'react';
import type { OwnTicketSummary } from '@bank/contracts/own-tickets';
import { QueryTable } from '@bank/client/query-table';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { CellDetail, CellLines, Whole } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { useLabelTexts } from '../labels/texts';
import { useRequests } from './requests.api';
import { RequestState } from './request-state';
import { useRequestTexts } from './texts';

/** The caller's messages to support, newest first. */
export function RequestList() {
  const { t } = useRequestTexts();
  const [page, setPage] = useState(1);
  const query = useRequests(page);
  const write = (
    <Link to="/contact" className={buttonClass({ variant: 'secondary' })}>
      {t('write')}
    </Link>
  );
  return (
    <Page>
      <PageHeading title={t('caption')} lead={t('lead')} actions={write} />
      <Card padding="none">
        <QueryTable
          caption={t('caption')}
          columns={useColumns()}
          query={query}
          rowsOf={({ tickets }) => tickets}
          rowKey={({ id }) => id}
          loadingRows={3}
          empty={<EmptyState icon="inbox" title={t('empty')} message={t('empty_message')} />}
          failed={t('failed')}
        />
      </Card>
      {query.data && <Pagination answer={query.data.pagination} page={page} onPage={setPage} />}
    </Page>
  );
}

function useColumns(): Column<OwnTicketSummary>[] {
  const { t } = useRequestTexts();
  const { t: shared } = useLabelTexts();
  const { date, dateTime } = useFormat();
  return [
    {
      key: 'subject',
      header: t('subject'),
      primary: true,
      cell: ({ id, subject, category, reference }) => (
        <CellLines>
          <Link to={`/requests/${id}`}>{subject}</Link>
          <CellDetail>
            {shared(`category.${category}`)} · <Whole>{reference}</Whole>
          </CellDetail>
        </CellLines>
      ),
    },
    { key: 'created', header: t('created'), cell: ({ created_at: at }) => date(at) },
    {
      key: 'state',
      header: t('state'),
      cell: ({ status, answer_by: by, answered_at: answered }) => (
        <CellLines>
          <RequestState status={status} />
          {status === 'open' && <CellDetail>{t('expected', { at: dateTime(by) })}</CellDetail>}
          {answered && <CellDetail>{t('answered', { day: date(answered) })}</CellDetail>}
        </CellLines>
      ),
    },
  ];
}
