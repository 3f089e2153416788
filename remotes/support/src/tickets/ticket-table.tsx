import type { TicketList, TicketSummary } from '@bank/contracts/tickets';
import type { UseQueryResult } from '@bank/client/query';
import { QueryError } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { bankTimeOf } from '@bank/i18n/bank-clock';
import { useFormat } from '@bank/i18n/use-format';
import type { Selection } from '@bank/client/selection';
import { useSelectColumn } from '@bank/client/selection-bar';
import { TakenMark, useTaken } from '@bank/client/work';
import { Badge } from '@bank/ui/badge';
import { type Column, DataTable } from '@bank/ui/data-table';
import { EmailText } from '@bank/ui/email-text';
import { EmptyState } from '@bank/ui/empty-state';
import { useLabelTexts } from '../labels/texts';
import { useTicketTexts } from './texts';
import { TicketStatusBadge } from './ticket-status';
import styles from './ticket-table.module.css';

interface TicketTableProps {
  query: UseQueryResult<TicketList>;
  isFiltered: boolean;
  selection: Selection<TicketSummary>;
}

const toneOf = { low: 'neutral', normal: 'neutral', high: 'warning', urgent: 'danger' } as const;

/** One page of tickets; the subject links to the ticket. */
export function TicketTable({ query, isFiltered, selection }: TicketTableProps) {
  const { t } = useTicketTexts();
  const { data, dataUpdatedAt, isPending, isPlaceholderData, isError } = query;
  const select = useSelectColumn(selection, ({ reference }) => reference);
  const empty = isFiltered ? 'none_found' : 'empty';
  return (
    <DataTable
      dense
      wide
      caption={t('list.caption')}
      columns={[select, ...useColumns(bankTimeOf(dataUpdatedAt), data?.tickets ?? [])]}
      rows={data?.tickets ?? []}
      rowKey={({ id }) => id}
      loading={isPending || isPlaceholderData}
      empty={<EmptyState icon="inbox" title={t(`list.${empty}`)} message={t(`list.${empty}_message`)} />}
      error={isError && <QueryError query={query} title={t('list.failed')} />}
    />
  );
}

/** @param now when the list was read, by the bank, Unix ms */
function useColumns(now: number, tickets: readonly TicketSummary[]): Column<TicketSummary>[] {
  const takenOf = useTaken(
    'ticket',
    tickets.map(({ id }) => id),
  );
  const { t } = useTicketTexts();
  const { t: words } = useLabelTexts();
  const { dateTime } = useFormat();
  return [
    {
      key: 'subject',
      header: t('list.subject'),
      primary: true,
      cell: ({ id, subject, reference }) => (
        <>
          <Link to={`/admin/tickets/${id}`} className={styles.subject}>
            {subject}
          </Link>{' '}
          <span className={styles.reference}>{reference}</span> <TakenMark item={takenOf(id)} />
        </>
      ),
    },
    {
      key: 'person',
      header: t('list.person'),
      cell: ({ firstName, lastName, email }) => (
        <span className={styles.person}>
          {firstName} {lastName}
          <span className={styles.email}>
            <EmailText address={email} />
          </span>
        </span>
      ),
    },
    { key: 'category', header: t('list.category'), cell: ({ category }) => words(`category.${category}`) },
    {
      key: 'priority',
      header: t('list.priority'),
      cell: ({ priority }) => <Badge tone={toneOf[priority]}>{words(`priority.${priority}`)}</Badge>,
    },
    { key: 'status', header: t('list.status'), cell: ({ status }) => <TicketStatusBadge status={status} /> },
    {
      key: 'created',
      header: t('list.created'),
      cell: ({ created_at }) => <span className={styles.moment}>{dateTime(created_at)}</span>,
    },
    { key: 'due', header: t('list.due'), cell: (ticket) => <AnswerBy ticket={ticket} now={now} /> },
  ];
}

/** The promised time of the answer, marked when overdue. */
function AnswerBy({ ticket: { answer_by, status }, now }: { ticket: TicketSummary; now: number }) {
  const { t } = useTicketTexts();
  const { dateTime } = useFormat();
  const isLate = status === 'open' && Date.parse(answer_by) < now;
  return (
    <span className={styles.due}>
      {dateTime(answer_by)} {isLate && <Badge tone="danger">{t('list.late')}</Badge>}
    </span>
  );
}
