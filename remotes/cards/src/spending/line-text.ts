/** The amount at a line of a chart, in French notation as everywhere, without cents where it has none: `300 €`. */
export const lineText = (value: number, currency: string): string =>
  new Intl.NumberFormat('fr-FR', {
    style: 'currency',
    currency,
    ...(Number.isInteger(value) && { minimumFractionDigits: 0 }),
  }).format(value);
