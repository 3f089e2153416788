import type { Readable } from 'node:stream';
import type { Language } from '@bank/contracts/language';
import { toDecimal, toMinor } from '@bank/contracts/money';
import type { Transaction, TransactionFilters } from '@bank/contracts/transactions';
import type { Batches } from '../exports/export-file';
import { pageWidth, PdfReport, type PdfColumn } from '../exports/pdf-report';
import { statementWords, type StatementWords } from './statement-words';
import { amountText, momentText } from '../exports/notation';

export interface StatementOwner {
  name: string;
  iban: string;
  currency: string;
}

interface Statement {
  owner: StatementOwner;
  filters: TransactionFilters;
  language: Language;
  now: Date;
  batches: Batches<Transaction>;
}

/** A statement of the movements as a PDF file, with what came in and went out of those that are done. */
export async function writeStatement({
  owner,
  filters,
  language,
  now,
  batches,
}: Statement): Promise<Readable> {
  const words = statementWords(language);
  const { say } = words;
  const iban = inGroups(owner.iban);
  const report = new PdfReport({
    title: say('title'),
    language,
    facts: [
      { label: say('holder'), value: owner.name },
      { label: say('account'), value: iban },
      { label: say('period'), value: words.period(filters) },
      { label: say('filters'), value: words.filters(filters) },
      { label: say('made'), value: `${words.day(now)}, ${momentText(now.toISOString()).slice(11, 16)}` },
    ],
    footer: `Bank PCS · ${iban}`,
    pageOf: (page, pages) => say('page', { page: String(page), pages: String(pages) }),
  });
  const sums = new Sums();
  await report.table(columns(words), sums.over(batches));
  report.totals(
    sums.count === 0
      ? [{ label: '', value: say('none') }]
      : [
          { label: say('rows'), value: String(sums.count) },
          { label: say('in'), value: amountText(toDecimal(sums.in), owner.currency) },
          { label: say('out'), value: amountText(toDecimal(sums.out), owner.currency) },
        ],
  );
  report.finish();
  return report.content;
}

/** Adds up in minor units what passes through it; only what is done has moved. */
class Sums {
  count = 0;
  in = 0n;
  out = 0n;

  async *over(batches: Batches<Transaction>): AsyncGenerator<readonly Transaction[]> {
    for await (const batch of batches) {
      for (const { amount, status } of batch) {
        this.count += 1;
        if (status !== 'completed') continue;
        if (amount > 0) this.in += toMinor(amount);
        else this.out += toMinor(amount);
      }
      yield batch;
    }
  }
}

function columns({ say, day, description, type, status }: StatementWords): PdfColumn<Transaction>[] {
  const widths = { day: 75, status: 75, amount: 110 };
  return [
    { header: say('day'), width: widths.day, cell: (row) => ({ text: day(row.date) }) },
    {
      header: say('description'),
      width: pageWidth - widths.day - widths.status - widths.amount,
      cell: (row) => ({
        text: description(row) || type(row),
        detail: [
          type(row),
          row.reference,
          row.recipient_account && inGroups(row.recipient_account),
          row.notes,
        ]
          .filter(Boolean)
          .join(' · '),
      }),
    },
    { header: say('status'), width: widths.status, cell: (row) => ({ text: status(row) }) },
    {
      header: say('amount'),
      width: widths.amount,
      align: 'end',
      cell: (row) => ({ text: amountText(row.amount, row.currency) }),
    },
  ];
}

/** An account number as people read it, four characters at a time. */
const inGroups = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ');
