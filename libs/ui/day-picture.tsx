import type { ReactNode } from 'react';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from './badge';
import { Card } from './card';
import { type Column, DataTable } from './data-table';
import { DayBars, type DayRow, type Series, totalOf } from './day-bars';
import styles from './day-picture.module.css';

interface DayPictureProps {
  title: string;
  rows: readonly DayRow[];
  series: readonly Series[];
  /** How a value reads: a count or an amount. */
  worded: (value: number) => string;
  /** The columns of the table behind the picture, if it says more than the picture. */
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
    <Card title={title} actions={actions}>
      <figure className={styles.figure}>
        {series.length > 1 && (
          <div className={styles.legend}>
            {series.map(({ key, label, tone }) => (
              <Badge key={key} tone={tone === 'brand' ? 'neutral' : tone}>
                {label}
              </Badge>
            ))}
          </div>
        )}
        <DayBars
          rows={rows}
          series={series}
          label={t('chart.picture', { title, from: date(first.day), to: date(last.day), note })}
        />
        <div className={styles.ends} aria-hidden="true">
          <span>{date(first.day)}</span>
          <span>{date(last.day)}</span>
        </div>
        <figcaption className={styles.note}>{note}</figcaption>
      </figure>
      <details className={styles.details}>
        <summary>{t('chart.table')}</summary>
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
      </details>
    </Card>
  );
}

const valueColumn = ({ key, label }: Series, worded: (value: number) => string): Column<DayRow> => ({
  key,
  header: label,
  align: 'end',
  cell: ({ values }) => worded(values[key] ?? 0),
});
