import { type Report, volumeKinds } from '@bank/contracts/reports';
import { useFormat } from '@bank/i18n/use-format';
import type { Column } from '@bank/ui/data-table';
import type { DayRow } from '@bank/ui/day-bars';
import { DayPicture } from '@bank/ui/day-picture';
import { useTexts } from '../texts';
import { sumOf } from './sums';

export function ReportPicture({ report: { byDay } }: { report: Report }) {
  const { t } = useTexts();
  const { amount, number } = useFormat();
  const dayOf = new Map(byDay.map((row) => [row.day, row]));
  const columns: Column<DayRow>[] = [
    {
      key: 'count',
      header: t('reports.count'),
      align: 'end',
      cell: ({ day }) => number(dayOf.get(day)?.count ?? 0),
    },
    ...([...volumeKinds, 'fees'] as const).map((kind) => ({
      key: kind,
      header: t(`reports.${kind}`),
      align: 'end' as const,
      cell: ({ day }: DayRow) => amount(dayOf.get(day)?.[kind] ?? 0),
    })),
  ];
  return (
    <DayPicture
      title={t('reports.volume_by_day')}
      worded={(value) => amount(value)}
      coming={t('reports.volume_coming')}
      rows={byDay.map((row) => ({
        day: row.day,
        values: { volume: sumOf(volumeKinds.map((kind) => row[kind])) },
      }))}
      series={[{ key: 'volume', label: t('reports.volume'), tone: 'brand' }]}
      columns={columns}
    />
  );
}
