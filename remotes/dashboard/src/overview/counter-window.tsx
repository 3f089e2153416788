import type { ReactNode } from 'react';
import styles from './counter-window.module.css';

interface CounterWindowProps {
  /** How much of the time between two incomes is over, from 0 to 1; undefined without a regular income. */
  passed: number | undefined;
  children: ReactNode;
}

const radius = 146;
const middle = 160;
const toTheFoot = `A${radius} ${radius} 0 0 1 306 ${middle}V196`;
const arch = `M14 196V${middle}${toTheFoot}`;

/**
 * The arch of the brand around the balance: a sun goes along its rim from one income to the next, and what is ahead of it
 * is filled (design.md, The counter window). A picture only: the page has the same in words.
 */
export function CounterWindow({ passed, children }: CounterWindowProps) {
  const sun = passed === undefined ? undefined : pointAt(passed);
  return (
    <div className={styles.window}>
      <svg className={styles.drawing} viewBox="0 0 320 204" aria-hidden="true">
        <path className={styles.pane} d={arch} />
        <path className={styles.rim} d={arch} />
        {sun && <path className={styles.ahead} d={`M${sun}${toTheFoot}`} />}
        <path className={styles.sill} d="M2 199H318" />
        {sun && <path className={styles.sun} d={`M${sun}h0`} />}
      </svg>
      <div className={styles.figure}>{children}</div>
    </div>
  );
}

/** The sun's position on the rim. */
function pointAt(passed: number): string {
  const angle = Math.PI * Math.min(1, Math.max(0, passed));
  const rounded = (length: number) => Math.round(length * 10) / 10;
  return `${rounded(middle - radius * Math.cos(angle))} ${rounded(middle - radius * Math.sin(angle))}`;
}
