import { ticketListQuery, ticketStatuses } from '@bank/contracts/tickets';
import { NewItemsNotice } from '@bank/client/new-items-notice';
import { useSelection } from '@bank/client/selection';
import { mayDo, useSession } from '@bank/client/session';
import { useDebounced } from '@bank/client/use-debounced';
import { SavedViews } from '@bank/client/saved-views';
import { type Filters, useFilters } from '@bank/client/use-filters';
import { HolderField } from '@bank/client/work';
import { Card } from '@bank/ui/card';
import { Cluster } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { Segmented } from '@bank/ui/segmented';
import { TextField } from '@bank/ui/text-field';
import { useTexts } from '../texts';
import { useTicketTexts } from './texts';
import { TicketBar } from './ticket-bar';
import { TicketTable } from './ticket-table';
import { fetchMatching, useTickets } from './tickets.api';
import styles from './tickets-page.module.css';

const filterNames = ['search', 'status', 'mine'] as const;
const statuses = [...ticketStatuses, 'all'] as const;

export function TicketsPage() {
  const { t: title } = useTexts();
  const { t } = useTicketTexts();
  const filters = useFilters(ticketListQuery.shape, filterNames);
  const { values } = filters;
  const query = useTickets({ ...values, page: filters.page });
  const mayChange = mayDo(useSession().user, 'change', 'tickets:manage');
  const selection = useSelection(query.data?.tickets ?? [], {
    of: values,
    isEligible: ({ status }) => mayChange && status !== 'closed',
    fetchMatching: () => fetchMatching(values),
  });
  const pagination = query.isError ? undefined : query.data?.pagination;
  return (
    <Page layout="desk">
      <PageHeading title={title('tickets.title')} lead={t('list.lead')} />
      <SavedViews page="tickets" />
      <TicketFilters filters={filters} />
      <NewItemsNotice
        queue="ticket_queue"
        waiting="open"
        isConcerned={listsNew(values)}
        known={query.data?.tickets ?? []}
        message={(count) => t('list.news', { count })}
        onShow={query.refetch}
      />
      <TicketBar
        selection={selection}
        waiting={mayChange && values.status !== 'closed' && query.isPending}
        total={pagination?.total ?? 0}
      />
      <Card padding="none">
        <TicketTable query={query} isFiltered={filters.isFiltered} selection={selection} />
      </Card>
      {pagination && <Pagination answer={pagination} page={filters.page} onPage={filters.goTo} />}
    </Page>
  );
}

/** Whether the list has every new message: an event shows neither who holds it nor what is searched. */
const listsNew = ({ search, status, mine }: Record<(typeof filterNames)[number], string>) =>
  !search && !mine && ['', 'open', 'all'].includes(status);

/** A choice applies at once, the search when typing pauses. */
function TicketFilters({ filters }: { filters: Filters<(typeof filterNames)[number]> }) {
  const { t } = useTicketTexts();
  const { values, change } = filters;
  const [search, setSearch] = useDebounced(values.search, (text) => change({ search: text }));
  return (
    <Cluster gap="12-16" align="end" role="search" aria-label={t('list.filters')}>
      <Segmented
        label={t('list.status')}
        options={statuses.map((value) => ({ value, label: t(`filter.${value}`) }))}
        value={statuses.find((status) => status === values.status) ?? 'open'}
        onChange={(status) => change({ status: status === 'open' ? '' : status })}
      />
      <div className={styles.search}>
        <TextField
          label={t('list.search')}
          type="search"
          maxLength={100}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <HolderField value={values.mine} onChange={(mine) => change({ mine })} />
    </Cluster>
  );
}
