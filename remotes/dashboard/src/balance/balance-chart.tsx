import type { BalanceOverview } from '@bank/contracts/accounts';
import styles from './balance-chart.module.css';

export type Day = BalanceOverview['history'][number];

/** Units of the view box; the drawing is stretched to its width, its strokes are not. */
const width = 600;
const height = 200;

/** Space for the stroke width, and for the dot at the end of the line. */
const margin = 8;

interface BalanceChartProps {
  days: Day[];
  /** The text alternative of the line. */
  label: string;
}

export function BalanceChart({ days, label }: BalanceChartProps) {
  const { at, zero } = scaleOf(days.map(({ balance }) => balance));
  const points = days.map(({ balance }, day) => at(day, balance));
  const line = `M${points.join('L')}`;
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={styles.ground} d={`${line}V${height}H0Z`} />
      {zero !== undefined && <path className={styles.zero} d={`M0 ${zero}H${width}`} />}
      <path className={styles.line} d={line} />
      <path className={styles.today} d={`M${points.at(-1)}h0`} />
    </svg>
  );
}

/** The coordinates of a day's balance, and of zero if the line crosses it. */
function scaleOf(balances: number[]) {
  const low = Math.min(...balances);
  const high = Math.max(...balances);
  // A constant balance is drawn at half height, a constant zero at the bottom.
  const level = high === 0 ? 0 : 0.5;
  const heightOf = (balance: number) => (high === low ? level : (balance - low) / (high - low));
  const y = (balance: number) => rounded(height - margin - heightOf(balance) * (height - 2 * margin));
  const x = (day: number) => rounded((day / Math.max(1, balances.length - 1)) * (width - margin));
  return {
    at: (day: number, balance: number) => `${x(day)} ${y(balance)}`,
    zero: low < 0 && high > 0 ? y(0) : undefined,
  };
}

const rounded = (length: number) => Math.round(length * 10) / 10;
