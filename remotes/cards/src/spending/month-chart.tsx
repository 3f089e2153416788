import type { SpendingMonth } from '@bank/contracts/card-spending';
import { useFormat } from '@bank/i18n/use-format';
import { ChartFrame, roundTop } from '@bank/ui/chart-frame';
import { DayBars } from '@bank/ui/day-bars';
import styles from './month-chart.module.css';
import { useMonthNames } from './month-names';
import { lineText } from './line-text';
import { useSpendingTexts } from './texts';

interface MonthChartProps {
  months: readonly SpendingMonth[];
  currency: string;
  /** The place of the month whose values are shown. */
  at: number;
  onMove: (at: number) => void;
}

/** One bar a month; the month that is chosen has its categories below. */
export function MonthChart({ months, currency, at, onMove }: MonthChartProps) {
  const { t } = useSpendingTexts();
  const { amount } = useFormat();
  const name = useMonthNames();
  const spoken = ({ month, spent }: SpendingMonth) => ({
    month: name(month, 'full'),
    amount: amount(spent, currency),
  });
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return null;
  const highest = months.reduce((best, month) => (month.spent > best.spent ? month : best));
  const top = roundTop(highest.spent);
  const from = { from: name(first.month, 'full'), to: name(last.month, 'full') };
  return (
    <ChartFrame
      kind="bars"
      lines={[lineText(top, currency), lineText(top / 2, currency), lineText(0, currency)]}
      count={months.length}
      label={t('scrub')}
      at={at}
      onMove={onMove}
      wordsOf={(place) => t('spoken', spoken(months[place] ?? last))}
      below={<Names months={months} at={at} />}
    >
      <DayBars
        rows={months.map(({ month, spent }) => ({ day: month, values: { spent } }))}
        series={[{ key: 'spent', label: t('spent'), tone: 'brand' }]}
        top={top}
        label={t('picture', { ...from, ...spoken(highest) })}
      />
    </ChartFrame>
  );
}

/** Under narrow bars only their letters fit; the full name is beside the values. */
function Names({ months, at }: Pick<MonthChartProps, 'months' | 'at'>) {
  const name = useMonthNames();
  return (
    <div className={styles.names} aria-hidden="true">
      <div>
        {months.map(({ month }, place) => (
          <span key={month} className={place === at ? styles.named : undefined}>
            <span className={styles.short}>{name(month, 'short')}</span>
            <span className={styles.letter}>{name(month, 'letter')}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
