import { expect as assert, test } from '../support/bank-fixture';
import { connectTo, newCustomer, promote } from '../support/customers';
import { call } from '../support/http';
import type { Page } from '@playwright/test';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { approveIfAsked, enterAs, startSession } from './people';

const expect = assert.configure({ timeout: 20_000 });

test.slow();

inBothLanguages('a colleague gets other staff roles by two owners', async ({ page, bank, say }) => {
  const colleague = await newCustomer(bank.shellUrl);
  const database = connectTo(bank.migrationUrl);
  await promote(database, colleague, ['support']);
  await database.end();
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/users?search=${colleague.email}&action=edit&id=${colleague.id}`);
  const row = page.getByRole('row').filter({ hasText: colleague.email });
  const dialog = page.getByRole('dialog');
  if (!(await dialog.isVisible())) await row.getByRole('button', { name: say(/^Modifier/, /^Edit/) }).click();
  const rolesOf = dialog.getByRole('group', { name: say('Droits d’administration', 'Staff roles') });
  await expect(rolesOf.getByRole('checkbox', { name: say('Assistance', 'Support') })).toBeChecked();
  await rolesOf.getByRole('checkbox', { name: say('Paiements', 'Payments desk') }).check();
  await rolesOf.getByRole('checkbox', { name: say('Publication', 'Releases') }).check();
  await dialog.getByRole('button', { name: say('Enregistrer', 'Save') }).click();
  await expect(
    dialog.getByText(say(/^Ces droits ne vont pas ensemble/, /^These roles do not go/)),
  ).toBeVisible();
  await axeFindsNothing(page, 'staff roles refused');
  await rolesOf.getByRole('checkbox', { name: say('Publication', 'Releases') }).uncheck();
  await dialog.getByRole('button', { name: say('Enregistrer', 'Save') }).click();
  await approveIfAsked(page, bank, dialog);
  await expect(page.getByText(say(/attend|validation/, /waits|second/)).first()).toBeVisible();
  await page.goto(`${bank.backOfficeUrl}/admin/approvals`);
  await expect(
    page.getByText(say('Assistance → Assistance, Paiements', 'Support → Support, Payments desk')).first(),
  ).toBeVisible();
});

test('a member of staff sees only what their roles open', async ({ page, context, bank }) => {
  const colleague = await newCustomer(bank.shellUrl);
  const database = connectTo(bank.migrationUrl);
  await promote(database, colleague, ['auditor']);
  await enterAs(context, colleague);
  await page.goto(`${bank.backOfficeUrl}/admin/users`);
  const logs = page.getByRole('link', { name: 'Journaux', exact: true });
  await expect(logs).toBeVisible();
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Modifier/ })).toHaveCount(0);
  await onlyReads(page, bank.backOfficeUrl);
  await promote(database, colleague, ['support']);
  await database.end();
  await page.goto(`${bank.backOfficeUrl}/admin/users`);
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Modifier/ }).first()).toBeVisible();
  await expect(logs).toHaveCount(0);
  await page.goto(`${bank.backOfficeUrl}/admin/logs`);
  await expect(page.getByText(/^Vos droits d’administration ne permettent pas cela/).first()).toBeVisible();
});

inBothLanguages('who has no role reads what to do, and nothing else is offered', async (journey) => {
  const { page, context, bank, say } = journey;
  const colleague = await newCustomer(bank.shellUrl);
  const database = connectTo(bank.migrationUrl);
  await promote(database, colleague, []);
  await enterAs(context, colleague);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${bank.backOfficeUrl}/admin`);
  const notice = page.getByRole('heading', {
    name: say('Vous n’avez pas encore de droits d’administration', 'You have no staff roles yet'),
  });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([say('Paramètres', 'Settings')]);
  await axeFindsNothing(page, 'no role');
  expect(asked.filter((path) => /^\/api\/(admin|paiement)/.test(path))).toEqual([]);
  await page.getByRole('link', { name: say('Paramètres', 'Settings'), exact: true }).click();
  await expect(page.getByRole('region', { name: say('Profil', 'Profile') })).toBeVisible();
  await page.goto(`${bank.backOfficeUrl}/admin/tickets`);
  await expect(notice).toBeVisible();
  await promote(database, colleague, ['support']);
  await database.end();
  await page.getByRole('button', { name: say('Vérifier de nouveau', 'Check again') }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
});

inBothLanguages(
  'a role that is taken away refuses the next call, and loses nothing typed',
  async (journey) => {
    const { page, context, bank, say } = journey;
    const colleague = await newCustomer(bank.shellUrl);
    const database = connectTo(bank.migrationUrl);
    await promote(database, colleague, ['support']);
    const email = `role-${journey.language}@example.org`;
    const written = { firstName: 'Zoé', lastName: 'Le Goff', category: 'cards', subject: 'Carte', email };
    await call('POST', `${bank.shellUrl}/api/contact`, { body: { ...written, message: 'Bonjour' } });
    const [ticket] = await database.rows('SELECT id FROM tickets WHERE email = ?', [email]);
    await enterAs(context, colleague);
    await page.goto(`${bank.backOfficeUrl}/admin/tickets/${Number(ticket?.id)}`);
    const answer = page.getByRole('textbox', { name: say('Votre réponse', 'Your answer') });
    await answer.fill('Voici votre carte.');
    await promote(database, colleague, ['auditor']);
    await database.end();
    await page.getByRole('button', { name: say('Envoyer la réponse', 'Send the answer') }).click();
    await expect(
      page
        .getByRole('main')
        .getByText(say(/^Vos droits d’administration ne/, /^Your staff roles do not/))
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: say('Journaux', 'Logs'), exact: true })).toBeVisible();
    await expect(answer).toHaveValue('Voici votre carte.');
    await axeFindsNothing(page, 'role taken away');
  },
);

/** The auditor reads payments, files and messages, and nothing there decides. */
async function onlyReads(page: Page, origin: string): Promise<void> {
  const decides = page.getByRole('button', { name: /^(Approuver|Rejeter|Refuser|Envoyer la réponse|Clore)/ });
  const choices = page.getByRole('main').getByRole('checkbox');
  for (const path of ['/admin/validate-payments', '/admin/kyc', '/admin/tickets']) {
    await page.goto(origin + path);
    const first = page.getByRole('main').getByRole('row').getByRole('link').first();
    await expect(first).toBeVisible();
    await first.click();
    await expect(page.getByRole('main').or(page.getByRole('dialog')).last()).toContainText(
      /@|Numéro de compte/,
    );
    await expect(decides).toHaveCount(0);
    await expect(choices).toHaveCount(0);
  }
}
