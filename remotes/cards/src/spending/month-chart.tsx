import { type PointerEvent, useRef } from 'react';
import type { SpendingMonth } from '@bank/contracts/card-spending';
import { useFormat } from '@bank/i18n/use-format';
import { DayBars } from '@bank/ui/day-bars';
import styles from './month-chart.module.css';
import { useMonthNames } from './month-names';
import { lineText, roundTop } from './scale';
import { useSpendingTexts } from './texts';

interface MonthChartProps {
  months: readonly SpendingMonth[];
  currency: string;
  /** The place of the month whose values are shown. */
  at: number;
  onMove: (at: number) => void;
}

/** One bar a month against three lines; mouse, finger and arrow keys move over the months, which are read aloud. */
export function MonthChart({ months, currency, at, onMove }: MonthChartProps) {
  const top = roundTop(Math.max(...months.map(({ spent }) => spent)));
  return (
    <div className={styles.chart}>
      <div className={styles.lines} aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{lineText(value, currency)}</span>
        ))}
      </div>
      <Bars months={months} currency={currency} at={at} onMove={onMove} top={top} />
      <Names months={months} at={at} />
    </div>
  );
}

function Bars({ months, currency, at, onMove, top }: MonthChartProps & { top: number }) {
  const { t } = useSpendingTexts();
  const { amount } = useFormat();
  const name = useMonthNames();
  const spoken = ({ month, spent }: SpendingMonth) => ({
    ...{ month: name(month, 'full'), amount: amount(spent, currency) },
  });
  const { place, follow, slider } = useScrubber(months.length, onMove);
  const [first, shown, last] = [months[0], months[at], months.at(-1)];
  if (!first || !shown || !last) return null;
  const highest = months.reduce((best, month) => (month.spent > best.spent ? month : best));
  const from = { from: name(first.month, 'full'), to: name(last.month, 'full') };
  return (
    <div ref={place} className={styles.bars} onPointerDown={follow} onPointerMove={follow}>
      <div
        className={styles.shown}
        style={{ insetInlineStart: share(at, months), width: share(1, months) }}
      />
      <DayBars
        rows={months.map(({ month, spent }) => ({ day: month, values: { spent } }))}
        series={[{ key: 'spent', label: t('spent'), tone: 'brand' }]}
        top={top}
        label={t('picture', { ...from, ...spoken(highest) })}
      />
      <input
        ref={slider}
        className={styles.slider}
        type="range"
        aria-label={t('scrub')}
        aria-valuetext={t('spoken', spoken(shown))}
        min={0}
        max={months.length - 1}
        value={at}
        onChange={({ target }) => onMove(Number(target.value))}
      />
    </div>
  );
}

const share = (count: number, months: readonly unknown[]) => `${(count / months.length) * 100}%`;

/** Follows a mouse over the bars, and a finger or pen that is down; a press moves the focus to the slider. */
function useScrubber(count: number, onMove: (at: number) => void) {
  const place = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const follow = ({ clientX, type, pointerType }: PointerEvent) => {
    const box = place.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const at = Math.floor(((clientX - box.left) / box.width) * count);
    onMove(Math.min(count - 1, Math.max(0, at)));
    if (type === 'pointerdown' && pointerType === 'mouse') setTimeout(() => slider.current?.focus());
  };
  return { place, follow, slider };
}

/** Under narrow bars only their letters fit; the full name is beside the values. */
function Names({ months, at }: Pick<MonthChartProps, 'months' | 'at'>) {
  const name = useMonthNames();
  return (
    <div className={styles.names} aria-hidden="true">
      {months.map(({ month }, place) => (
        <span key={month} className={place === at ? styles.named : undefined}>
          <span className={styles.short}>{name(month, 'short')}</span>
          <span className={styles.letter}>{name(month, 'letter')}</span>
        </span>
      ))}
    </div>
  );
}
