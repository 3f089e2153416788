import type { Readable } from 'node:stream';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { Language } from '@bank/contracts/language';
import { toDecimal, toMinor } from '@bank/contracts/money';
import type { Transaction, TransactionFilters } from '@bank/contracts/transactions';
import type { Batches } from '../../platform/exports/export-file';
import { pageWidth, PdfReport, type PdfColumn } from '../../platform/exports/pdf-report';
import { statementTexts, type StatementTexts } from './statement-texts';
import { amountText, momentText } from '../../platform/exports/notation';

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

/** A statement of movements as a PDF file, with the totals of those that were posted. */
export async function writeStatement({
  owner,
  filters,
  language,
  now,
  batches,
}: Statement): Promise<Readable> {
  const texts = statementTexts(language);
  const { t } = texts;
  const iban = inGroupsOfFour(owner.iban);
  const report = new PdfReport({
    title: t('title'),
    language,
    facts: [
      { label: t('holder'), value: owner.name },
      { label: t('account'), value: iban },
      { label: t('period'), value: texts.period(filters) },
      { label: t('filters'), value: texts.filters(filters) },
      { label: t('made'), value: `${texts.day(now)}, ${momentText(now.toISOString()).slice(11, 16)}` },
    ],
    footer: `Bank PCS · ${iban}`,
    pageOf: (page, pages) => t('page', { page: String(page), pages: String(pages) }),
  });
  const sums = new Sums(owner.currency);
  await report.table(columns(texts), sums.over(batches), sumLines);
  report.totals(
    sums.count === 0
      ? [{ label: '', value: t('none') }]
      : [
          { label: t('rows'), value: String(sums.count) },
          { label: t('in'), value: amountText(toDecimal(sums.in, owner.currency), owner.currency) },
          { label: t('out'), value: amountText(toDecimal(sums.out, owner.currency), owner.currency) },
        ],
  );
  report.finish();
  return report.content;
}

/** Below the rows: their count, what came in and what went out. */
const sumLines = 3;

/** Totals the posted movements that pass through it, in minor units. */
class Sums {
  count = 0;
  in = 0n;
  out = 0n;

  constructor(private readonly currency: string) {}

  async *over(batches: Batches<Transaction>): AsyncGenerator<readonly Transaction[]> {
    for await (const batch of batches) {
      for (const { amount, moved } of batch) {
        this.count += 1;
        if (!moved) continue;
        if (amount > 0) this.in += toMinor(amount, this.currency);
        else this.out += toMinor(amount, this.currency);
      }
      yield batch;
    }
  }
}

function columns({ t, day, description, type, status }: StatementTexts): PdfColumn<Transaction>[] {
  const widths = { day: 75, status: 75, amount: 110 };
  return [
    { header: t('day'), width: widths.day, cell: (row) => ({ text: day(row.date) }) },
    {
      header: t('description'),
      width: pageWidth - widths.day - widths.status - widths.amount,
      cell: (row) => ({
        text: description(row) || type(row),
        detail: [
          type(row),
          row.reference,
          row.recipient_account && inGroupsOfFour(row.recipient_account),
          row.notes,
        ]
          .filter(Boolean)
          .join(' · '),
      }),
    },
    { header: t('status'), width: widths.status, cell: (row) => ({ text: status(row) }) },
    {
      header: t('amount'),
      width: widths.amount,
      align: 'end',
      cell: (row) => ({ text: amountText(row.amount, row.currency) }),
    },
  ];
}
