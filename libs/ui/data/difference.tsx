import { useDifferenceTexts } from '@bank/i18n/difference-texts';
import { useFormat } from '@bank/i18n/use-format';
// Imported by shared names: a remote bundles this file and takes its imports from the host.
import { classNames } from '@bank/ui/class-names';
import { Icon } from '@bank/ui/icon';
import styles from './difference.module.css';

export interface Change {
  direction: 'up' | 'down' | 'same';
  /** Relative to the value before; undefined if that was zero. */
  ratio: number | undefined;
}

/** Compares a value with the one before it. */
export function changeOf(current: number, previous: number): Change {
  const ratio = previous === 0 ? undefined : (current - previous) / Math.abs(previous);
  if (current === previous) return { direction: 'same', ratio };
  return { direction: current > previous ? 'up' : 'down', ratio };
}

interface DifferenceProps {
  now: number;
  before: number;
  /** How a value reads: a count or an amount. */
  worded: (value: number) => string;
  /** The period of comparison, after 'que': 'la période d’avant'. Omitted where a heading has it. */
  period?: string;
}

/**
 * How a value differs from the one before: in its unit, in percent, in words. An arrow beside it and no colour, as more is
 * not always better. With zero before there is no percentage, which the text states.
 */
export function Difference({ now, before, worded, period }: DifferenceProps) {
  const { t } = useDifferenceTexts();
  const { percent } = useFormat();
  const { direction, ratio } = changeOf(now, before);
  const key = ratio === undefined ? 'none' : direction;
  // In cents, since 0.3 - 0.1 is not 0.2.
  const value = worded(Math.abs(Math.round(now * 100) - Math.round(before * 100)) / 100);
  const parts = { value, percent: percent(ratio ?? 0, { signed: true }) };
  return (
    <span className={styles.difference}>
      {(key === 'up' || key === 'down') && (
        <span className={classNames(styles.arrow, styles[key])}>
          <Icon name="arrow-up-right" />
        </span>
      )}
      <span>{period === undefined ? t(key, parts) : t(`${key}_than`, { ...parts, period })}</span>
    </span>
  );
}
