import { randomBytes } from 'node:crypto';
import type { EmbedSignup, Partner } from '../../libs/contracts/partners';
import { demonstrationPartner } from '../../libs/contracts/demo';
import { somebody } from '../api/people';
import { expect, test } from '../support/bank-fixture';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { startSession } from './people';

test.slow();

inBothLanguages('a partner is added, gets its code, and its key is replaced', async ({ page, bank, say }) => {
  const name = `Régie ${randomBytes(4).toString('hex')}`;
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/admin`);
  await page.getByRole('link', { name: say('Partenaires', 'Partners') }).click();
  await expect(page.getByRole('link', { name: demonstrationPartner.name })).toBeVisible();
  await page.getByRole('button', { name: say('Ajouter un partenaire', 'Add a partner') }).click();
  const dialog = page.getByRole('dialog', { name: say('Ajouter un partenaire', 'Add a partner') });
  await dialog.getByLabel(say(/^Nom du partenaire/, /^Partner’s name/)).fill(name);
  const origin = dialog.getByRole('textbox', { name: say('Origine 1', 'Origin 1') });
  await origin.fill('https://*.regie.example');
  const add = dialog.getByRole('button', { name: say('Ajouter le partenaire', 'Add partner') });
  await add.click();
  await expect(dialog.getByRole('alert')).toBeFocused();
  await expect(origin).toHaveAccessibleDescription(say(/joker/, /Wildcards/));
  await axeFindsNothing(page, 'a wrong origin');
  await origin.fill('https://www.regie.example');
  await add.click();

  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const snippet = page.getByRole('region', { name: say('Code à transmettre', 'Code to send') });
  await expect(snippet.getByText(`${bank.embedUrl}/embed/v1/loader.js`)).toBeVisible();
  await snippet.getByRole('button', { name: say('Version fixée', 'Pinned version') }).click();
  await expect(snippet.getByText(/integrity="sha384-/)).toBeVisible();

  const keys = page.getByRole('region', { name: say('Clés publiables', 'Publishable keys') });
  const revoke = keys.getByRole('button', { name: say(/^Révoquer la clé/, /^Revoke key/) });
  await keys.getByRole('button', { name: say('Nouvelle clé', 'New key') }).click();
  await expect(revoke).toHaveCount(2);
  await revoke.last().click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: say('Annuler', 'Cancel') })).toBeFocused();
  await question.getByRole('button', { name: say('Révoquer', 'Revoke') }).click();
  await expect(question).toBeHidden();
  await expect(revoke).toHaveCount(1);
  await axeFindsNothing(page, 'a partner');
});

inBothLanguages(
  'a partner’s server gets an address, its secrets once, and a key',
  async ({ page, bank, say }) => {
    const { body: admin } = await call<{ access_token: string }>('POST', `${bank.shellUrl}/api/auth/login`, {
      body: { username: 'admin', password: 'Admin-demo-1' },
    });
    const { body: partner } = await call<Partner>('POST', `${bank.backOfficeUrl}/api/admin/partners`, {
      token: admin.access_token,
      body: { name: `Régie ${randomBytes(4).toString('hex')}`, origins: ['https://www.regie.example'] },
    });
    await startSession(page, 'admin', bank.backOfficeUrl);
    await page.goto(`${bank.backOfficeUrl}/admin/partners/${partner.id}`);
    const hooks = page.getByRole('region', { name: 'Webhooks' });
    const address = hooks.getByLabel(say(/^Adresse du serveur/, /^Address of the server/));
    const save = hooks.getByRole('button', { name: say('Enregistrer', 'Save') });
    // Only the server knows which names are public.
    await address.fill('https://hooks.internal/bank');
    await save.click();
    await expect(hooks.getByRole('alert')).toBeFocused();
    await expect(address).toHaveAccessibleDescription(say(/adresse https/, /https address/));
    await axeFindsNothing(page, 'a refused address of webhooks');
    await address.fill('https://hooks.invalid-partner.example/bank');
    await save.click();
    const shown = page.getByRole('dialog', {
      name: say('Secret des webhooks – Réel', 'Webhook secret – Live'),
    });
    await expect(shown.getByText(/^whsec_/)).toBeVisible();
    await axeFindsNothing(page, 'a secret');
    await shown
      .getByRole('button', { name: say('J’ai copié le secret', 'I have copied the secret') })
      .click();
    await expect(page.getByText(/whsec_/)).toHaveCount(0);

    await hooks
      .getByRole('button', { name: say('Envoyer un événement de test', 'Send a test event') })
      .click();
    const row = hooks.getByRole('row', { name: /webhook\.test/ });
    await expect(row).toContainText(say('En attente', 'Waiting'));
    await expect(row).toContainText(say('Aucune', 'None'), { timeout: 20_000 });
    await row.getByRole('button', { name: say(/^Renvoyer/, /^Send again/) }).click();
    await expect(page.getByText(say('L’événement est renvoyé.', 'The event is sent again.'))).toBeVisible();
    await hooks.getByRole('button', { name: say('Nouveau secret', 'New secret') }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: say('Nouveau secret', 'New secret') }).click();
    await shown
      .getByRole('button', { name: say('J’ai copié le secret', 'I have copied the secret') })
      .click();
    await expect(
      hooks.getByText(say(/L’ancien signe encore jusqu’au/, /The old one still signs until/)),
    ).toBeVisible();

    const keys = page.getByRole('region', { name: say('Clés secrètes', 'Secret keys') });
    await keys.getByRole('button', { name: say('Créer une clé', 'Create a key') }).click();
    const asked = page.getByRole('dialog', { name: say('Créer une clé secrète', 'Create a secret key') });
    await asked.getByRole('textbox', { name: say('Nom', 'Name') }).fill('Essai');
    await asked.getByRole('combobox', { name: 'Mode' }).selectOption('test');
    await asked.getByRole('button', { name: say('Créer la clé', 'Create the key') }).click();
    const made = page.getByRole('dialog', { name: say('Nouvelle clé secrète', 'New secret key') });
    await expect(made.getByText(/^sk_test_/)).toBeVisible();
    await made.getByRole('button', { name: say('J’ai copié le secret', 'I have copied the secret') }).click();
    await keys
      .getByRole('button', { name: say(/^Révoquer la clé secrète sk_test_/, /^Revoke secret key sk_test_/) })
      .click();
    await question.getByRole('button', { name: say('Révoquer', 'Revoke') }).click();
    await expect(keys.getByText(say(/^Révoquée le/, /^Revoked on/))).toBeVisible();
    await axeFindsNothing(page, 'a partner with a server');
  },
);

inBothLanguages('an unreadable theme is reported, and not saved', async ({ page, bank, say }) => {
  const name = `Régie ${randomBytes(4).toString('hex')}`;
  const { body: admin } = await call<{ access_token: string }>('POST', `${bank.shellUrl}/api/auth/login`, {
    body: { username: 'admin', password: 'Admin-demo-1' },
  });
  const { body: partner } = await call<Partner>('POST', `${bank.backOfficeUrl}/api/admin/partners`, {
    token: admin.access_token,
    body: { name, origins: ['https://www.regie.example'] },
  });
  await startSession(page, 'admin', bank.backOfficeUrl);
  await page.goto(`${bank.backOfficeUrl}/admin/partners/${partner.id}`);
  const look = page.getByRole('region', { name: say('Apparence', 'Appearance') });
  const brand = look.getByRole('textbox', {
    name: say('Couleur de marque', 'Brand colour'),
    exact: true,
  });
  const save = look.getByRole('button', { name: say('Enregistrer', 'Save') });
  await brand.fill('#ffb71b');
  await expect(look.getByRole('status')).toHaveText(
    say('2 textes se lisent mal.', '2 texts are hard to read.'),
  );
  await save.click();
  await expect(look.getByRole('alert')).toBeFocused();
  await brand.fill('#1c5470');
  await save.click();
  await expect(
    page.getByText(say('L’apparence est enregistrée.', 'The appearance has been saved.')),
  ).toBeVisible();
  await page.reload();
  await expect(brand).toHaveValue('#1c5470');
});

inBothLanguages(
  'whoever applied on a partner’s page opens the account in the bank, once',
  async (journey) => {
    const { page, context, bank, say } = journey;
    const { email, first_name, last_name } = somebody();
    const { key } = demonstrationPartner;
    const document = await call<string>(
      'GET',
      `${bank.embedUrl}/embed/frame/signup?partner=${key}&page=${bank.partnerUrl}`,
    );
    const [, token] = /"token":"([\w-]+)"/.exec(document.body) ?? [];
    const { body } = await call<EmbedSignup>('POST', `${bank.embedUrl}/api/embed/signup`, {
      headers: { origin: bank.embedUrl },
      body: { partner: key, token, email, first_name, last_name },
    });
    const arrival = await call('POST', body.continue_url, {
      headers: { origin: bank.embedUrl, 'content-type': 'application/x-www-form-urlencoded' },
      body: `code=${body.code}`,
    });
    const [name = '', value = ''] = arrival.headers.get('set-cookie')?.split(';')[0]?.split('=') ?? [];
    await context.addCookies([{ name, value, url: bank.shellUrl }]);
    await page.goto('/continue');
    await expect(page.getByText(`Élodie Martin (${email})`)).toBeVisible();
    await axeFindsNothing(page, 'an application');
    await page.getByLabel(say('Nom d’utilisateur', 'Username')).fill('x');
    await page.getByRole('button', { name: say('Ouvrir mon compte', 'Open my account') }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await axeFindsNothing(page, 'a refused application');
    await page.getByLabel(say('Nom d’utilisateur', 'Username')).fill(`u${randomBytes(5).toString('hex')}`);
    for (const label of say(
      ['Mot de passe', 'Confirmer le mot de passe'],
      ['Password', 'Confirm the password'],
    )) {
      await page.getByLabel(label, { exact: true }).fill('six mots choisis avec soin');
    }
    await page.getByRole('button', { name: say('Ouvrir mon compte', 'Open my account') }).click();
    await expect(page).toHaveURL(`${bank.shellUrl}/dashboard`);
    await expect(page.getByText('Élodie Martin').first()).toBeVisible();
    await page.goto('/continue');
    await expect(
      page.getByRole('heading', { name: say('Ce lien ne sert plus', 'This link no longer works') }),
    ).toBeVisible();
    await axeFindsNothing(page, 'a spent application');
  },
);
