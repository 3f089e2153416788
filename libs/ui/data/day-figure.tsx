import type { ReactNode } from 'react';
import { useFormat } from '@bank/i18n/use-format';
// Imported by shared names: a remote bundles this file and takes its imports from the host.
import { Card } from '@bank/ui/card';
import { Stack } from '@bank/ui/layout';
import styles from './day-figure.module.css';

export interface DayFigureProps {
  title: string;
  actions?: ReactNode;
  /** The first and the last day (`2026-11-21`), shown under the ends of the chart. */
  from: string;
  to: string;
  /** Content above the chart. */
  head?: ReactNode;
  /** The description of the chart in words. */
  note: ReactNode;
  /** Every figure behind the picture, and what the reader opens it by. */
  table: ReactNode;
  tableLabel: string;
  children: ReactNode;
}

/** A chart of some days with its description and a table of all its values. */
export function DayFigure(props: DayFigureProps) {
  const { title, actions, from, to, head, note, table, tableLabel, children } = props;
  const { date } = useFormat();
  return (
    <Card title={title} actions={actions}>
      <Stack as="figure" gap={8}>
        {head}
        {children}
        <div className={styles.ends} aria-hidden="true">
          <span>{date(from)}</span>
          <span>{date(to)}</span>
        </div>
        {note && <figcaption className={styles.note}>{note}</figcaption>}
      </Stack>
      <details className={styles.details}>
        <summary>{tableLabel}</summary>
        {table}
      </details>
    </Card>
  );
}
