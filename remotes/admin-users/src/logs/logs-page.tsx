import type { ReactNode } from 'react';
import { logListQuery } from '@bank/contracts/admin';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { LazyPart } from '@bank/client/lazy-part';
import { useSearchParams } from '@bank/client/router';
import { useFilters } from '@bank/client/use-filters';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Segmented } from '@bank/ui/segmented';
import { useTexts } from '../texts';
import { JobRuns } from './job-runs';
import { LogExport } from './log-export';
import { filterNames, LogFilters } from './log-filters';
import { LogTable } from './log-table';
import { pageSize, useLogs } from './logs.api';
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
      {view === 'activity' ? <Activity choice={choice} /> : choice}
      {view === 'jobs' && <JobRuns />}
      {view === 'servers' && <LazyPart name="measurements" load={loadMeasurements} rows={8} props={{}} />}
    </Page>
  );
}

/** The export stands beside the choice of the view. */
function Activity({ choice }: { choice: ReactNode }) {
  const { values, page: number, change, goTo } = useFilters(logListQuery.shape, filterNames);
  const query = useLogs({ ...values, page: number });
  const { data, isError, isPlaceholderData } = query;
  const hasNext = !isError && !isPlaceholderData && data !== undefined && data.logs.length >= pageSize;
  return (
    <>
      <div className={styles.head}>
        {choice}
        <LogExport filters={values} isEmpty={!data?.logs.length} />
      </div>
      <LogFilters values={values} onFilter={change} />
      <Card padding="none">
        <LogTable query={query} />
      </Card>
      <Pages page={number} hasNext={hasNext} onPage={goTo} />
    </>
  );
}

interface PagesProps {
  page: number;
  hasNext: boolean;
  onPage: (page: number) => void;
}

/** Always both buttons: the log has no total, and a short page is the last one. */
function Pages({ page: number, hasNext, onPage }: PagesProps) {
  const { t } = useTexts();
  const { t: shared } = useSharedTexts();
  return (
    <nav className={styles.pages} aria-label={t('logs.pages')}>
      <p className={styles.place}>{t('logs.page', { page: number })}</p>
      <Button
        variant="secondary"
        icon="chevron-left"
        disabled={number === 1}
        onClick={() => onPage(number - 1)}
      >
        {shared('action.previous')}
      </Button>
      <Button variant="secondary" disabled={!hasNext} onClick={() => onPage(number + 1)}>
        {shared('action.next')}
      </Button>
    </nav>
  );
}
