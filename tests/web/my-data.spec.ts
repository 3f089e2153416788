import { readFile } from 'node:fs/promises';
import AdmZip from 'adm-zip';
import { newCustomer } from '../support/customers';
import { expect } from '../support/bank-fixture';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { approve, startSession } from './people';

inBothLanguages('a customer takes all their data along, and closes the relation', async (journey) => {
  const { page, bank, say } = journey;
  const { email } = await newCustomer(bank.shellUrl);
  await startSession(page, email);
  await page.goto('/settings?tab=data');
  const ask = page.getByRole('button', { name: say('Exporter mes données', 'Export my data') });
  const file = page.waitForEvent('download');
  await ask.click();
  await approve(page, bank);
  const zip = new AdmZip(await readFile(await (await file).path()));
  expect(zip.getEntry('profile.json')?.getData().toString()).toContain(email);
  await expect(
    page.getByText(say('Vos données sont téléchargées.', 'Your data has been downloaded.')),
  ).toBeVisible();
  await page
    .locator('summary', { hasText: say('Ce que nous conservons ensuite', 'What we keep afterwards') })
    .click();
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await axeFindsNothing(page, `my data at ${width}`);
  }

  await page.getByRole('button', { name: say('Fermer tous mes comptes', 'Close all my accounts') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('Fermer mes comptes', 'Close my accounts') })
    .click();
  await approve(page, bank);
  await expect(page.getByText(say('Vos comptes sont fermés.', 'Your accounts are closed.'))).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});
