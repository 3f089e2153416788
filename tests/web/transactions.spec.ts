import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect } from '../support/bank-fixture';
import { pdfPages } from '../support/pdf';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { startSession } from './people';

/** The references of the rows on the page. The address changes before the rows, so poll them. */
async function references(page: Page): Promise<string[]> {
  const table = page.getByRole('table', { name: 'Transactions' });
  await expect(table).toHaveAttribute('aria-busy', 'false');
  const rows = await table.getByRole('rowheader').allInnerTexts();
  return rows.map((row) => row.split('·').at(-1)?.trim() ?? '');
}

async function saved(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), file: await readFile(await download.path()) };
}

inBothLanguages(
  'filters and pages live in the address, and the back button turns back',
  async ({ page, say }) => {
    await startSession(page, 'marie');
    await page.goto('/transactions');
    const first = await references(page);
    expect(first).toHaveLength(10);
    await page.getByRole('button', { name: say('Suivant', 'Next') }).click();
    await expect(page).toHaveURL(/[?&]page=2/);
    await expect.poll(() => references(page)).not.toEqual(first);
    await page.goBack();
    await expect(page).not.toHaveURL(/page=/);
    await expect.poll(() => references(page)).toEqual(first);

    await page.getByLabel(say('Rechercher', 'Search')).fill(first[3] ?? '');
    await expect(page).toHaveURL(/search=/);
    await expect.poll(() => references(page)).toEqual([first[3]]);
    await page.getByRole('button', { name: say('Effacer les filtres', 'Clear the filters') }).click();

    await page.getByLabel('Type').selectOption('payment');
    await page.getByLabel(say('Statut', 'Status')).selectOption('pending');
    await expect(page).toHaveURL(/type=payment&status=pending/);
    await page.reload();
    await expect(page.getByLabel('Type')).toHaveValue('payment');
    for (const row of await page
      .getByRole('table')
      .getByRole('row')
      .all()
      .then((rows) => rows.slice(1))) {
      await expect(row).toContainText(say('En attente', 'Pending'));
    }
    await axeFindsNothing(page);

    await page.goto('/transactions?search=no-such-transaction');
    await expect(page.getByText(say('Aucune transaction trouvée', 'No transaction found'))).toBeVisible();
    await axeFindsNothing(page);

    await page.goto('/transactions?dateFrom=2026-11-10');
    await page.getByLabel(say('Au', 'To'), { exact: true }).fill('2026-11-01');
    await expect(
      page.getByText(say(/La fin de la période précède son début/, /end of the period is before/)),
    ).toBeVisible();
  },
);

inBothLanguages(
  'the details of a transaction open in the address and survive a reload',
  async ({ page, say }) => {
    await startSession(page, 'marie');
    await page.goto('/transactions?type=payment');
    const [reference = ''] = await references(page);
    await page.getByRole('rowheader').first().getByRole('link').click();
    await expect(page).toHaveURL(/transaction=\d+/);
    const dialog = page.getByRole('dialog', {
      name: say('Détails de la transaction', 'Transaction details'),
    });
    await expect(dialog).toContainText(reference);
    await expect(dialog).toContainText(say('Moyen de paiement', 'Payment method'));
    await axeFindsNothing(page);
    const address = new URL(page.url());
    await page.goto(`/transactions?search=elsewhere&transaction=${address.searchParams.get('transaction')}`);
    await expect(dialog).toContainText(reference);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/transactions?search=elsewhere');
  },
);

inBothLanguages('both files contain only the filtered rows', async ({ page, say }) => {
  await startSession(page, 'marie');
  await page.goto('/transactions?type=payment&status=completed');
  const shown = await references(page);
  const table = await saved(page, say('Exporter en CSV', 'Export as CSV'));
  expect(table.name).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  const [header = '', ...lines] = table.file.toString().trimEnd().split('\r\n');
  expect(header).toContain(say(';Libellé;Type;Statut;Montant;', ',Description,Type,Status,Amount,'));
  expect(lines.length).toBeGreaterThanOrEqual(shown.length);
  for (const line of lines) expect(line).toContain(say('Paiement;Terminé;-', 'Payment,Completed,-'));
  shown.forEach((reference, index) => expect(lines[index]).toContain(reference));

  const statement = await saved(page, say('Exporter en PDF', 'Export as PDF'));
  expect(statement.name).toMatch(/^transactions-\d{4}-\d\d-\d\d\.pdf$/);
  expect(statement.file.subarray(0, 5).toString()).toBe('%PDF-');
  const text = pdfPages(statement.file).join('\n');
  expect(text).toContain(say('Relevé de transactions', 'Transaction statement'));
  expect(text).toContain(say('type Paiement, statut Terminé', 'type Payment, status Completed'));
  for (const reference of shown) expect(text.replaceAll('\n', '')).toContain(reference);
});

inBothLanguages('a failure is reported and can be retried', async ({ page, say }) => {
  await startSession(page, 'marie');
  await page.goto('/transactions');
  await references(page);
  await page.route('**/api/user/transactions/export?**', (route) => route.abort());
  await page.getByRole('button', { name: say('Exporter en CSV', 'Export as CSV') }).click();
  await expect(page.getByText(say(/L’export a échoué\./, /The export failed\./))).toBeVisible();
  await axeFindsNothing(page);
  await page.unroute('**/api/user/transactions/export?**');
  expect((await saved(page, say('Réessayer', 'Try again'))).name).toMatch(/csv$/);

  await page.route('**/api/user/transactions?**', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  const failed = say('Impossible de récupérer les transactions', 'Unable to retrieve the transactions');
  await expect(page.getByText(failed)).toBeVisible({ timeout: 15_000 });
  await axeFindsNothing(page);
  await page.unroute('**/api/user/transactions?**');
  await page.getByRole('button', { name: say('Réessayer', 'Try again') }).click();
  await expect.poll(() => references(page)).toHaveLength(10);
});
