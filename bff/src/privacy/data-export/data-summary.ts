import type { Readable } from 'node:stream';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { Account } from '@bank/contracts/accounts';
import type { Language } from '@bank/contracts/language';
import { plainAmountText, momentText } from '../../platform/exports/notation';
import { pageWidth, type PdfColumn, PdfReport } from '../../platform/exports/pdf-report';
import { privacyTexts, type PrivacyTextName } from '../retention/privacy-texts';
import { retentionLines } from '../retention/retention';

/** The texts of an export's summary. */
export interface Summary {
  language: Language;
  holder: string;
  now: Date;
  accounts: Account[];
  /** The files of the export, each with the number of its rows. */
  files: { name: string; count: number }[];
}

/** The facts about the processing that a person has a right to know (GDPR, art. 15). */
const about = ['controller', 'purposes', 'recipients', 'decisions', 'not_included', 'rights'] as const;

/** The summary of a person's data as a PDF file. */
export async function pdfOfSummary({ language, holder, now, accounts, files }: Summary): Promise<Readable> {
  const t = privacyTexts(language);
  const report = new PdfReport({
    title: t('title'),
    language,
    facts: [
      { label: t('holder'), value: holder },
      { label: t('made'), value: momentText(now.toISOString()) },
    ],
    footer: 'Bank PCS',
    pageOf: (page, pages) => t('page', { page: String(page), pages: String(pages) }),
  });
  await report.table<Account>(
    columns([
      [t('account'), 0.7, ({ account_number: iban }) => inGroupsOfFour(iban)],
      [t('balance'), 0.3, ({ current_balance: sum, currency }) => plainAmountText(sum, currency)],
    ]),
    [accounts],
  );
  await report.table<Summary['files'][number]>(
    columns([
      [t('file'), 0.3, ({ name }) => `${name}.json`],
      [t('what'), 0.55, ({ name }) => t(`area.${name}` as PrivacyTextName)],
      [t('count'), 0.15, ({ count }) => String(count)],
    ]),
    [files],
  );
  await report.table<(typeof about)[number]>(
    columns([
      [t('about'), 0.3, (name) => t(`about.${name}`)],
      ['', 0.7, (name) => t(`about.${name}.text`)],
    ]),
    [about],
  );
  await report.table<ReturnType<typeof retentionLines>[number]>(
    columns([
      [t('retention'), 0.45, ({ kind }) => kind],
      [t('kept'), 0.2, ({ kept }) => kept],
      [t('law'), 0.35, ({ law }) => law],
    ]),
    [retentionLines(language)],
  );
  report.finish();
  return report.content;
}

const columns = <Row>(
  given: [header: string, share: number, text: (row: Row) => string][],
): PdfColumn<Row>[] =>
  given.map(([header, share, text]) => ({
    header,
    width: share * pageWidth,
    cell: (row) => ({ text: text(row) }),
  }));
