import type { ReactNode } from 'react';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '../feedback/badge';
import { Cluster } from '../layout/layout';
import { type Column, DataTable } from './data-table';
import { DayBars, type DayRow, type Series, totalOf } from './day-bars';
import { DayFigure } from './day-figure';

interface DayPictureProps {
  title: string;
  rows: readonly DayRow[];
  series: readonly Series[];
  /** How a value reads: a count or an amount. */
  worded: (value: number) => string;
  /** The columns of the table, when it shows more than the chart. */
  columns?: readonly Column<DayRow>[];
  actions?: ReactNode;
}

/** Something of each day as bars, and behind them every figure. */
export function DayPicture({ title, rows, series, worded, columns, actions }: DayPictureProps) {
  const { t } = useSharedTexts();
  const { date } = useFormat();
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return null;
  const highest = rows.reduce((best, row) => (totalOf(row) > totalOf(best) ? row : best));
  const note =
    totalOf(highest) === 0
      ? t('chart.nothing')
      : t('chart.highest', { value: worded(totalOf(highest)), day: date(highest.day) });
  return (
    <DayFigure
      title={title}
      actions={actions}
      from={first.day}
      to={last.day}
      head={series.length > 1 && <Legend series={series} />}
      note={note}
      tableLabel={t('chart.table')}
      table={
        <DataTable
          dense
          caption={title}
          rows={rows.toReversed()}
          rowKey={({ day }) => day}
          columns={[
            { key: 'day', header: t('chart.day'), primary: true, cell: ({ day }) => date(day) },
            ...(columns ?? series.map((one) => valueColumn(one, worded))),
          ]}
        />
      }
    >
      <DayBars
        rows={rows}
        series={series}
        label={t('chart.picture', { title, from: date(first.day), to: date(last.day), note })}
      />
    </DayFigure>
  );
}

const Legend = ({ series }: Pick<DayPictureProps, 'series'>) => (
  <Cluster gap={8}>
    {series.map(({ key, label, tone }) => (
      <Badge key={key} tone={tone === 'brand' ? 'neutral' : tone}>
        {label}
      </Badge>
    ))}
  </Cluster>
);

const valueColumn = ({ key, label }: Series, worded: (value: number) => string): Column<DayRow> => ({
  key,
  header: label,
  align: 'end',
  cell: ({ values }) => worded(values[key] ?? 0),
});
