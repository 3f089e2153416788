import { type JobName, jobNames, type JobRun, jobRunListQuery } from '@bank/contracts/jobs';
import type { Format } from '@bank/i18n/format';
import { useFormat } from '@bank/i18n/use-format';
import { useFilters } from '@bank/client/use-filters';
import { Badge } from '@bank/ui/badge';
import { Card } from '@bank/ui/card';
import { type Column, DataTable } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { ErrorState } from '@bank/ui/error-state';
import { Pagination } from '@bank/ui/pagination';
import type { Tone } from '@bank/ui/tone';
import { useTexts } from '../texts';
import styles from './job-runs.module.css';
import { pageSize, useJobRuns } from './logs.api';

type Outcome = 'done' | 'idle' | 'failed';
const tones: Record<Outcome, Tone> = { done: 'success', idle: 'neutral', failed: 'danger' };

/** What the bank did by itself, in its four states. */
export function JobRuns() {
  const { t } = useTexts();
  const { page, goTo } = useFilters<never>(jobRunListQuery.shape, []);
  const { data, isPending, isPlaceholderData, isError, isFetching, refetch } = useJobRuns(page);
  const columns = columnsOf(t, useFormat());
  return (
    <>
      <Card padding="none">
        <DataTable
          dense
          caption={t('logs.view_jobs')}
          columns={columns}
          rows={data?.runs ?? []}
          rowKey={({ id }) => id}
          loading={isPending || isPlaceholderData}
          loadingRows={pageSize}
          empty={<EmptyState icon="clock" title={t('jobs.empty')} message={t('jobs.empty_message')} />}
          error={
            isError && (
              <ErrorState
                title={t('jobs.failed')}
                message={t('jobs.failed_message')}
                onRetry={() => void refetch()}
                retrying={isFetching}
              />
            )
          }
        />
      </Card>
      {data && <Pagination answer={data.pagination} page={page} onPage={goTo} />}
    </>
  );
}

type Translate = ReturnType<typeof useTexts>['t'];

function columnsOf(t: Translate, format: Format): Column<JobRun>[] {
  return [
    {
      key: 'date',
      header: t('jobs.date'),
      primary: true,
      cell: (run) => <RunTime run={run} format={format} />,
    },
    {
      key: 'job',
      header: t('jobs.job'),
      cell: ({ job }) => (isKnown(job) ? t(`jobs.name_${job}`) : job),
    },
    { key: 'did', header: t('jobs.did'), cell: (run) => whatItDid(run, t) },
    {
      key: 'outcome',
      header: t('jobs.outcome'),
      cell: (run) => <Badge tone={tones[outcomeOf(run)]}>{t(`jobs.outcome_${outcomeOf(run)}`)}</Badge>,
    },
  ];
}

/** The end of a run; for several alike in a row, since when. */
function RunTime({ run, format: { dateTime } }: { run: JobRun; format: Format }) {
  const { t } = useTexts();
  const [from, to] = [dateTime(run.started_at), dateTime(run.finished_at)];
  return (
    <span className={styles.date}>
      <time dateTime={run.finished_at}>{to}</time>
      {run.done === 0 && from !== to && (
        <span className={styles.since}>{t('jobs.since', { date: from })}</span>
      )}
    </span>
  );
}

function whatItDid(run: JobRun, t: Translate): string {
  const outcome = outcomeOf(run);
  if (outcome === 'idle') return t('jobs.did_nothing');
  if (outcome === 'failed') return t('jobs.did_failed');
  return t(isKnown(run.job) ? `jobs.did_${run.job}` : 'jobs.did_unknown', { done: run.done });
}

const outcomeOf = ({ done, failed }: JobRun): Outcome => {
  if (failed) return 'failed';
  return done > 0 ? 'done' : 'idle';
};

/** A job of a newer or older server is shown by its name. */
const isKnown = (job: string): job is JobName => (jobNames as readonly string[]).includes(job);
