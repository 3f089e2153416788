import type { Readable } from 'node:stream';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { Language } from '@bank/contracts/language';
import { ribParts, type RibParts } from '@bank/contracts/rib';
import { pageWidth, PdfReport } from '../../platform/exports/pdf-report';
import { monthlyTexts } from './monthly-texts';

/** The bank details that a holder gives to payers and creditors. */
export interface BankDetails {
  holder: string;
  iban: string;
  bic: string;
  branch: string;
  currency: string;
}

/** The bank details of an account as a PDF file; of a French IBAN also the parts of the RIB. */
export async function pdfOfRib(details: BankDetails, language: Language): Promise<Readable> {
  const { t } = monthlyTexts(language);
  const report = new PdfReport({
    title: t('rib.title'),
    language,
    facts: [
      { label: t('holder'), value: details.holder },
      { label: t('account'), value: inGroupsOfFour(details.iban) },
      { label: t('bic'), value: details.bic },
      { label: t('branch'), value: details.branch },
      { label: t('currency'), value: details.currency },
    ],
    footer: 'Bank PCS',
    pageOf: (page, pages) => t('page', { page: String(page), pages: String(pages) }),
  });
  const parts = ribParts(details.iban);
  if (parts) {
    const width = pageWidth / 4;
    const column = (name: Parameters<typeof t>[0], part: keyof RibParts) => ({
      header: t(name),
      width,
      cell: (row: RibParts) => ({ text: row[part] }),
    });
    const columns = [
      column('bank_code', 'bankCode'),
      column('branch_code', 'branchCode'),
      column('account_number', 'accountNumber'),
      column('rib.key', 'key'),
    ];
    await report.table(columns, [[parts]]);
  }
  report.finish();
  return report.content;
}
