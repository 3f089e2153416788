import { logListQuery } from '@bank/contracts/admin';
import { LazyPart } from '@bank/client/lazy-part';
import { useSearchParams } from '@bank/client/router';
import { useFilters } from '@bank/client/use-filters';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { PageButtons } from '@bank/ui/pagination';
import { Segmented } from '@bank/ui/segmented';
import { useTexts } from '../texts';
import { JobRuns } from './job-runs';
import { LogExport } from './log-export';
import { filterNames, LogFilters } from './log-filters';
import { LogTable } from './log-table';
import { lastPage, pageSize, useLogs } from './logs.api';
import styles from './logs-page.module.css';

const views = ['activity', 'jobs', 'servers'] as const;
type View = (typeof views)[number];

const loadMeasurements = async () =>
  (await import(/* webpackChunkName: "watch" */ '../measurements/measurements')).MeasurementsView;

/** The activity log, the job runs or the figures of the servers, depending on the address. */
export function LogsPage() {
  const { t } = useTexts();
  const [parameters, setParameters] = useSearchParams();
  const view: View = views.find((known) => known === parameters.get('view')) ?? 'activity';
  const choice = (
    <Segmented
      label={t('logs.view')}
      options={views.map((value) => ({ value, label: t(`logs.view_${value}`) }))}
      value={view}
      onChange={(chosen) => setParameters(chosen === 'activity' ? {} : { view: chosen })}
    />
  );
  return (
    <Page layout="desk">
      <PageHeading title={t('logs.title')} />
      <div className={styles.head}>
        {choice}
        {view === 'activity' && <ActivityExport />}
      </div>
      {view === 'activity' && <Activity />}
      {view === 'jobs' && <JobRuns />}
      {view === 'servers' && <LazyPart name="measurements" load={loadMeasurements} rows={8} props={{}} />}
    </Page>
  );
}

/** The filters of the address, and the lines that they leave. */
function useActivity() {
  const filters = useFilters(logListQuery.shape, filterNames);
  return { ...filters, query: useLogs({ ...filters.values, page: filters.page }) };
}

/** Beside the choice of the view. */
function ActivityExport() {
  const { values, page, query } = useActivity();
  // Beyond the last page there is nothing to list, yet something to export.
  const isEmpty = query.data === undefined || (page === 1 && query.data.logs.length === 0);
  return <LogExport filters={values} isEmpty={isEmpty} />;
}

function Activity() {
  const { t } = useTexts();
  const { values, page: number, change, goTo, query } = useActivity();
  const { data, isError, isPlaceholderData } = query;
  const isFull = !isError && data !== undefined && data.logs.length >= pageSize;
  const place = isFull && number === lastPage ? 'logs.page_last' : 'logs.page';
  return (
    <>
      <LogFilters values={values} onFilter={change} />
      <Card padding="none">
        <LogTable query={query} isBeyondLast={number > lastPage} />
      </Card>
      {/* The log has no total, and a short page is the last one. */}
      <nav className={styles.pages} aria-label={t('logs.pages')}>
        <p className={styles.place}>{t(place, { page: number })}</p>
        <PageButtons
          page={number}
          hasNext={isFull && number < lastPage}
          onPage={(to) => (isPlaceholderData ? undefined : goTo(to))}
        />
      </nav>
    </>
  );
}
