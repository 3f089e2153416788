import type { IncidentList, IncidentSummary } from '@bank/contracts/incidents';
import type { UseQueryResult } from '@bank/client/query';
import { QueryTable } from '@bank/client/query-table';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { IncidentStateBadge, SeverityBadge, useIncidentTitle } from './incident-badges';
import { useIncidentTexts } from './texts';

/** One page of the incidents. */
export function IncidentTable({
  query,
  isFiltered,
}: {
  query: UseQueryResult<IncidentList>;
  isFiltered: boolean;
}) {
  const { t } = useIncidentTexts();
  const empty = isFiltered ? 'none_found' : 'empty';
  return (
    <QueryTable
      dense
      wide
      caption={t('list.caption')}
      columns={useColumns()}
      query={query}
      rowsOf={({ incidents }) => incidents}
      rowKey={({ id }) => id}
      loadingRows={10}
      empty={
        <EmptyState icon="circle-check" title={t(`list.${empty}`)} message={t(`list.${empty}_message`)} />
      }
      failed={t('list.failed')}
    />
  );
}

function useColumns(): Column<IncidentSummary>[] {
  const { t } = useIncidentTexts();
  const titleOf = useIncidentTitle();
  const { dateTime } = useFormat();
  return [
    {
      key: 'title',
      header: t('list.subject'),
      primary: true,
      cell: (row) => <Link to={`/admin/incidents/${row.id}`}>{titleOf(row)}</Link>,
    },
    { key: 'severity', header: t('list.severity'), cell: (row) => <SeverityBadge of={row} /> },
    { key: 'state', header: t('list.state'), cell: (row) => <IncidentStateBadge of={row} /> },
    {
      key: 'public',
      header: t('list.public'),
      cell: ({ is_public: isPublic }) => t(isPublic ? 'list.public_yes' : 'list.public_no'),
    },
    { key: 'owner', header: t('list.owner'), cell: ({ owner }) => owner?.name ?? t('list.free') },
    { key: 'opened', header: t('list.opened'), cell: ({ opened_at: at }) => dateTime(at) },
  ];
}
