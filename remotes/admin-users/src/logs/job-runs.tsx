import { isJobName, type JobRun, jobRunListQuery } from '@bank/contracts/jobs';
import { jobTitle } from '@bank/contracts/job-texts';
import type { Language } from '@bank/contracts/language';
import type { Format } from '@bank/i18n/format';
import { useLanguage } from '@bank/i18n/language';
import { QueryTable } from '@bank/client/query-table';
import { useFormat } from '@bank/i18n/use-format';
import { useFilters } from '@bank/client/use-filters';
import { Badge } from '@bank/ui/badge';
import { Card } from '@bank/ui/card';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Pagination } from '@bank/ui/pagination';
import { useTexts } from '../texts';
import styles from './job-runs.module.css';
import { jobPageSize, useJobRuns } from './logs.api';

type Outcome = 'done' | 'idle' | 'failed';

export function JobRuns() {
  const { t } = useTexts();
  const { page, goTo } = useFilters<never>(jobRunListQuery.shape, []);
  const query = useJobRuns(page);
  const columns = columnsOf(t, useFormat(), useLanguage());
  return (
    <>
      <Card padding="none">
        <QueryTable
          dense
          caption={t('logs.view_jobs')}
          columns={columns}
          query={query}
          rowsOf={({ runs }) => runs}
          rowKey={({ id }) => id}
          loadingRows={jobPageSize}
          empty={<EmptyState icon="clock" title={t('jobs.empty')} message={t('jobs.empty_message')} />}
          failed={t('jobs.failed')}
          failedMessage={t('jobs.failed_message')}
        />
      </Card>
      {query.data && <Pagination answer={query.data.pagination} page={page} onPage={goTo} />}
    </>
  );
}

type Translate = ReturnType<typeof useTexts>['t'];

function columnsOf(t: Translate, format: Format, language: Language): Column<JobRun>[] {
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
      cell: ({ job }) => jobTitle(job, language),
    },
    { key: 'did', header: t('jobs.did'), cell: (run) => resultText(run, t) },
    {
      key: 'outcome',
      header: t('jobs.outcome'),
      cell: (run) => {
        const words = t(`jobs.outcome_${outcomeOf(run)}`);
        return run.failed ? <Badge tone="danger">{words}</Badge> : words;
      },
    },
  ];
}

/** The end of a run; for identical runs in a row, also the start of the first. */
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

function resultText(run: JobRun, t: Translate): string {
  const outcome = outcomeOf(run);
  if (outcome === 'idle') return t('jobs.did_nothing');
  if (outcome === 'failed') return t('jobs.did_failed');
  return t(isJobName(run.job) ? `jobs.did_${run.job}` : 'jobs.did_unknown', { done: run.done });
}

const outcomeOf = ({ done, failed }: JobRun): Outcome => {
  if (failed) return 'failed';
  return done > 0 ? 'done' : 'idle';
};
