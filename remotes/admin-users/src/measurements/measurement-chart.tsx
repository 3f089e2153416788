import type { MeasuredStep } from '@bank/contracts/measurements';
import { useFormat } from '@bank/i18n/use-format';
import { Card } from '@bank/ui/card';
import { ChartFrame, roundTop } from '@bank/ui/chart-frame';
import { Cluster } from '@bank/ui/layout';
import { type Chart, inUnit, pathOf, rounded, type Unit } from './charts';
import styles from './measurements.module.css';
import { useMeasurementTexts } from './texts';

/** Units of the view box; the drawing is stretched to its width, its strokes are not. */
const box = { width: 600, height: 160 };

/** The lines of a chart over the steps: the first one full, the second one dashed. */
export function MeasurementChart({ chart, steps }: { chart: Chart; steps: readonly MeasuredStep[] }) {
  const { t } = useMeasurementTexts();
  const { dateTime } = useFormat();
  const worded = useWorded(chart.unit);
  const title = t(`chart_${chart.key}`);
  const lines = chart.series.map((name) => ({
    name: t(`series_${name}`),
    values: steps.map((step) => valueIn(step[name], chart.unit)),
  }));
  const most = lines.map(({ values }) => Math.max(0, ...values.map((value) => value ?? 0)));
  const top = topOf(Math.max(...most), chart.unit);
  const isOne = lines.length === 1;
  const named = (series: string, value: string) => (isOne ? value : t('value', { series, value }));
  const wordsOf = (at: number) => {
    const values = lines.map(({ name, values: all }) => named(name, worded(all[at])));
    return t('values', { moment: dateTime(steps[at]?.at ?? 0), values: values.join(', ') });
  };
  const figures = lines.map(({ name }, at) => t('figure', { value: named(name, worded(most[at])) }));
  const [from, to] = [dateTime(steps[0]?.at ?? 0), dateTime(steps.at(-1)?.at ?? 0)];
  return (
    <Card title={title}>
      <ChartFrame
        kind="line"
        lines={[worded(top), worded(top / 2), worded(0)]}
        count={steps.length}
        label={t('move', { title })}
        wordsOf={wordsOf}
      >
        <svg
          className={styles.chart}
          viewBox={`0 0 ${box.width} ${box.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('picture', { title, from, to, figures: figures.join(', ') })}
        >
          {lines.map(({ name, values }) => (
            <path key={name} className={styles.line} d={pathOf(values, top, box)} />
          ))}
        </svg>
      </ChartFrame>
      {!isOne && (
        <Cluster as="ul" gap={16} className={styles.legend} aria-hidden="true">
          {lines.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
        </Cluster>
      )}
    </Card>
  );
}

const valueIn = (value: number | null, unit: Unit) => (value === null ? null : inUnit(value, unit));

/** A share of a core reads in percent, so that its scale is round in percent. */
const topOf = (most: number, unit: Unit) =>
  unit === 'percent' ? roundTop(most * 100) / 100 : roundTop(most);

/** A value with its unit, or that there is none. */
function useWorded(unit: Unit) {
  const { t } = useMeasurementTexts();
  const { number, percent } = useFormat();
  return (value: number | null | undefined): string => {
    if (value === null || value === undefined) return t('unmeasured');
    if (unit === 'percent') return percent(value);
    const text = number(rounded(value));
    return unit === 'number' ? text : t(unit, { value: text });
  };
}
