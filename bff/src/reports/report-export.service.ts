import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { Readable } from 'node:stream';
import type { Language } from '@bank/contracts/language';
import type { Report, ReportExportQuery } from '@bank/contracts/reports';
import { Clock } from '../common/clock';
import { startOfParisDay } from '../common/paris-day';
import { csvOf } from '../exports/csv';
import { exportName, type ExportFile } from '../exports/export-file';
import { pageWidth, PdfReport } from '../exports/pdf-report';
import { statementWords } from '../transactions/statement-words';
import { amountText, momentText } from '../exports/notation';
import { type ReportLine, reportWords, sectionsOf, volumeOf } from './report-words';
import { ReportsService } from './reports.service';

/** A report as a file to take away. */
@Injectable()
export class ReportExportService {
  /** Drawing pages takes the processor, so one report is drawn after the other. */
  private readonly inTurn = pLimit(1);

  constructor(
    private readonly reports: ReportsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The report of a period, in a language: as a table of every figure and day, or as pages.
   * @throws Failure INVALID_QUERY as `ReportsService.report`.
   */
  async file({ format, ...query }: ReportExportQuery, language: Language): Promise<ExportFile> {
    const report = await this.reports.report(query);
    const content =
      format === 'csv'
        ? csvOfReport(report, language)
        : await this.inTurn(() => pdfOfReport(report, language, this.clock.now()));
    return { name: exportName('report', format, this.clock.now()), format, content };
  }
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

function csvOfReport(report: Report, language: Language): Readable {
  const say = reportWords(language);
  const figures = sectionsOf(report, say).flatMap(({ title, lines }) =>
    lines.map((line) => ({ title, ...line })),
  );
  const days = report.byDay.map((day) => ({
    title: say('days'),
    label: day.day,
    count: day.count,
    amount: volumeOf(day),
  }));
  return csvOf<ReportLine & { title: string }>(
    [
      { header: say('section'), value: ({ title }) => title },
      { header: say('line'), value: ({ label }) => label },
      { header: say('count'), value: ({ count }) => count },
      { header: say('amount'), value: ({ amount }) => amount },
    ],
    once([...figures, ...days]),
    language,
  );
}

async function pdfOfReport(report: Report, language: Language, now: Date): Promise<Readable> {
  const say = reportWords(language);
  const { day } = statementWords(language);
  const of = (date: string) => day(startOfParisDay(date));
  const pdf = new PdfReport({
    title: say('title'),
    language,
    facts: [
      {
        label: say('period'),
        value: say('period.between', { from: of(report.dateFrom), to: of(report.dateTo) }),
      },
      { label: say('made'), value: `${day(now)}, ${momentText(now.toISOString()).slice(11, 16)}` },
    ],
    footer: `Bank PCS · ${say('title')}`,
    pageOf: (page, pages) => say('page', { page: String(page), pages: String(pages) }),
  });
  const widths = { count: 110, amount: 150 };
  const table = (header: string, lines: ReportLine[]) =>
    pdf.table<ReportLine>(
      [
        { header, width: pageWidth - widths.count - widths.amount, cell: ({ label }) => ({ text: label }) },
        {
          header: say('count'),
          width: widths.count,
          align: 'end',
          cell: ({ count }) => ({ text: count === null ? '–' : numberText(count, language) }),
        },
        {
          header: say('amount'),
          width: widths.amount,
          align: 'end',
          cell: ({ amount }) => ({ text: amount === null ? '' : amountText(amount, 'EUR').replace('+', '') }),
        },
      ],
      once(lines),
    );
  for (const { title, lines } of sectionsOf(report, say)) await table(title, lines);
  await table(
    say('days'),
    report.byDay.map((row) => ({ label: of(row.day), count: row.count, amount: volumeOf(row) })),
  );
  pdf.finish();
  return pdf.content;
}

const numberText = (value: number, language: Language): string =>
  new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB').format(value);
