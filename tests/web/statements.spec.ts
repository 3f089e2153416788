import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect } from '../support/bank-fixture';
import { pdfPages } from '../support/pdf';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { startSession } from './people';

/** Presses a button that saves a file, and returns its name and content. */
async function saved(page: Page, name: string | RegExp) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).first().click();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

inBothLanguages('bank details are two taps away, and statements beside them', async (journey) => {
  const { page, context, say } = journey;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await startSession(page, 'marie');
  await page.goto('/dashboard');
  const link = page.getByRole('link', { name: say('RIB et relevés', 'Bank details and statements') });
  await link.click();
  const details = page.getByRole('region', { name: say('Vos coordonnées bancaires', 'Your bank details') });
  await expect(details).toContainText('Marie Lefèvre');
  await expect(details).toContainText('BPCSFRPPXXX');
  const rib = await saved(page, say('Télécharger le RIB (PDF)', 'Download bank details (PDF)'));
  expect(rib.name).toBe(say('rib-EUR.pdf', 'bank-details-EUR.pdf'));
  expect(pdfPages(rib.content)[0]).toContain(say('Relevé d’identité bancaire (RIB)', 'Bank details (RIB)'));

  await details.getByRole('button', { name: say('Copier : IBAN', 'Copy: IBAN') }).click();
  await expect(page.getByText(say('IBAN : copié.', 'IBAN: copied.'))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^FR\d{25}$/);
  await details.getByText(say('Détail du RIB', 'The parts of the RIB')).click();
  await expect(details).toContainText('99999');

  const statements = page.getByRole('region', { name: say('Relevés', 'Statements') });
  await expect(statements.getByRole('button', { name: /^PDF, / })).toHaveCount(12);
  await axeFindsNothing(page);
  const started = say('releve', 'statement');
  for (const [format, ending, beginning] of [
    ['PDF', 'pdf', '%PDF-'],
    ['CSV', 'csv', '\ufeff'],
    ['camt.053', 'xml', '<?xml'],
  ] as const) {
    const file = await saved(page, new RegExp(`^${format}, `));
    expect(file.name).toMatch(new RegExp(`^${started}-\\d{4}-\\d\\d-EUR\\.${ending}$`));
    expect(file.content.toString().startsWith(beginning)).toBe(true);
  }
  await page.goBack();
  await page.getByRole('link', { name: say('Voir le solde', 'See the balance') }).click();
  await link.click();
  await expect(details).toBeVisible();
});
