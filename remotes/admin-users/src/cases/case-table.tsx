import type { CaseList, CaseSummary } from '@bank/contracts/cases';
import type { UseQueryResult } from '@bank/client/query';
import { QueryTable } from '@bank/client/query-table';
import { Link } from '@bank/client/router';
import type { Selection } from '@bank/client/selection';
import { useSelectColumn } from '@bank/client/selection-bar';
import { bankTimeOf } from '@bank/i18n/bank-clock';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { CaseStateBadge, DueClock } from './case-badges';
import styles from './case-table.module.css';
import { useCaseTexts } from './texts';

interface CaseTableProps {
  query: UseQueryResult<CaseList>;
  isFiltered: boolean;
  selection: Selection<CaseSummary>;
}

/** One page of the queue; what a case is about links to it. */
export function CaseTable({ query, isFiltered, selection }: CaseTableProps) {
  const { t } = useCaseTexts();
  const empty = isFiltered ? 'none_found' : 'empty';
  return (
    <QueryTable
      dense
      wide
      caption={t('list.caption')}
      columns={[
        useSelectColumn(selection, ({ reference }) => reference),
        ...useColumns(bankTimeOf(query.dataUpdatedAt)),
      ]}
      query={query}
      rowsOf={({ cases }) => cases}
      rowKey={({ id }) => id}
      loadingRows={10}
      empty={<EmptyState icon="inbox" title={t(`list.${empty}`)} message={t(`list.${empty}_message`)} />}
      failed={t('list.failed')}
    />
  );
}

/** @param now when the list was read, by the bank, Unix ms */
function useColumns(now: number): Column<CaseSummary>[] {
  const { t } = useCaseTexts();
  const { date } = useFormat();
  return [
    {
      key: 'subject',
      header: t('list.subject'),
      primary: true,
      cell: ({ id, label, topic, reference }) => (
        <span className={styles.subject}>
          <Link to={`/admin/cases/${id}`}>{label || t(`topic.${topic}`)}</Link> <span>{reference}</span>
        </span>
      ),
    },
    {
      key: 'kind',
      header: t('list.kind'),
      cell: ({ kind, topic }) => `${t(`kind.${kind}`)} · ${t(`topic.${topic}`)}`,
    },
    { key: 'customer', header: t('list.customer'), cell: ({ customer }) => customer.name },
    { key: 'opened', header: t('list.opened'), cell: ({ created_at }) => date(created_at) },
    { key: 'due', header: t('list.due'), cell: (row) => <DueClock of={row} now={now} /> },
    { key: 'state', header: t('list.state'), cell: (row) => <CaseStateBadge of={row} /> },
    {
      key: 'assignee',
      header: t('list.assignee'),
      cell: ({ assignee }) => assignee?.name ?? <span className={styles.free}>{t('list.free')}</span>,
    },
    {
      key: 'amount',
      header: t('list.amount'),
      align: 'end',
      cell: ({ amount, currency }) =>
        amount !== null && currency !== null && <Amount value={amount} currency={currency} />,
    },
  ];
}
