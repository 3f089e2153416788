import { errorListQuery, errorStates } from '@bank/contracts/remote-errors';
import { Link } from '@bank/client/router';
import { type Filters, useFilters } from '@bank/client/use-filters';
import { Card } from '@bank/ui/card';
import { Cluster } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { Segmented } from '@bank/ui/segmented';
import { SelectField } from '@bank/ui/select-field';
import { useTexts } from '../texts';
import { ErrorTable } from './error-table';
import { useRemoteErrors } from './remote-errors.api';
import { useRemoteErrorTexts } from './texts';

const filterNames = ['remote', 'version', 'state'] as const;

/** The errors that browsers reported of the modules' releases, one row for each fault. */
export function ErrorsPage() {
  const { t: title } = useTexts();
  const { t } = useRemoteErrorTexts();
  const filters = useFilters(errorListQuery.shape, filterNames);
  const query = useRemoteErrors({ ...filters.values, page: filters.page });
  const pagination = query.isError ? undefined : query.data?.pagination;
  return (
    <Page layout="desk">
      <p>
        <Link to="/admin/releases">{t('list.releases')}</Link>
      </p>
      <PageHeading title={title('remote_errors.title')} lead={t('list.lead')} />
      <ErrorFilters filters={filters} releases={query.data?.releases ?? []} />
      <Card padding="none">
        <ErrorTable query={query} version={filters.values.version} isFiltered={filters.isFiltered} />
      </Card>
      {pagination && <Pagination answer={pagination} page={filters.page} onPage={filters.goTo} />}
    </Page>
  );
}

interface ErrorFiltersProps {
  filters: Filters<(typeof filterNames)[number]>;
  releases: { remote: string; version: string }[];
}

/** A version belongs to a module: choosing another module lets it go. */
function ErrorFilters({ filters: { values, change, choice }, releases }: ErrorFiltersProps) {
  const { t } = useRemoteErrorTexts();
  const named = (value: string) => ({ value, label: value });
  const remotes = [...new Set([...releases.map(({ remote }) => remote), values.remote])].filter(Boolean);
  const versions = releases.filter(({ remote }) => remote === values.remote).map(({ version }) => version);
  const known = [...new Set([...versions, values.version])].filter(Boolean);
  return (
    <Cluster gap="12-16" align="end" role="search" aria-label={t('list.filters')}>
      <Segmented
        label={t('list.state')}
        options={errorStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        value={errorStates.find((each) => each === values.state) ?? 'open'}
        onChange={(state) => change({ state: state === 'open' ? '' : state })}
      />
      <SelectField
        label={t('list.module')}
        options={[{ value: '', label: t('filter.every_module') }, ...remotes.map(named)]}
        value={values.remote}
        onChange={({ target }) => change({ remote: target.value, version: '' })}
      />
      {values.remote && (
        <SelectField
          label={t('list.release')}
          options={[{ value: '', label: t('filter.every_release') }, ...known.map(named)]}
          {...choice('version')}
        />
      )}
    </Cluster>
  );
}
