import type { BalanceOverview } from '@bank/contracts/accounts';
import styles from './balance-chart.module.css';

export type Day = BalanceOverview['history'][number];

/** The drawing's own units; it is stretched to the width that it gets, its strokes are not. */
const width = 600;
const height = 200;

/** Room for the thickness of the line above and below, and for the dot at its end. */
const margin = 8;

interface BalanceChartProps {
  days: Day[];
  /** What the line says, for those who do not see it. */
  label: string;
}

/** The balance at the end of each day as one line. */
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

/** Where a balance of a day lies; and where nothing lies, if the line crosses it. */
function scaleOf(balances: number[]) {
  const low = Math.min(...balances);
  const high = Math.max(...balances);
  // A balance that stays the same lies halfway up, one of nothing at the foot.
  const level = high === 0 ? 0 : 0.5;
  const upTo = (balance: number) => (high === low ? level : (balance - low) / (high - low));
  const y = (balance: number) => rounded(height - margin - upTo(balance) * (height - 2 * margin));
  const x = (day: number) => rounded((day / Math.max(1, balances.length - 1)) * (width - margin));
  return {
    at: (day: number, balance: number) => `${x(day)} ${y(balance)}`,
    zero: low < 0 && high > 0 ? y(0) : undefined,
  };
}

const rounded = (length: number) => Math.round(length * 10) / 10;
