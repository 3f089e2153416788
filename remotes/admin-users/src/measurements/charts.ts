import type { MeasuredFigure } from '@bank/contracts/measurements';

export type Unit = 'number' | 'milliseconds' | 'percent' | 'megabytes';

/** The charts of the view, each with one or two lines of one unit. */
export const charts = [
  { key: 'calls', unit: 'number', series: ['calls_per_second', 'failed_per_second'] },
  { key: 'times', unit: 'milliseconds', series: ['median_ms', 'p99_ms'] },
  { key: 'database', unit: 'milliseconds', series: ['statement_p99_ms', 'pool_wait_p99_ms'] },
  { key: 'cpu', unit: 'percent', series: ['cpu'] },
  { key: 'memory', unit: 'megabytes', series: ['memory_bytes'] },
  { key: 'streams', unit: 'number', series: ['streams'] },
  { key: 'messages', unit: 'number', series: ['messages_waiting'] },
] as const satisfies { key: string; unit: Unit; series: MeasuredFigure[] }[];

export type Chart = (typeof charts)[number];

const bytesOfMegabyte = 1_000_000;

/** A value of the wire in the unit in which it is shown. */
export const inUnit = (value: number, unit: Unit): number =>
  unit === 'megabytes' ? value / bytesOfMegabyte : value;

/** Whole numbers from ten on, one decimal below. */
export const rounded = (value: number): number =>
  Math.abs(value) >= 10 ? Math.round(value) : Math.round(value * 10) / 10;

/**
 * The path of a line over a box, interrupted where nothing was measured. A single point between two gaps is a dot.
 * @param top the value of the upper edge; the lower edge is zero
 */
export function pathOf(
  values: readonly (number | null)[],
  top: number,
  { width, height }: { width: number; height: number },
): string {
  const x = (at: number) => rounded((at / Math.max(1, values.length - 1)) * width);
  const y = (value: number) => rounded(height * (1 - value / top));
  let path = '';
  values.forEach((value, at) => {
    if (value === null) return;
    const before = values[at - 1] ?? null;
    path += `${before === null ? 'M' : 'L'}${x(at)} ${y(value)}`;
    if (before === null && (values[at + 1] ?? null) === null) path += 'h0';
  });
  return path;
}
