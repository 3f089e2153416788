import type { ReactNode } from 'react';
import { useFormat } from '@bank/i18n/use-format';
// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { Card } from '@bank/ui/card';
import styles from './day-figure.module.css';

export interface DayFigureProps {
  title: string;
  actions?: ReactNode;
  /** The first and the last day, `2026-11-21`: they stand under the two ends of the picture. */
  from: string;
  to: string;
  /** What stands above the picture. */
  head?: ReactNode;
  /** What the picture says, in words. */
  note: ReactNode;
  /** Every figure behind the picture, and what the reader opens it by. */
  table: ReactNode;
  tableLabel: string;
  /** The picture. */
  children: ReactNode;
}

/** A picture of some days, what it says, and behind it every figure. */
export function DayFigure(props: DayFigureProps) {
  const { title, actions, from, to, head, note, table, tableLabel, children } = props;
  const { date } = useFormat();
  return (
    <Card title={title} actions={actions}>
      <figure className={styles.figure}>
        {head}
        {children}
        <div className={styles.ends} aria-hidden="true">
          <span>{date(from)}</span>
          <span>{date(to)}</span>
        </div>
        <figcaption className={styles.note}>{note}</figcaption>
      </figure>
      <details className={styles.details}>
        <summary>{tableLabel}</summary>
        {table}
      </details>
    </Card>
  );
}
