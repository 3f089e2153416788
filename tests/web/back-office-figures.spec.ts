import { test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect as assert } from '../support/bank-fixture';
import { pdfPages } from '../support/pdf';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { withPayments } from './payment-desk';
import { startSession } from './people';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

test.slow();

async function saved(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 20_000 }),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), file: await readFile(await download.path()) };
}

/** The rows of the list, once it is no longer busy. */
async function rowsOf(page: Page) {
  const table = page.getByRole('table', { name: 'Transactions' });
  await expect(table).toHaveAttribute('aria-busy', 'false');
  return table.getByRole('rowheader');
}

inBothLanguages('each figure leads to its list', async ({ page, bank, say }) => {
  const failed = await withPayments(bank, async (calls) => {
    const made = await calls.pay(await calls.customer(200));
    await calls.reject(await calls.administrator(), made);
    return made;
  });
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/admin`);
  const picture = page.getByRole('img', {
    name: say(/^Paiements par jour et par issue, du /, /^Payments by day and outcome, from /),
  });
  await expect(picture).toBeVisible();
  await axeFindsNothing(page);
  const scrubber = page.getByRole('slider', { name: say('Jour', 'Day') }).first();
  const spoken = await scrubber.getAttribute('aria-valuetext');
  expect(spoken).toContain(say('Échoué', 'Failed'));
  await scrubber.press('ArrowLeft');
  await expect(scrubber).not.toHaveAttribute('aria-valuetext', spoken ?? '');
  await page.getByText(say('Voir les chiffres jour par jour', 'See the figures day by day')).first().click();
  const behind = page.getByRole('table', {
    name: say('Paiements par jour et par issue', 'Payments by day and outcome'),
  });
  await expect(behind.getByRole('row')).toHaveCount(31);

  await page.getByRole('link', { name: say('Voir les échecs', 'See the failures') }).click();
  await expect(page).toHaveURL(
    /\/admin\/transactions\?status=failed&dateFrom=([\d-]+)&dateTo=\1&dateOf=processed_at$/,
  );
  await expect(page.getByRole('row').nth(1)).toContainText(failed.reference);
  const rows = await rowsOf(page);
  await expect(page.getByRole('table').getByText(say('Échoué', 'Failed'))).toHaveCount(await rows.count());
  await page.goBack();
  await page.getByRole('link', { name: say(/Rejetés$/, /Rejected$/) }).click();
  await expect(page).toHaveURL(/\/admin\/users\?kyc_status=rejected$/);
});

inBothLanguages('all transactions are filtered, opened and exported', async ({ page, bank, say }) => {
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/admin/transactions`);
  await expect(await rowsOf(page)).toHaveCount(20);
  await page.getByLabel('Type').selectOption('payment');
  await page.getByLabel(say('Statut', 'Status')).selectOption('pending');
  await expect(page).toHaveURL(/type=payment&status=pending/);
  await page.reload();
  const rows = await rowsOf(page);
  await expect(page.getByRole('table').getByText(say('En attente', 'Pending'))).toHaveCount(
    await rows.count(),
  );
  await axeFindsNothing(page);

  const file = await saved(page, say('Exporter en CSV', 'Export as CSV'));
  expect(file.name).toMatch(/^bank-transactions-\d{4}-\d\d-\d\d\.csv$/);
  const [header = '', ...lines] = file.file.toString().trimEnd().split('\r\n');
  expect(header).toContain(say(';E-mail du client', ',Customer email'));
  expect(lines.length).toBeGreaterThanOrEqual(await rows.count());
  for (const line of lines) expect(line).toContain(say('Paiement;En attente;', 'Payment,Pending,'));

  await rows.first().getByRole('link').click();
  const dialog = page.getByRole('dialog', { name: say('Détails de la transaction', 'Transaction details') });
  await expect(dialog).toContainText(say('Compte du bénéficiaire', 'Recipient account'));
  await axeFindsNothing(page);
  await dialog.getByRole('link', { name: say('Toutes ses transactions', 'All their transactions') }).click();
  await expect(page).toHaveURL(/\/admin\/transactions\?user_id=\d+$/);
  await expect(
    page.getByRole('button', { name: say(/^Client n°\s\d+/, /^Customer no\. \d+/) }),
  ).toBeVisible();

  await page.getByLabel(say('Rechercher', 'Search')).fill('zzz-no-such-text');
  await expect(page.getByText(say('Aucune transaction trouvée', 'No transaction found'))).toBeVisible();
});

inBothLanguages('a report is selected by its period and exported', async ({ page, bank, say }) => {
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/admin/reports`);
  const volumes = page.getByRole('table', { name: 'Volumes' });
  await expect(volumes).toBeVisible();
  await page.getByRole('button', { name: say('Le mois dernier', 'Last month') }).click();
  await expect(page).toHaveURL(/dateFrom=\d{4}-\d\d-01&dateTo=\d{4}-\d\d-(28|29|30|31)$/);
  await expect(volumes.getByRole('rowheader')).toHaveCount(6);
  await axeFindsNothing(page);

  const table = await saved(page, say('Exporter en CSV', 'Export as CSV'));
  expect(table.name).toMatch(/^report-\d{4}-\d\d-\d\d\.csv$/);
  expect(table.file.toString()).toContain(say('Rubrique;Ligne;Nombre;Montant', 'Section,Line,Count,Amount'));
  const pages = await saved(page, say('Exporter en PDF', 'Export as PDF'));
  expect(pdfPages(pages.file)[0]).toContain(say('Rapport d’activité', 'Activity report'));

  await page.getByLabel(say('Du', 'From'), { exact: true }).fill('2020-01-01');
  await expect(
    page.getByText(say('Un rapport couvre 366 jours au plus.', 'A report covers 366 days at most.')),
  ).toBeVisible();
});

inBothLanguages('a failure is reported and can be retried', async ({ page, bank, say }) => {
  await startSession(page, 'admin', bank.backOfficeUrl);
  const again = page.getByRole('button', { name: say('Réessayer', 'Try again') });
  const failing = (route: { fulfill: (answer: object) => Promise<void> }) =>
    route.fulfill({ status: 500, body: '' });

  await page.route('**/api/admin/transactions?**', failing);
  await page.goto(`${bank.backOfficeUrl}/admin/transactions`);
  await expect(
    page.getByText(say('Impossible de récupérer les transactions', 'Unable to retrieve the transactions')),
  ).toBeVisible();
  await axeFindsNothing(page);
  await page.unroute('**/api/admin/transactions?**');
  await again.click();
  await expect(await rowsOf(page)).toHaveCount(20);

  await page.route('**/api/admin/reports?**', failing);
  await page.goto(`${bank.backOfficeUrl}/admin/reports`);
  await expect(
    page.getByText(say('Le rapport n’a pas pu être établi.', 'The report could not be made.')),
  ).toBeVisible();
  await page.unroute('**/api/admin/reports?**');
  await again.click();
  await expect(page.getByRole('table', { name: 'Volumes' })).toBeVisible();
});
