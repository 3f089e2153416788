import { type MeasurementPeriod, measurementPeriods, type Measurements } from '@bank/contracts/measurements';
import { QueryBoundary } from '@bank/client/query-boundary';
import { useSearchParams } from '@bank/client/router';
import { bankTimeOf } from '@bank/i18n/bank-clock';
import { EmptyState } from '@bank/ui/empty-state';
import { Grid } from '@bank/ui/layout';
import { Segmented } from '@bank/ui/segmented';
import { charts } from './charts';
import { MeasurementChart } from './measurement-chart';
import { useMeasurements } from './measurements.api';
import { ServerTable } from './server-table';
import { useMeasurementTexts } from './texts';

const periods = Object.keys(measurementPeriods) as MeasurementPeriod[];

/** Charts of the servers' own measurements; the period is in the address. */
export function MeasurementsView() {
  const { t } = useMeasurementTexts();
  const [parameters, setParameters] = useSearchParams();
  const period = periods.find((known) => known === parameters.get('period')) ?? 'hour';
  const query = useMeasurements(period);
  return (
    <>
      <Segmented
        label={t('period')}
        options={periods.map((value) => ({ value, label: t(`period_${value}`) }))}
        value={period}
        onChange={(chosen) => setParameters({ view: 'servers', period: chosen })}
      />
      <QueryBoundary query={query} rows={8} failed={t('failed')}>
        {(data) => <Figures data={data} now={bankTimeOf(query.dataUpdatedAt)} />}
      </QueryBoundary>
    </>
  );
}

function Figures({ data: { steps, servers }, now }: { data: Measurements; now: number }) {
  const { t } = useMeasurementTexts();
  if (servers.length === 0)
    return <EmptyState icon="chart-column" title={t('empty')} message={t('empty_message')} />;
  return (
    <>
      <Grid columns="wide">
        {charts.map((chart) => (
          <MeasurementChart key={chart.key} chart={chart} steps={steps} />
        ))}
      </Grid>
      <ServerTable servers={servers} now={now} />
    </>
  );
}
