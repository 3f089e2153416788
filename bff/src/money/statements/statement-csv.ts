import type { Readable } from 'node:stream';
import type { Language } from '@bank/contracts/language';
import { toDecimal } from '@bank/contracts/money';
import { csvOf, type CsvColumn } from '../../platform/exports/csv';
import { parisDay } from '../../platform/time/paris-day';
import { daysAround } from '../../platform/time/paris-month';
import { monthlyTexts, type MonthlyTexts } from './monthly-texts';
import type { Statement, StatementLine, StatementLines } from './statement';

interface CsvRow {
  day: string;
  text: string;
  /** In minor units. */
  amount?: bigint;
  balance?: bigint;
  line?: StatementLine;
}

/** A statement as CSV: the opening balance, the movements in the order of booking, the totals, the closing balance. */
export function csvOfStatement(statement: Statement, lines: StatementLines, language: Language): Readable {
  const texts = monthlyTexts(language);
  return csvOf(columnsOf(statement, texts), rowsOf(statement, lines, texts), language);
}

function columnsOf({ currency }: Statement, { t, kind }: MonthlyTexts): CsvColumn<CsvRow>[] {
  const decimal = (amount: bigint | undefined) => (amount === undefined ? null : toDecimal(amount, currency));
  return [
    { header: t('date'), value: ({ day }) => day },
    { header: t('description'), value: ({ text }) => text },
    { header: t('kind'), value: ({ line }) => (line ? kind(line) : null) },
    { header: t('amount'), value: ({ amount }) => decimal(amount), currency: () => currency },
    { header: t('currency'), value: () => currency },
    { header: t('balance'), value: ({ balance }) => decimal(balance), currency: () => currency },
    { header: t('counterparty'), value: ({ line }) => line?.counterparty ?? null },
    { header: t('counterparty_account'), value: ({ line }) => line?.counterpartyAccount ?? null },
    { header: t('reference'), value: ({ line }) => line?.reference ?? null },
  ];
}

async function* rowsOf(
  statement: Statement,
  lines: StatementLines,
  texts: MonthlyTexts,
): AsyncGenerator<CsvRow[]> {
  const { month, opening, closing, credits, debits } = statement;
  const { before, last } = daysAround(month);
  yield [{ day: before, text: texts.opening(month), balance: opening }];
  for await (const batch of lines) {
    yield batch.map((line) => ({
      day: parisDay(line.bookedAt),
      text: texts.description(line),
      amount: line.amount,
      balance: line.balance,
      line,
    }));
  }
  yield [
    { day: last, text: texts.credits(statement), amount: credits.sum },
    { day: last, text: texts.debits(statement), amount: -debits.sum },
    { day: last, text: texts.closing(month), balance: closing },
  ];
}
