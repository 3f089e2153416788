import type { Locator, Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { approveIdentity, connectTo, demonstrationPerson, newCustomer, promote } from '../support/customers';
import { call } from '../support/http';
import { callsFrom, somebody } from '../api/people';
import type { Language } from '../../libs/contracts/language';
import { axeFindsNothing } from './axe';
import { inBothLanguages, type Say } from './languages';
import { approve, approveIfAsked, enterAs, typeCredentials, startSession } from './people';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

test.slow();

/** The list of users, filtered to one person of this test only. */
async function openAt(page: Page, backOfficeUrl: string, search: string) {
  await startSession(page, 'admin', backOfficeUrl);
  await page.goto(`${backOfficeUrl}/users?search=${encodeURIComponent(search)}`);
  const row = page.getByRole('row').filter({ hasText: search });
  await expect(row).toBeVisible();
  return row;
}

/** The menu of a row, with what is done less often. */
const openMore = (row: Locator, say: Say) =>
  row.getByRole('button', { name: say(/^Autres actions/, /^More actions/) }).click();

/** A customer of this test only, found by e-mail. */
async function ownPerson(shellUrl: string, language: Language) {
  const calls = callsFrom(shellUrl);
  calls.headers['accept-language'] = language;
  const person = await calls.signUp();
  return { ...person, calls, name: `${person.first_name} ${person.last_name}` };
}

inBothLanguages('a row and a cell are named by the whole e-mail address', async ({ page, bank, say }) => {
  await startSession(page, 'admin', bank.backOfficeUrl);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${bank.backOfficeUrl}/users`);
    await expect(page.getByRole('row', { name: 'marie@bankpcs.example' })).toContainText('Lefèvre');
    await expect(page.getByRole('cell', { name: 'marie@bankpcs.example', exact: true })).toBeVisible();
  }
  await expect(page.getByText(say(/^affichage 1–20 sur \d+$/, /^showing 1–20 of \d+$/))).toBeVisible();
});

inBothLanguages('a user is created, and signs in', async ({ page, bank, say }) => {
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/users`);
  await page.getByRole('button', { name: say('Créer un utilisateur', 'Create a user') }).click();
  await expect(page).toHaveURL(/action=create/);
  const dialog = page.getByRole('dialog', { name: say('Créer un utilisateur', 'Create a user') });
  const create = dialog.getByRole('button', { name: say('Créer l’utilisateur', 'Create the user') });
  await create.click();
  await expect(dialog.getByRole('alert')).toBeFocused();
  const email = dialog.getByLabel(say(/^E-mail/, /^Email/));
  await expect(email).toHaveAccessibleDescription(/./);
  await axeFindsNothing(page, 'refused creation');

  const person = somebody();
  await dialog.getByLabel(say(/^Prénom/, /^First name/)).fill('Zoé');
  await dialog.getByLabel(say(/^Nom(?! d)/, /^Last name/)).fill('Roy');
  await email.fill('marie@bankpcs.example');
  await dialog.getByLabel(say(/^Mot de passe/, /^Password/)).fill(person.password);
  await dialog.getByLabel(say(/^Solde/, /^Balance/)).fill('120,50');
  await create.click();
  await expect(email).toHaveAccessibleDescription(say(/déjà utilisée/, /already/));
  await page.reload();
  await expect(dialog.getByLabel(say(/^Prénom/, /^First name/))).toHaveValue('Zoé');
  const passwordField = dialog.getByLabel(say(/^Mot de passe/, /^Password/));
  await expect(passwordField).toHaveValue('');
  await email.fill(person.email);
  await passwordField.fill(person.password);
  await dialog.getByLabel(say(/^Solde/, /^Balance/)).fill('120,50');
  await create.click();
  await expect(page.getByText(say('Zoé Roy a été ajouté.', 'Zoé Roy was added.'))).toBeVisible();
  await expect(dialog).toBeHidden();

  const own = callsFrom(bank.shellUrl);
  const { status, body } = await own.signIn(person.email);
  expect(status).toBe(200);
  const solde = await own.get<{ balance: { current_balance: number } }>('solde', body.access_token);
  expect(solde.body.balance.current_balance).toBe(120.5);
});

inBothLanguages('a balance is edited with a reason, which is shown to the customer', async (journey) => {
  const { page, bank, language, say } = journey;
  const { email, name, calls, access_token: token } = await ownPerson(bank.shellUrl, language);
  const row = await openAt(page, bank.backOfficeUrl, email);
  await row.getByRole('button', { name: say(`Modifier ${name}`, `Edit ${name}`) }).click();
  await expect(page).toHaveURL(/search=.*user=\d+&action=edit/);
  const dialog = page.getByRole('dialog', { name: say('Modifier l’utilisateur', 'Edit the user') });
  await dialog.getByLabel(say(/^Solde/, /^Balance/)).fill('75,25');
  await expect(dialog.getByText(/0,00\s€.*75,25\s€.*\+75,25\s€/)).toBeVisible();
  await dialog.getByLabel(say(/^Nom(?! d)/, /^Last name/)).fill('Durand');
  const save = dialog.getByRole('button', { name: say('Enregistrer', 'Save') });
  await save.click();
  const reason = dialog.getByLabel(say(/^Motif/, /^Reason/));
  await expect(reason).toHaveAccessibleDescription(say(/obligatoire/, /required/));
  await axeFindsNothing(page, 'edited balance');
  await reason.fill('Geste commercial');
  await save.click();
  await expect(row.getByText(/75,25\s€/)).toBeVisible();
  await expect(row.getByRole('rowheader', { name: 'Durand' })).toBeVisible();
  await expect(page).toHaveURL(`${bank.backOfficeUrl}/users?search=${encodeURIComponent(email)}`);

  const { body } = await calls.get<{ transactions: { amount: number; description: string }[] }>(
    'user/transactions',
    token,
  );
  expect(body.transactions.map(({ amount }) => amount)).toEqual([75.25]);
  expect(body.transactions[0]?.description).toContain('Geste commercial');
  expect((await calls.signIn(email)).status).toBe(200);
});

inBothLanguages(
  'a deactivated user is signed out at the next call, and can return once reactivated',
  async (journey) => {
    const { page, bank, language, say } = journey;
    const { email, name, calls, access_token: token } = await ownPerson(bank.shellUrl, language);
    expect(await calls.me(token)).toBe(200);
    const row = await openAt(page, bank.backOfficeUrl, email);
    await row.getByRole('button', { name: say(`Désactiver ${name}`, `Deactivate ${name}`) }).click();
    await expect(row.getByText(say('Inactif', 'Inactive'), { exact: true })).toBeVisible();
    expect(await calls.me(token)).toBe(401);
    const activate = row.getByRole('button', { name: say(`Activer ${name}`, `Activate ${name}`) });
    await page.route('**/activate', (route) => route.fulfill({ status: 500, body: '' }));
    await activate.click();
    await expect(
      page.getByText(say('Erreur activation/désactivation', 'Error while activating or deactivating')),
    ).toBeVisible();
    await page.unroute('**/activate');
    await activate.click();
    await expect(row.getByText(say('Actif', 'Active'), { exact: true })).toBeVisible();
    expect((await calls.signIn(email)).status).toBe(200);
  },
);

inBothLanguages('a user is deleted once the account is empty, but never oneself', async (journey) => {
  const { page, bank, language, say } = journey;
  const { email, name, calls, access_token: token } = await ownPerson(bank.shellUrl, language);
  await calls.post('balance/update', { amount: 5, type: 'add' }, token);
  const row = await openAt(page, bank.backOfficeUrl, email);
  const ask = row.getByRole('button', { name: say(`Supprimer ${name}`, `Delete ${name}`) });
  const question = page.getByRole('alertdialog', {
    name: say('Supprimer cet utilisateur ?', 'Delete this user?'),
  });
  const confirm = question.getByRole('button', { name: say('Supprimer', 'Delete') });
  await ask.click();
  await axeFindsNothing(page, 'question');
  await confirm.click();
  await expect(page.getByText(say(/Ce compte contient encore/, /account still holds money/i))).toBeVisible();
  await question.getByRole('button', { name: say('Annuler', 'Cancel') }).click();
  await calls.post('balance/transfer', { recipient_id: 2, amount: 5 }, token);
  await page.route('**/api/admin/users/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  );
  await ask.click();
  await confirm.click();
  await expect(
    page.getByText(say('Erreur suppression utilisateur', 'Error while deleting the user'), { exact: true }),
  ).toBeVisible();
  await page.unroute('**/api/admin/users/*');
  await confirm.click();
  await expect(page.getByText(say(`${name} a été supprimé.`, `${name} was deleted.`))).toBeVisible();
  await expect(page.getByText(say('Aucun utilisateur trouvé', 'No user found'))).toBeVisible();
  expect((await calls.signIn(email)).status).toBe(401);

  await page.goto(`${bank.backOfficeUrl}/users?search=admin%40bankpcs.example&user=1&action=delete`);
  await confirm.click();
  await expect(
    page.getByText(say(/Vous ne pouvez pas supprimer votre propre compte/, /delete your own account/i)),
  ).toBeVisible();
});

inBothLanguages('the last administrator is neither demoted, deactivated nor deleted', async (journey) => {
  const { page, context, bank, say } = journey;
  const database = connectTo(bank.migrationUrl);
  const me = await newCustomer(bank.shellUrl, { first_name: 'Irène', last_name: 'Seule' });
  await promote(database, me);
  const others = await database.rows(
    `SELECT id FROM users WHERE role = 'admin' AND status = 'active' AND id <> ?`,
    [me.id],
  );
  const setOthers = (status: string) =>
    database.rows('UPDATE users SET status = ? WHERE id IN (?)', [status, others.map(({ id }) => id)]);
  await setOthers('inactive');
  try {
    await enterAs(context, me);
    await page.goto(`${bank.backOfficeUrl}/users?search=${me.email}&user=${me.id}&action=edit`);
    const dialog = page.getByRole('dialog', { name: say('Modifier l’utilisateur', 'Edit the user') });
    await expect(
      dialog.getByText(say(/C’est votre propre compte/, /This is your own account/)),
    ).toBeVisible();
    await expect(dialog.getByLabel(say('Rôle', 'Role'))).toHaveCount(0);
    await expect(dialog.getByLabel(say(/^Solde/, /^Balance/))).toHaveCount(0);
    await axeFindsNothing(page, 'own person');
    const refused = say('C’est le dernier administrateur actif.', 'This is the last active administrator.');
    await dialog.getByRole('button', { name: say('Annuler', 'Cancel') }).click();
    await expect(dialog).toBeHidden();

    const row = page.getByRole('row').filter({ hasText: me.email });
    await row.getByRole('button', { name: say('Désactiver Irène Seule', 'Deactivate Irène Seule') }).click();
    await expect(page.getByText(refused)).toBeVisible();
    await expect(row).toContainText('Admin');
    await expect(row.getByText(say('Actif', 'Active'), { exact: true })).toBeVisible();

    await row.getByRole('button', { name: say('Supprimer Irène Seule', 'Delete Irène Seule') }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: say('Supprimer', 'Delete') }).click();
    await expect(
      page.getByText(
        say('Vous ne pouvez pas supprimer votre propre compte.', 'You cannot delete your own account.'),
      ),
    ).toBeVisible();
    const [saved] = await database.rows('SELECT role, status, deleted_at FROM users WHERE id = ?', [me.id]);
    expect(saved).toEqual({ role: 'admin', status: 'active', deleted_at: null });
  } finally {
    await setOthers('active');
    await database.rows(`UPDATE users SET role = 'user' WHERE id = ?`, [me.id]);
    await database.end();
  }
});

inBothLanguages('limits are changed with a reason, high ones by two administrators', async (journey) => {
  const { page, bank, language, say } = journey;
  const { email, name, calls, access_token: token, user } = await ownPerson(bank.shellUrl, language);
  await approveIdentity(bank.shellUrl, user);
  const limit = async () =>
    (await calls.get<{ balance: { transfer_limit: number } }>('solde', token)).body.balance.transfer_limit;
  const row = await openAt(page, bank.backOfficeUrl, email);
  const dialog = page.getByRole('dialog', { name: say('Plafonds du compte', 'Account limits') });
  const transfers = dialog.getByLabel(say(/^Virements, par jour/, /^Transfers, per day/));
  const save = dialog.getByRole('button', { name: say('Enregistrer les plafonds', 'Save the limits') });
  const raise = async (from: string, to: string) => {
    await openMore(row, say);
    await row.getByRole('button', { name: say(`Plafonds ${name}`, `Limits ${name}`) }).click();
    await expect(transfers).toHaveValue(from);
    await transfers.fill(to);
    await dialog.getByLabel(say(/^Motif/, /^Reason/)).fill('Achat immobilier');
    await axeFindsNothing(page, 'limits');
    await save.click();
  };
  await raise('10000,00', '9 000');
  await expect(dialog).toBeHidden();
  expect(await limit()).toBe(9_000);
  await raise('9000,00', '25 000');
  await approveIfAsked(page, bank, dialog);
  await expect(dialog).toBeHidden();
  const waits = say(/attend la validation d’un second administrateur/, /awaits the approval of a second/);
  await expect(page.getByText(waits)).toBeVisible();
  expect(await limit()).toBe(9_000);

  await page.getByRole('link', { name: say('Validations internes', 'Internal approvals') }).click();
  const own = page
    .getByRole('row')
    .filter({ hasText: name })
    .filter({ hasText: /25.000,00/ })
    .first();
  await expect(own).toContainText(say('C’est votre demande', 'It is your request'));
  await axeFindsNothing(page, 'approvals');
  const other = await page.context().browser()!.newContext();
  const theirs = await other.newPage();
  await theirs.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await startSession(theirs, 'sofia', bank.backOfficeUrl);
  await theirs.goto(`${bank.backOfficeUrl}/admin/approvals`);
  const request = theirs
    .getByRole('row')
    .filter({ hasText: name })
    .filter({ hasText: /25.000,00/ })
    .first();
  await request.getByRole('link', { name: say(/^Valider la demande/, /^Approve request/) }).click();
  const question = theirs.getByRole('alertdialog');
  await axeFindsNothing(theirs, 'approval');
  await question.getByRole('button', { name: say('Valider', 'Approve') }).click();
  await approve(theirs, bank);
  await expect(theirs.getByText(say(/est validée et appliquée/, /is approved and applied/))).toBeVisible();
  expect(await limit()).toBe(25_000);
  // The requester's untouched list shows it as well.
  await expect(own).toContainText(say('Validée', 'Approved'));
  await other.close();
});

inBothLanguages('a password set by an administrator must first be changed', async (journey) => {
  const { page, bank, language, say } = journey;
  const { email, name, calls } = await ownPerson(bank.shellUrl, language);
  const row = await openAt(page, bank.backOfficeUrl, email);
  await row.getByRole('button', { name: say(`Modifier ${name}`, `Edit ${name}`) }).click();
  const dialog = page.getByRole('dialog', { name: say('Modifier l’utilisateur', 'Edit the user') });
  await dialog.getByLabel(say(/^Mot de passe/, /^Password/)).fill('temporary-violet-kettle');
  await dialog.getByRole('button', { name: say('Enregistrer', 'Save') }).click();
  await approveIfAsked(page, bank, dialog);
  await expect(dialog).toBeHidden();

  const theirs = await (await page.context().browser()!.newContext()).newPage();
  await theirs.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await theirs.goto(`${bank.shellUrl}/login?from=%2Fdashboard%2Fsolde`);
  await typeCredentials(theirs, email, 'temporary-violet-kettle');
  const heading = theirs.getByRole('heading', {
    name: say('Choisissez votre mot de passe', 'Choose your password'),
  });
  await expect(heading).toBeVisible();
  await axeFindsNothing(theirs, 'temporary password');
  await theirs.goto(`${bank.shellUrl}/dashboard/solde`);
  await expect(heading).toBeVisible();
  const type = (label: string, value: string) => theirs.getByLabel(label, { exact: true }).fill(value);
  await type(say('Mot de passe provisoire', 'Temporary password'), 'temporary-violet-kettle');
  await type(say('Nouveau mot de passe', 'New password'), 'temporary-violet-kettle');
  await type(say('Confirmer le nouveau mot de passe', 'Confirm the new password'), 'temporary-violet-kettle');
  const save = theirs.getByRole('button', { name: say('Enregistrer mon mot de passe', 'Save my password') });
  await save.click();
  await expect(theirs.getByRole('alert')).toContainText(say('Nouveau mot de passe', 'New password'));
  await type(say('Nouveau mot de passe', 'New password'), 'harbour-lantern-own-8');
  await type(say('Confirmer le nouveau mot de passe', 'Confirm the new password'), 'harbour-lantern-own-8');
  await save.click();
  await approve(theirs, bank);
  await expect(theirs.getByRole('heading', { level: 1, name: say('Solde', 'Balance') })).toBeVisible();
  expect((await calls.signIn(email, 'harbour-lantern-own-8')).status).toBe(200);
  await theirs.context().close();
});

inBothLanguages('the list is sorted and searched on the server', async ({ page, bank, say }) => {
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/users?role=user`);
  const first = page.getByRole('row').nth(1);
  await page.getByRole('button', { name: say('Solde', 'Balance') }).press('Enter');
  const header = page.getByRole('columnheader', { name: say('Solde', 'Balance') });
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: say('Solde', 'Balance') }).press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  const { body } = await call<{ access_token: string }>('POST', `${bank.shellUrl}/api/auth/login`, {
    body: { username: 'admin', email: 'admin', password: 'Admin-demo-1' },
  });
  const richest = await call<{ users: { email: string }[] }>(
    'GET',
    `${bank.shellUrl}/api/admin/users?role=user&sort=balance&order=desc&limit=1`,
    { token: body.access_token },
  );
  await expect(first).toContainText(richest.body.users[0]?.email ?? 'nobody');
  await page.reload();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await page.getByLabel(say('Rechercher', 'Search')).fill('lefèvre marie');
  await expect(page).toHaveURL(/search=lef/);
  await expect(first).toContainText('marie@bankpcs.example');
  await openMore(first, say);
  await axeFindsNothing(page, 'menu of a row');
  await expect(
    first.getByRole('link', { name: say('Journal Marie Lefèvre', 'Logs Marie Lefèvre') }),
  ).toHaveAttribute('href', '/admin/logs?user_id=2');
});

inBothLanguages('failures are shown with the catalogue’s texts', async ({ page, bank, say }) => {
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${bank.backOfficeUrl}/users`);
  await expect(
    page.getByText(say('Erreur lors du chargement des utilisateurs', 'Error while loading the users')),
  ).toBeVisible();
  await expect(page.getByRole('table')).toBeHidden();
  await page.unroute('**/api/admin/users?*');
  await page.getByRole('button', { name: say('Réessayer', 'Try again') }).click();
  await expect(page.getByRole('table')).toBeVisible();

  await page.goto(`${bank.backOfficeUrl}/users?user=2&action=edit`);
  const dialog = page.getByRole('dialog', { name: say('Modifier l’utilisateur', 'Edit the user') });
  const save = dialog.getByRole('button', { name: say('Enregistrer', 'Save') });
  await expect(save).toBeVisible();
  await page.route('**/api/admin/users/2', (route) => route.fulfill({ status: 502, body: '' }));
  await save.click();
  await expect(dialog.getByText(say('Erreur lors de la sauvegarde', 'Error while saving'))).toBeVisible();
});

inBothLanguages('a customer’s cards are shown, and one is blocked for the bank', async (journey) => {
  const { page, bank, language, say } = journey;
  const { name, email, calls, access_token: token } = await ownPerson(bank.shellUrl, language);
  await call('POST', `${bank.shellUrl}/api/cards/create`, {
    token,
    body: { card_type: 'debit', virtual: true },
  });
  const row = await openAt(page, bank.backOfficeUrl, email);
  await openMore(row, say);
  await row.getByRole('link', { name: say(`Cartes ${name}`, `Cards ${name}`) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  const card = page.getByRole('row').filter({ hasText: /VISA ••••\d{4}/ });
  await card.getByRole('button', { name: say('Bloquer la carte VISA', 'Block card VISA') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('Motif', 'Reason')).fill('Numéro vu sur un forum');
  await axeFindsNothing(page);
  await dialog.getByRole('button', { name: say('Bloquer la carte', 'Block the card') }).click();
  await expect(card.getByText(say('Bloquée par la banque', 'Blocked by the bank'))).toBeVisible();
  await axeFindsNothing(page);
  const { body } = await calls.get<{ cards: { state: string }[] }>('carte', token);
  expect(body.cards).toMatchObject([{ state: 'blocked' }]);
});

inBothLanguages('what a colleague changed meanwhile is neither undone nor overwritten', async (journey) => {
  const { page, bank, language, say } = journey;
  const { email, name, user, calls } = await ownPerson(bank.shellUrl, language);
  const row = await openAt(page, bank.backOfficeUrl, email);
  const dialog = page.getByRole('dialog', { name: say('Modifier l’utilisateur', 'Edit the user') });
  const phone = dialog.getByLabel(say(/^Téléphone/, /^Phone/));
  const edit = async () => {
    await row.getByRole('button', { name: say(`Modifier ${name}`, `Edit ${name}`) }).click();
    await expect(phone).toBeVisible();
  };
  const save = () => dialog.getByRole('button', { name: say('Enregistrer', 'Save') }).click();
  const { token } = await demonstrationPerson(bank.shellUrl, 'sofia');
  const colleague = (changes: object) => calls.put(`admin/users/${user.id}`, { ...user, ...changes }, token);
  const saved = async () => (await calls.get(`admin/users/${user.id}`, token)).body;

  await edit();
  await phone.fill('+33 6 39 98 10 41');
  expect((await colleague({ status: 'inactive' })).status).toBe(200);
  await save();
  await expect(dialog).toBeHidden();
  expect(await saved()).toMatchObject({ phone: '+33 6 39 98 10 41', status: 'inactive' });

  await edit();
  await phone.fill('+33 6 39 98 10 42');
  expect((await colleague({ status: 'inactive', phone: '+33 6 39 98 10 43' })).status).toBe(200);
  await save();
  await expect(phone).toHaveAccessibleDescription(
    new RegExp(say('Sofia Benali a changé cela', 'Sofia Benali has changed this')),
  );
  await dialog.getByRole('button', { name: say('Annuler', 'Cancel') }).click();
  await edit();
  await expect(phone).toHaveValue('+33 6 39 98 10 43');
});
