import type { MeasuredServer } from '@bank/contracts/measurements';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Card } from '@bank/ui/card';
import { type Column, DataTable } from '@bank/ui/data-table';
import { inUnit, rounded } from './charts';
import { useMeasurementTexts } from './texts';

/** A server stores its figures every minute; after three it has stopped, or cannot reach its database. */
const quietMs = 3 * 60_000;

/** The servers that measured in the period, each with its newest minute. */
export function ServerTable({ servers, now }: { servers: MeasuredServer[]; now: number }) {
  const { t } = useMeasurementTexts();
  const { number, percent, relativeTime } = useFormat();
  const isQuiet = ({ measured_at }: MeasuredServer) => now - Date.parse(measured_at) > quietMs;
  const columns: Column<MeasuredServer>[] = [
    {
      key: 'name',
      header: t('server'),
      primary: true,
      cell: (server) => (
        <>
          {server.name} {isQuiet(server) && <Badge tone="warning">{t('no_response')}</Badge>}
        </>
      ),
    },
    {
      key: 'measured_at',
      header: t('measured_at'),
      cell: ({ measured_at }) => <time dateTime={measured_at}>{relativeTime(measured_at, now)}</time>,
    },
    {
      key: 'calls',
      header: t('calls'),
      align: 'end',
      cell: ({ calls_per_second }) => number(rounded(calls_per_second)),
    },
    {
      key: 'p99',
      header: t('p99'),
      align: 'end',
      cell: ({ p99_ms }) =>
        p99_ms === null ? t('unmeasured') : t('milliseconds', { value: number(rounded(p99_ms)) }),
    },
    { key: 'cpu', header: t('cpu'), align: 'end', cell: ({ cpu }) => percent(cpu) },
    {
      key: 'memory',
      header: t('memory'),
      align: 'end',
      cell: ({ memory_bytes }) =>
        t('megabytes', { value: number(rounded(inUnit(memory_bytes, 'megabytes'))) }),
    },
    { key: 'streams', header: t('streams'), align: 'end', cell: ({ streams }) => number(streams) },
  ];
  return (
    <Card title={t('table')} padding="none">
      <DataTable dense caption={t('table')} columns={columns} rows={servers} rowKey={({ name }) => name} />
    </Card>
  );
}
