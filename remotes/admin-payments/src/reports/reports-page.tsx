import { pageQuery } from '@bank/contracts/pagination';
import { type Report, reportQuery } from '@bank/contracts/reports';
import { isOffline } from '@bank/client/call-failure';
import { ExportButtons } from '@bank/client/export-buttons';
import { QueryError } from '@bank/client/query-boundary';
import { useFilters } from '@bank/client/use-filters';
import { useFormat } from '@bank/i18n/use-format';
import { Card } from '@bank/ui/card';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import { PeriodChooser } from './period-chooser';
import { completed, periodBefore, problemOf } from './periods';
import { ReportPicture } from './report-picture';
import { ReportStats } from './report-stats';
import { ReportTables } from './report-tables';
import { type Compared, exportReport, useReport } from './reports.api';
import styles from './reports-page.module.css';

const querySchemas = { ...pageQuery(1), ...reportQuery.shape };

export function ReportsPage() {
  const { t } = useTexts();
  const filters = useFilters(querySchemas, ['dateFrom', 'dateTo']);
  const period = completed(filters.values);
  const isPossible = problemOf(period) === undefined;
  const query = useReport(period, isPossible);
  const before = useReport(periodBefore(period), isPossible);
  const { data, isError, error } = query;
  return (
    <Page layout="desk">
      <PageHeading title={t('reports.title')} />
      <div className={styles.bar}>
        <PeriodChooser period={period} onChange={filters.change} />
        <ExportButtons
          label={t('reports.export')}
          formats={['csv', 'pdf']}
          hint={t('reports.export_hint')}
          disabled={!isPossible}
          save={(format) => exportReport(format, period)}
        />
      </div>
      {isError ? (
        <Card>
          <QueryError
            query={query}
            title={t('reports.failed')}
            message={t(isOffline(error) ? 'reports.failed_network' : 'reports.failed_message')}
          />
        </Card>
      ) : data ? (
        <Content report={data} before={isBefore(before.data, data) ? before.data : undefined} />
      ) : (
        isPossible && <ReportLoading />
      )}
    </Page>
  );
}

/** Not while one of the two is still that of the period before it was changed. */
const isBefore = (before: Report | undefined, { dateFrom, dateTo }: Report) =>
  before?.dateTo === periodBefore({ dateFrom, dateTo }).dateTo;

const Content = ({ report, before }: Compared) => (
  <>
    <ReportStats report={report} before={before} />
    <ComparedWith before={before} />
    <ReportPicture report={report} />
    <ReportTables report={report} before={before} />
  </>
);

/** Its line is there before the dates are, so that nothing moves. */
function ComparedWith({ before }: Pick<Compared, 'before'>) {
  const { t } = useTexts();
  const { date } = useFormat();
  return (
    <p className={styles.compared}>
      {before && t('reports.compared', { from: date(before.dateFrom), to: date(before.dateTo) })}
    </p>
  );
}

const ReportLoading = () => (
  <Loading>
    <Stack className={styles.stats}>
      {[0, 1, 2, 3].map((place) => (
        <Card key={place}>
          <Skeleton />
          <Skeleton height="figure" />
        </Card>
      ))}
    </Stack>
    <Skeleton height="block" />
  </Loading>
);
