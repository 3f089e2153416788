import { useId } from 'react';
import styles from './day-bars.module.css';

export interface Series {
  key: string;
  label: string;
  tone: 'success' | 'warning' | 'danger' | 'brand';
}

export interface DayRow {
  day: string;
  /** By the key of the series; never negative. */
  values: Record<string, number>;
}

interface DayBarsProps {
  rows: readonly DayRow[];
  series: readonly Series[];
  /** The accessible description of the bars. */
  label: string;
  /** The value at the upper edge, not below any row's total. Default: the highest of them. */
  top?: number;
}

/** The drawing's own units: a day is a step wide; all of it is stretched to the room that it gets. */
const step = 10;
const gap = 2;
const height = 200;

/** One bar a day, its parts on top of each other. */
export function DayBars({ rows, series, label, top }: DayBarsProps) {
  const highest = top ?? Math.max(1, ...rows.map(totalOf));
  const lengthOf = (value: number) => (value / highest) * height;
  const id = useId();
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${rows.length * step} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <Patterns id={id} />
      {rows.map(({ day, values }, place) =>
        series.map(({ key, tone }, part) => {
          const below = series.slice(0, part).reduce((sum, lower) => sum + (values[lower.key] ?? 0), 0);
          const value = values[key] ?? 0;
          return (
            <rect
              key={`${day} ${key}`}
              className={isPatterned(tone) ? undefined : styles[tone]}
              fill={isPatterned(tone) ? `url(#${id}${tone})` : undefined}
              x={place * step + gap / 2}
              width={step - gap}
              y={height - lengthOf(below + value)}
              height={lengthOf(value)}
            />
          );
        }),
      )}
    </svg>
  );
}

/** Stripes, so that parts differ without their colours: wide ones for what waits, narrow ones for what failed. */
const stripes = { warning: 12, danger: 5 } as const;
const isPatterned = (tone: Series['tone']): tone is keyof typeof stripes => tone in stripes;

const Patterns = ({ id }: { id: string }) => (
  <defs>
    {Object.entries(stripes).map(([tone, every]) => (
      <pattern key={tone} id={id + tone} width={step} height={every} patternUnits="userSpaceOnUse">
        <rect className={styles[tone]} width={step} height={every * 0.7} />
      </pattern>
    ))}
  </defs>
);

/** The sum of a day’s values. */
export const totalOf = ({ values }: DayRow): number =>
  Object.values(values).reduce((sum, value) => sum + value, 0);
