import type { ReactNode } from 'react';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useFormat } from '@bank/i18n/use-format';
// Imported by shared names: a remote bundles this file and takes its imports from the host.
import { ChartFrame, roundTop } from '@bank/ui/chart-frame';
import { classNames } from '@bank/ui/class-names';
import { type Column, DataTable } from '@bank/ui/data-table';
import { DayBars, type DayRow, type Series, totalOf } from '@bank/ui/day-bars';
import { DayFigure } from '@bank/ui/day-figure';
import { EmptyState } from '@bank/ui/empty-state';
import { Cluster } from '@bank/ui/layout';
import styles from './day-picture.module.css';

interface DayPictureProps {
  title: string;
  rows: readonly DayRow[];
  series: readonly Series[];
  /** How a value reads: a count or an amount. */
  worded: (value: number) => string;
  /** The columns of the table, when it shows more than the chart. */
  columns?: readonly Column<DayRow>[];
  actions?: ReactNode;
  /** How the whole differs from the period before. */
  difference?: ReactNode;
  /** The text for a period without any value. */
  coming?: string;
}

/** Something of each day as bars, and behind them every figure; without any value, what will stand there. */
export function DayPicture(props: DayPictureProps) {
  const { title, rows, series, worded, columns, actions, difference, coming } = props;
  const { t } = useSharedTexts();
  const { date } = useFormat();
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return null;
  const highest = rows.reduce((best, row) => (totalOf(row) > totalOf(best) ? row : best));
  const isEmpty = totalOf(highest) === 0;
  const top = roundTop(totalOf(highest));
  const wordsOf = ({ day, values }: DayRow) =>
    [date(day), ...series.map(({ key, label }) => `${label} ${worded(values[key] ?? 0)}`)].join(' · ');
  const note = t('chart.highest', { value: worded(totalOf(highest)), day: date(highest.day) });
  return (
    <DayFigure
      title={title}
      actions={actions}
      from={first.day}
      to={last.day}
      head={
        <>
          {difference}
          {series.length > 1 && <Legend series={series} />}
        </>
      }
      note={isEmpty ? '' : note}
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
      {isEmpty ? (
        <EmptyState icon="chart-column" title={t('chart.nothing')} message={coming} />
      ) : (
        <ChartFrame
          kind="bars"
          lines={[worded(top), worded(top / 2), worded(0)]}
          count={rows.length}
          label={t('chart.day')}
          wordsOf={(at) => wordsOf(rows[at] ?? last)}
        >
          <DayBars
            rows={rows}
            series={series}
            top={top}
            label={t('chart.picture', { title, from: date(first.day), to: date(last.day), note })}
          />
        </ChartFrame>
      )}
    </DayFigure>
  );
}

const Legend = ({ series }: Pick<DayPictureProps, 'series'>) => (
  <Cluster gap={12}>
    {series.map(({ key, label, tone }) => (
      <span key={key} className={styles.part}>
        <span className={classNames(styles.swatch, styles[tone])} />
        {label}
      </span>
    ))}
  </Cluster>
);

const valueColumn = ({ key, label }: Series, worded: (value: number) => string): Column<DayRow> => ({
  key,
  header: label,
  align: 'end',
  cell: ({ values }) => worded(values[key] ?? 0),
});
