import { stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';
import type { Language } from '@bank/contracts/language';
import type { Batches } from './export-file';

/** A column of a table file; a number is written in the notation of the language, a text never as a formula. */
export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => string | number | null;
}

/** What a spreadsheet of each language expects between two values, and between units and cents. */
const notation: Record<Language, { delimiter: string; decimal: string }> = {
  fr: { delimiter: ';', decimal: ',' },
  en: { delimiter: ',', decimal: '.' },
};

/**
 * Rows as a CSV file (RFC 4180, UTF-8 with the mark by which Excel knows it), written as they come: what is held
 * in memory is one batch. A text that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: Batches<Row>,
  language: Language,
): Readable {
  const { delimiter, decimal } = notation[language];
  const writer = stringify({
    bom: true,
    delimiter,
    record_delimiter: '\r\n',
    escape_formulas: true,
    header: true,
    columns: columns.map(({ header }) => header),
    cast: { number: (value) => String(value).replace('.', decimal) },
  });
  const records = async function* () {
    for await (const batch of batches) {
      for (const row of batch) yield columns.map(({ value }) => value(row));
    }
  };
  // An error of the rows destroys the writer, and whoever reads it learns of it there.
  return pipeline(Readable.from(records()), writer, () => undefined);
}
