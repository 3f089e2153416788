import type { Readable } from 'node:stream';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { Language } from '@bank/contracts/language';
import { toDecimal } from '@bank/contracts/money';
import { plainAmountText } from '../../platform/exports/notation';
import { pageWidth, PdfReport, type PdfColumn } from '../../platform/exports/pdf-report';
import { monthlyTexts, type MonthlyTexts } from './monthly-texts';
import type { Statement, StatementLine } from './statement';

/** A statement as a PDF file. */
export async function pdfOfStatement(
  statement: Statement,
  lines: readonly StatementLine[],
  language: Language,
): Promise<Readable> {
  const texts = monthlyTexts(language);
  const { t } = texts;
  const { month, holder, currency, bic, opening, closing, credits, debits } = statement;
  const iban = inGroupsOfFour(statement.iban);
  const amount = (sum: bigint) => plainAmountText(toDecimal(sum, currency), currency);
  const report = new PdfReport({
    title: t('title', { month: texts.month(month) }),
    language,
    facts: [
      { label: t('holder'), value: holder },
      { label: t('account'), value: iban },
      { label: t('bic'), value: bic },
      { label: t('issued'), value: texts.day(statement.issuedAt) },
      { label: t('opening.fact'), value: amount(opening) },
      { label: t('closing.fact'), value: amount(closing) },
    ],
    footer: `Bank PCS · ${iban} · ${texts.month(month)}`,
    pageOf: (page, pages) => t('page', { page: String(page), pages: String(pages) }),
  });
  const totals = [
    ...(lines.length === 0 ? [{ label: '', value: t('none') }] : []),
    { label: texts.opening(month), value: amount(opening) },
    { label: texts.credits(statement), value: amount(credits.sum) },
    { label: texts.debits(statement), value: amount(-debits.sum) },
    { label: texts.closing(month), value: amount(closing) },
  ];
  if (lines.length > 0) await report.table(columnsOf(texts, amount), [lines], totals.length);
  report.totals(totals);
  report.finish();
  return report.content;
}

function columnsOf(
  { t, day, kind, description }: MonthlyTexts,
  amount: (sum: bigint) => string,
): PdfColumn<StatementLine>[] {
  const widths = { day: 75, amount: 85 };
  return [
    { header: t('day'), width: widths.day, cell: (line) => ({ text: day(line.bookedAt) }) },
    {
      header: t('description'),
      width: pageWidth - widths.day - 3 * widths.amount,
      cell: (line) => {
        const { counterparty, counterpartyAccount, reference } = line;
        const text = description(line) || kind(line);
        // The description of a transfer begins with the other's name.
        const other = counterparty !== null && !text.startsWith(counterparty) ? counterparty : null;
        const account = counterpartyAccount === null ? null : inGroupsOfFour(counterpartyAccount);
        return { text, detail: [kind(line), other, account, reference].filter(Boolean).join(' · ') };
      },
    },
    {
      header: t('debit'),
      width: widths.amount,
      align: 'end',
      cell: (line) => ({ text: line.amount < 0n ? amount(-line.amount) : '' }),
    },
    {
      header: t('credit'),
      width: widths.amount,
      align: 'end',
      cell: (line) => ({ text: line.amount > 0n ? amount(line.amount) : '' }),
    },
    {
      header: t('balance'),
      width: widths.amount,
      align: 'end',
      cell: (line) => ({ text: amount(line.balance) }),
    },
  ];
}
