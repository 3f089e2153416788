import { stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';
import { decimalsOf } from '@bank/contracts/currencies';
import type { Language } from '@bank/contracts/language';
import type { Batches } from './export-file';

/** A column; numbers are written in the notation of the language. */
export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => string | number | null;
  /** The currency of an amount, which is written with all its decimals. */
  currency?: (row: Row) => string;
}

/** The delimiter and decimal separator that spreadsheets of each language expect. */
const notation: Record<Language, { delimiter: string; decimal: string }> = {
  fr: { delimiter: ';', decimal: ',' },
  en: { delimiter: ',', decimal: '.' },
};

/**
 * Streams rows as CSV (RFC 4180, UTF-8 with a byte order mark for Excel), holding one batch in memory. Texts that look like
 * formulas are prefixed with an apostrophe.
 */
export function csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: Batches<Row>,
  language: Language,
): Readable {
  const { delimiter, decimal } = notation[language];
  const header = columns.map((column) => column.header);
  const writer = stringify({ bom: true, delimiter, record_delimiter: '\r\n', header: true, columns: header });
  const records = async function* () {
    for await (const batch of batches) {
      for (const row of batch) yield columns.map((column) => cellOf(column, row, decimal));
    }
  };
  // An error of the rows destroys the writer, whose reader gets it.
  return pipeline(Readable.from(records()), writer, () => undefined);
}

function cellOf<Row>({ value, currency }: CsvColumn<Row>, row: Row, decimal: string): string | null {
  const cell = value(row);
  if (typeof cell === 'string') return formula.test(cell) ? `'${cell}` : cell;
  if (cell === null) return null;
  return (currency ? cell.toFixed(decimalsOf(currency(row))) : String(cell)).replace('.', decimal);
}

/**
 * How spreadsheets recognize one; some take the signs of full width, too. The writer's own check would take amounts below zero in
 * the notation of a language for some.
 */
const formula = /^[=+\-@\t\r＝＋－＠]/;
