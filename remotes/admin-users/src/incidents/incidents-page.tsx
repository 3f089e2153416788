import { useState } from 'react';
import { incidentListQuery, incidentSeverities, incidentStateFilters } from '@bank/contracts/incidents';
import { assigneeFilters } from '@bank/contracts/work';
import { FilterPanel } from '@bank/client/filter-panel';
import { mayDo, useSession } from '@bank/client/session';
import { type Filters, useFilters } from '@bank/client/use-filters';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { Segmented } from '@bank/ui/segmented';
import { SelectField } from '@bank/ui/select-field';
import { ReservedSpace } from '../reserved-space';
import { useTexts } from '../texts';
import { IncidentTable } from './incident-table';
import { useIncidents } from './incidents.api';
import { NewIncident } from './new-incident';
import { useIncidentTexts } from './texts';

const filterNames = ['state', 'severity', 'mine'] as const;

/** The incidents of the bank, newest first. The list is live. */
export function IncidentsPage() {
  const { t: title } = useTexts();
  const { t } = useIncidentTexts();
  const [isOpening, setIsOpening] = useState(false);
  const { user } = useSession();
  const filters = useFilters(incidentListQuery.shape, filterNames);
  const query = useIncidents({ ...filters.values, page: filters.page });
  const pagination = query.isError ? undefined : query.data?.pagination;
  const open = query.data?.open;
  const lead = open === undefined ? t('list.lead') : t('list.left', { count: open });
  return (
    <Page layout="desk">
      <PageHeading
        title={title('incidents.title')}
        lead={query.isPending ? <ReservedSpace>{t('list.left', { count: 2 })}</ReservedSpace> : lead}
        actions={
          !isOpening &&
          mayDo(user, 'change', 'incidents:manage') && (
            <Button icon="plus" onClick={() => setIsOpening(true)}>
              {t('new.begin')}
            </Button>
          )
        }
      />
      {isOpening && <NewIncident onClose={() => setIsOpening(false)} />}
      <IncidentFilters filters={filters} />
      <Card padding="none">
        <IncidentTable query={query} isFiltered={filters.isFiltered} />
      </Card>
      {pagination && <Pagination answer={pagination} page={filters.page} onPage={filters.goTo} />}
    </Page>
  );
}

function IncidentFilters({
  filters: { values, change, choice },
}: {
  filters: Filters<(typeof filterNames)[number]>;
}) {
  const { t } = useIncidentTexts();
  return (
    <FilterPanel
      label={t('list.filters')}
      layout="row"
      chosen={[values.state, values.severity].filter(Boolean).length}
      lead={
        <Segmented
          label={t('list.owner')}
          options={assigneeFilters.map((value) => ({ value, label: t(`mine.${value}`) }))}
          value={assigneeFilters.find((each) => each === values.mine) ?? 'all'}
          onChange={(mine) => change({ mine: mine === 'all' ? '' : mine })}
        />
      }
    >
      <SelectField
        label={t('list.state')}
        options={incidentStateFilters.map((value) => ({
          value: value === 'unfinished' ? '' : value,
          label: t(`filter_state.${value}`),
        }))}
        {...choice('state')}
      />
      <SelectField
        label={t('list.severity')}
        options={[
          { value: '', label: t('filter.every_severity') },
          ...incidentSeverities.map((value) => ({ value, label: t(`severity.${value}`) })),
        ]}
        {...choice('severity')}
      />
    </FilterPanel>
  );
}
