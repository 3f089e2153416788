import { stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';
import type { Language } from '@bank/contracts/language';
import type { Batches } from './export-file';

/** A column; numbers are written in the notation of the language, amounts with two decimals at least. */
export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => string | number | null;
  isAmount?: true;
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
  const writer = stringify({
    bom: true,
    delimiter,
    record_delimiter: '\r\n',
    escape_formulas: true,
    header: true,
    columns: columns.map(({ header }) => header),
    cast: {
      number: (value, { index }) => digitsOf(value, columns[index]?.isAmount).replace('.', decimal),
    },
  });
  const records = async function* () {
    for await (const batch of batches) {
      for (const row of batch) yield columns.map(({ value }) => value(row));
    }
  };
  // An error of the rows destroys the writer, whose reader gets it.
  return pipeline(Readable.from(records()), writer, () => undefined);
}

/** Currencies with three decimals keep their third. */
const digitsOf = (value: number, isAmount = false): string => {
  const shortest = String(value);
  const decimals = shortest.split('.')[1]?.length ?? 0;
  return isAmount && decimals < 2 ? value.toFixed(2) : shortest;
};
