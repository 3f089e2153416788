import type { Language } from '@bank/contracts/language';
import { paymentStatuses } from '@bank/contracts/payments';
import { withValues } from '@bank/contracts/placeholders';
import { type Report, volumeKinds } from '@bank/contracts/reports';
import en from '../../../locales/report.en.json';
import fr from '../../../locales/report.fr.json';

type ReportText = keyof typeof fr;
const texts: Record<Language, Record<ReportText, string>> = { fr, en };

/** The texts of a report in a language. */
export const reportTexts =
  (language: Language) =>
  (name: ReportText, values: Record<string, string> = {}): string =>
    withValues(texts[language][name], values);

/** A line of a report's tables: a name, how many, and how much, in euros. */
export interface ReportLine {
  label: string;
  count: number | null;
  amount: number | null;
}

interface ReportSection {
  title: string;
  lines: ReportLine[];
}

/** The figures of the whole period in reading order; delays are in hours. */
export function sectionsOf(report: Report, t: ReturnType<typeof reportTexts>): ReportSection[] {
  const { volumes, fees, outcomes, kyc } = report;
  const hours = (name: ReportText, count: number | null) => ({ label: t(name), count, amount: null });
  return [
    {
      title: t('volumes'),
      lines: [
        ...volumeKinds.map((kind) => ({ label: t(`volumes.${kind}`), ...volumes[kind] })),
        { label: t('fees'), ...fees },
      ],
    },
    {
      title: t('outcomes'),
      lines: paymentStatuses.map((status) => ({ label: t(`outcomes.${status}`), ...outcomes[status] })),
    },
    {
      title: t('kyc'),
      lines: [
        hours('kyc.reviewed', kyc.reviewed),
        hours('kyc.average', kyc.averageHours),
        hours('kyc.median', kyc.medianHours),
        hours('kyc.slowest', kyc.slowestHours),
        hours('kyc.waiting', kyc.waiting),
      ],
    },
  ];
}

/** The sum of a day's volumes, without the fees. */
export const volumeOf = (day: Report['byDay'][number]): number =>
  volumeKinds.reduce((sum, kind) => sum + Math.round(day[kind] * 100), 0) / 100;
