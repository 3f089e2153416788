import { caseDues, caseKinds, caseListQuery, caseStateFilters } from '@bank/contracts/cases';
import { assigneeFilters } from '@bank/contracts/work';
import { FilterPanel } from '@bank/client/filter-panel';
import { NewItemsNotice } from '@bank/client/new-items-notice';
import { SavedViews } from '@bank/client/saved-views';
import { useSelection } from '@bank/client/selection';
import { mayDo, useSession } from '@bank/client/session';
import { type Filters, useFilters } from '@bank/client/use-filters';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { Segmented } from '@bank/ui/segmented';
import { SelectField } from '@bank/ui/select-field';
import { ReservedSpace } from '../reserved-space';
import { useTexts } from '../texts';
import { CaseBar } from './case-bar';
import { CaseTable } from './case-table';
import { fetchMatching, useCases } from './cases.api';
import { useCaseTexts } from './texts';

const filterNames = ['kind', 'state', 'mine', 'due'] as const;

/** The queue of cases, those due soonest first. */
export function CasesPage() {
  const { t: title } = useTexts();
  const { t } = useCaseTexts();
  const filters = useFilters(caseListQuery.shape, filterNames);
  const { values } = filters;
  const query = useCases({ ...values, page: filters.page });
  const pagination = query.isError ? undefined : query.data?.pagination;
  const open = query.data?.open;
  const mayWork = mayDo(useSession().user, 'change', 'cases:manage');
  const selection = useSelection(query.data?.cases ?? [], {
    of: values,
    isEligible: ({ state }) => mayWork && state !== 'decided',
    fetchMatching: () => fetchMatching(values),
  });
  const lead = open === undefined ? t('list.lead') : t('list.left', { count: open });
  return (
    <Page layout="desk">
      <PageHeading
        title={title('cases.title')}
        lead={query.isPending ? <ReservedSpace>{t('list.left', { count: 2 })}</ReservedSpace> : lead}
      />
      <SavedViews page="cases" />
      <CaseFilters filters={filters} />
      <NewItemsNotice
        queue="case_queue"
        waiting="open"
        isConcerned={listsNew(values)}
        known={query.data?.cases ?? []}
        message={(count) => t('list.news', { count })}
        onShow={query.refetch}
      />
      <CaseBar selection={selection} waiting={mayWork && query.isPending} total={pagination?.total ?? 0} />
      <Card padding="none">
        <CaseTable query={query} isFiltered={filters.isFiltered} selection={selection} />
      </Card>
      {pagination && <Pagination answer={pagination} page={filters.page} onPage={filters.goTo} />}
    </Page>
  );
}

/** Whether the list has every new case: an event shows neither the kind of a case nor when it is due. */
const listsNew = ({ kind, state, mine, due }: Record<(typeof filterNames)[number], string>) =>
  !kind && !due && mine !== 'mine' && !['waiting', 'decided'].includes(state);

function CaseFilters({
  filters: { values, change, choice },
}: {
  filters: Filters<(typeof filterNames)[number]>;
}) {
  const { t } = useCaseTexts();
  return (
    <FilterPanel
      label={t('list.filters')}
      layout="row"
      chosen={[values.due, values.state, values.kind].filter(Boolean).length}
      lead={
        <Segmented
          label={t('filter.mine')}
          options={assigneeFilters.map((value) => ({ value, label: t(`mine.${value}`) }))}
          value={assigneeFilters.find((each) => each === values.mine) ?? 'all'}
          onChange={(mine) => change({ mine: mine === 'all' ? '' : mine })}
        />
      }
    >
      <Segmented
        label={t('filter.due')}
        options={caseDues.map((value) => ({ value, label: t(`due.${value}`) }))}
        value={caseDues.find((each) => each === values.due) ?? 'all'}
        onChange={(due) => change({ due: due === 'all' ? '' : due })}
      />
      <SelectField
        label={t('filter.state')}
        options={caseStateFilters.map((value) => ({
          value: value === 'unfinished' ? '' : value,
          label: t(`filter_state.${value}`),
        }))}
        {...choice('state')}
      />
      <SelectField
        label={t('filter.kind')}
        options={[
          { value: '', label: t('filter.every_kind') },
          ...caseKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
        ]}
        {...choice('kind')}
      />
    </FilterPanel>
  );
}
