import type { BalanceOverview } from '@bank/contracts/accounts';
import { useFormat } from '@bank/i18n/use-format';
import { ChartFrame } from '@bank/ui/chart-frame';
import styles from './balance-chart.module.css';
import { roundScale } from './round-scale';

export type Day = BalanceOverview['history'][number];

/** Units of the view box; the drawing is stretched to its width, its strokes are not. */
const width = 600;
const height = 200;

interface BalanceChartProps {
  days: Day[];
  /** The text alternative of the line. */
  label: string;
  /** The label of the scrubber over the days. */
  scrubber: string;
  /** How a value reads, on the lines of the scale and beside its day. */
  worded: (value: number) => string;
}

/** A stepped line against three lines of scale; mouse, finger and arrow keys move over its days. */
export function BalanceChart({ days, label, scrubber, worded }: BalanceChartProps) {
  const { date } = useFormat();
  const { at, zero, lines } = scaleOf(days.map(({ balance }) => balance));
  const [start, ...steps] = days.map(({ balance }, day) => at(day, balance));
  if (!start) return null;
  const line = `M${start.x} ${start.y}${steps.map(({ x, y }) => `H${x}V${y}`).join('')}`;
  const end = steps.at(-1) ?? start;
  return (
    <ChartFrame
      kind="line"
      lines={[worded(lines[0]), worded(lines[1]), worded(lines[2])]}
      count={days.length}
      label={scrubber}
      wordsOf={(place) => {
        const day = days[place];
        return day ? `${date(day.date)} · ${worded(day.balance)}` : '';
      }}
    >
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
        <path className={styles.today} d={`M${end.x} ${end.y}h0`} />
      </svg>
    </ChartFrame>
  );
}

/** The coordinates of a day's balance, of zero if the line crosses it, and the values of the lines of scale. */
function scaleOf(balances: number[]) {
  const least = Math.min(...balances);
  const most = Math.max(...balances);
  // A constant balance is drawn on the middle line, a constant zero on the lowest.
  const spread = most === least ? Math.abs(most) || 1 : 0;
  const { low, high } = roundScale(most === 0 && spread > 0 ? 0 : least - spread, most + spread);
  const y = (balance: number) => rounded(height * (1 - (balance - low) / (high - low)));
  const x = (day: number) => rounded((day / Math.max(1, balances.length - 1)) * width);
  return {
    at: (day: number, balance: number) => ({ x: x(day), y: y(balance) }),
    zero: low < 0 && high > 0 ? y(0) : undefined,
    lines: [high, (high + low) / 2, low] as const,
  };
}

const rounded = (length: number) => Math.round(length * 10) / 10;
