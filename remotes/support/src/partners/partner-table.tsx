import type { PartnerList, PartnerSummary } from '@bank/contracts/partners';
import type { UseQueryResult } from '@bank/client/query';
import { QueryError } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { type Column, DataTable } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { PartnerStatus } from './partner-status';
import styles from './partner-table.module.css';
import { usePartnerTexts } from './texts';

interface PartnerTableProps {
  query: UseQueryResult<PartnerList>;
  isFiltered: boolean;
}

export function PartnerTable({ query, isFiltered }: PartnerTableProps) {
  const { t } = usePartnerTexts();
  const { data, isPending, isPlaceholderData, isError } = query;
  const empty = isFiltered ? 'none_found' : 'empty';
  return (
    <DataTable
      dense
      wide
      caption={t('list.caption')}
      columns={useColumns()}
      rows={data?.partners ?? []}
      rowKey={({ id }) => id}
      loading={isPending || isPlaceholderData}
      empty={<EmptyState icon="building-2" title={t(`list.${empty}`)} message={t(`list.${empty}_message`)} />}
      error={isError && <QueryError query={query} title={t('list.failed')} />}
    />
  );
}

function useColumns(): Column<PartnerSummary>[] {
  const { t } = usePartnerTexts();
  const { date, number } = useFormat();
  return [
    {
      key: 'name',
      header: t('list.name'),
      primary: true,
      cell: ({ id, name }) => (
        <Link to={`/admin/partners/${id}`} className={styles.name}>
          {name}
        </Link>
      ),
    },
    { key: 'status', header: t('list.status'), cell: ({ status }) => <PartnerStatus status={status} /> },
    {
      key: 'origins',
      header: t('list.origins'),
      cell: ({ origins }) => (
        <span className={styles.origins}>
          {origins.length === 0 ? t('list.no_origin') : origins.join(' · ')}
        </span>
      ),
    },
    {
      key: 'since',
      header: t('list.since'),
      cell: ({ created_at }) => <span className={styles.since}>{date(created_at)}</span>,
    },
    { key: 'opens', header: t('list.opens'), align: 'end', cell: ({ opens }) => number(opens) },
    { key: 'signups', header: t('list.signups'), align: 'end', cell: ({ signups }) => number(signups) },
  ];
}
