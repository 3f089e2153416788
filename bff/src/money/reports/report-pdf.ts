import type { Readable } from 'node:stream';
import { formatLocales } from '@bank/contracts/format-locales';
import type { Language } from '@bank/contracts/language';
import type { Report } from '@bank/contracts/reports';
import { startOfParisDay } from '../../platform/time/paris-day';
import { amountText, momentText } from '../../platform/exports/notation';
import { pageWidth, PdfReport } from '../../platform/exports/pdf-report';
import { statementTexts } from '../transactions/statement-texts';
import { type ReportLine, reportTexts, sectionsOf, volumeOf } from './report-texts';

export async function pdfOfReport(report: Report, language: Language, now: Date): Promise<Readable> {
  const t = reportTexts(language);
  const { day } = statementTexts(language);
  const of = (date: string) => day(startOfParisDay(date));
  const pdf = new PdfReport({
    title: t('title'),
    language,
    facts: [
      {
        label: t('period'),
        value: t('period.between', { from: of(report.dateFrom), to: of(report.dateTo) }),
      },
      { label: t('made'), value: `${day(now)}, ${momentText(now.toISOString()).slice(11, 16)}` },
    ],
    footer: `Bank PCS · ${t('title')}`,
    pageOf: (page, pages) => t('page', { page: String(page), pages: String(pages) }),
  });
  const widths = { count: 110, amount: 150 };
  const table = (header: string, lines: ReportLine[]) =>
    pdf.table<ReportLine>(
      [
        { header, width: pageWidth - widths.count - widths.amount, cell: ({ label }) => ({ text: label }) },
        {
          header: t('count'),
          width: widths.count,
          align: 'end',
          cell: ({ count }) => ({ text: count === null ? '–' : numberText(count, language) }),
        },
        {
          header: t('amount'),
          width: widths.amount,
          align: 'end',
          cell: ({ amount }) => ({ text: amount === null ? '' : amountText(amount, 'EUR').replace('+', '') }),
        },
      ],
      [lines],
    );
  for (const { title, lines } of sectionsOf(report, t)) await table(title, lines);
  await table(
    t('days'),
    report.byDay.map((row) => ({ label: of(row.day), count: row.count, amount: volumeOf(row) })),
  );
  pdf.finish();
  return pdf.content;
}

const numberText = (value: number, language: Language): string =>
  new Intl.NumberFormat(formatLocales[language]).format(value);
