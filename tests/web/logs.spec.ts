import { readFile } from 'node:fs/promises';
import { call } from '../support/http';
import { newCustomer } from '../support/customers';
import { expect, test } from '../support/bank-fixture';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { startSession } from './people';

const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' });

test.slow();

inBothLanguages('the log is filtered by a day, read and exported', async ({ page, bank, say }) => {
  const { id, token } = await newCustomer(bank.shellUrl);
  const { headers } = await call('POST', `${bank.shellUrl}/api/auth/logout`, { token });
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/admin/logs?user_id=${id}&dateTo=2020-01-01`);
  await expect(page.getByText(say('Aucune entrée trouvée', 'No entry found'))).toBeVisible();
  await page.getByLabel(say('Du', 'From'), { exact: true }).fill(today());
  const end = page.getByLabel(say('Au', 'To'), { exact: true });
  const filter = page.getByRole('button', { name: say('Filtrer', 'Filter') });
  await filter.click();
  await expect(
    page.getByText(
      say('La date de fin vient avant la date de début.', 'The end date comes before the start date.'),
    ),
  ).toBeVisible();
  await end.fill(today());
  await filter.press('Enter');
  await expect(page).toHaveURL(new RegExp(`dateFrom=${today()}`));
  const line = page.getByRole('row').filter({ hasText: 'session.closed' });
  await expect(line).toContainText(`${say('Requête', 'Request')} ${headers.get('x-request-id')}`);
  await axeFindsNothing(page);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: say('Exporter en CSV', 'Export as CSV') }).click();
  const saved = await file;
  expect(saved.suggestedFilename()).toBe(`logs-${today()}.csv`);
  const [head, ...rows] = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toContain(say('Requête', 'Request'));
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain('session.closed');
});
