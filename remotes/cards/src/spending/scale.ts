/** A round value at or above the highest, whose half is round as well: the upper line of a chart. */
export function roundTop(highest: number): number {
  if (highest <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(highest));
  const steps = [1, 2, 4, 6, 8, 10];
  return (steps.find((step) => step * unit >= highest) ?? 10) * unit;
}

/** The amount at a line of a chart, in French notation as everywhere, without cents where it has none: `300 €`. */
export const lineText = (value: number, currency: string): string =>
  new Intl.NumberFormat('fr-FR', {
    style: 'currency',
    currency,
    ...(Number.isInteger(value) && { minimumFractionDigits: 0 }),
  }).format(value);
