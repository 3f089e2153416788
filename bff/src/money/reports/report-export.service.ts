import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { homeCurrency } from '@bank/contracts/currencies';
import type { Language } from '@bank/contracts/language';
import type { Report, ReportExportQuery } from '@bank/contracts/reports';
import { Clock } from '../../platform/time/clock.service';
import { csvOf } from '../../platform/exports/csv';
import { exportName, type ExportFile } from '../../platform/exports/export-file';
import { PdfRenderer } from '../../platform/exports/pdf-renderer.service';
import type { pdfOfReport } from './report-pdf';
import { type ReportLine, reportTexts, sectionsOf, volumeOf } from './report-texts';
import { ReportsService } from './reports.service';

@Injectable()
export class ReportExportService {
  constructor(
    private readonly reports: ReportsService,
    private readonly pdf: PdfRenderer,
    private readonly clock: Clock,
  ) {}

  /**
   * The report of a period in a language, as CSV or PDF.
   * @throws ApiException INVALID_QUERY as `ReportsService.report`.
   */
  async file({ format, ...query }: ReportExportQuery, language: Language): Promise<ExportFile> {
    const now = this.clock.now();
    const report = await this.reports.report(query, now);
    const content =
      format === 'csv'
        ? csvOfReport(report, language)
        : await this.pdf.draw<typeof pdfOfReport>('report', report, language, now);
    return { name: exportName('report', format, now), format, content };
  }
}

function csvOfReport(report: Report, language: Language): Readable {
  const t = reportTexts(language);
  const figures = sectionsOf(report, t).flatMap(({ title, lines }) =>
    lines.map((line) => ({ title, ...line })),
  );
  const days = report.byDay.map((day) => ({
    title: t('days'),
    label: day.day,
    count: day.count,
    amount: volumeOf(day),
  }));
  return csvOf<ReportLine & { title: string }>(
    [
      { header: t('section'), value: ({ title }) => title },
      { header: t('line'), value: ({ label }) => label },
      { header: t('count'), value: ({ count }) => count },
      { header: t('amount'), value: ({ amount }) => amount, currency: () => homeCurrency },
    ],
    [[...figures, ...days]],
    language,
  );
}
