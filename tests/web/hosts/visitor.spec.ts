import { connectTo, newCustomer, promote } from '../../support/customers';
import { expect as assert, test } from '../../support/bank-fixture';
import { call } from '../../support/http';
import { axeFindsNothing } from '../axe';
import { chatIn, pageWith } from './widget-page';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

test('a visitor of a partner’s page is answered live, keeps it through a reload, and leaves an address @matrix', async ({
  page,
  bank,
  hosts,
}) => {
  test.slow();
  const database = connectTo(bank.migrationUrl);
  const camille = await newCustomer(bank.shellUrl, { first_name: 'Camille', last_name: 'Duval' });
  await promote(database, camille, ['support']);
  await database.end();
  const desk = <Body>(method: string, path: string, body?: object) =>
    call<Body>(method, `${bank.shellUrl}/api/admin/conversations${path}`, { token: camille.token, body });
  await desk('PUT', '/presence', { available: true });

  hosts.put('/talk', pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`));
  await page.goto(`${hosts.origin}/talk`);
  const { launcher, frame } = chatIn(page);
  await launcher.click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.type('je veux parler à une personne');
  await page.keyboard.press('Enter');
  await frame.getByRole('button', { name: 'Parler à une personne' }).press('Enter');
  const ask = frame.getByRole('button', { name: 'Demander une personne' });
  await frame.getByLabel(/^Votre nom/).fill('Zoé du pont');
  await ask.press('Enter');
  await expect(frame.getByRole('alert').first()).toBeVisible();
  await axeFindsNothing(page, 'the question of a visitor');
  await frame.getByRole('checkbox', { name: /^J’accepte/ }).press('Space');
  await ask.press('Enter');
  await expect(frame.getByText('Une personne va vous répondre')).toBeVisible();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.type('Où est <b>ma carte</b> ?');
  await page.keyboard.press('Enter');
  await expect(frame.getByText('Où est <b>ma carte</b> ?')).toBeVisible();

  type List = { conversations: { id: number; visitor: { name: string; partner: string } | null }[] };
  const { body: list } = await desk<List>('GET', '');
  const mine = list.conversations.find(({ visitor }) => visitor?.name === 'Zoé du pont')!;
  expect(mine.visitor?.partner).toBeTruthy();
  await desk('POST', `/${mine.id}/messages`, { text: 'Chez vous !' });
  await expect(frame.getByText('Chez vous !')).toBeVisible();
  await axeFindsNothing(page, 'a visitor talks');

  await page.reload();
  await launcher.click();
  await expect(frame.getByText('Chez vous !')).toBeVisible();
  await desk('POST', `/${mine.id}/close`, { as: 'ticket' });
  await expect(frame.getByText('La conversation en direct est terminée.')).toBeVisible();
  await frame.getByLabel(/^Votre adresse e-mail/).fill(`zoe${mine.id}@visitor.example`);
  await frame.getByRole('checkbox', { name: /^J’accepte/ }).press('Space');
  await frame.getByRole('button', { name: 'Garder mon adresse' }).press('Enter');
  await expect(frame.getByText(/Votre demande est enregistrée sous la référence BPCS/)).toBeVisible();
  // Another tab has no part in it.
  const tab = await page.context().newPage();
  await tab.goto(`${hosts.origin}/talk`);
  const other = chatIn(tab);
  await other.launcher.click();
  await expect(other.frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await expect(other.frame.getByText('Chez vous !')).toHaveCount(0);
});

test('with a test key the assistant answers, and nobody is there, although somebody is', async ({
  page,
  bank,
  hosts,
}) => {
  const database = connectTo(bank.migrationUrl);
  const camille = await newCustomer(bank.shellUrl, { first_name: 'Camille', last_name: 'Duval' });
  await promote(database, camille, ['support']);
  const { body: presence } = await call<object>('PUT', `${bank.shellUrl}/api/admin/conversations/presence`, {
    token: camille.token,
    body: { available: true },
  });
  expect(presence).toBeTruthy();
  const count = async () => (await database.rows('SELECT COUNT(*) AS found FROM conversations'))[0]?.found;
  const before = await count();
  hosts.put('/test-talk', pageWith(hosts.loader, `<bank-chat partner="${hosts.testKey}"></bank-chat>`));
  await page.goto(`${hosts.origin}/test-talk`);
  const { launcher, frame } = chatIn(page);
  await launcher.click();
  await expect(frame.getByText('Mode test', { exact: true })).toBeVisible();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.type('je veux parler à une personne');
  await page.keyboard.press('Enter');
  await frame.getByRole('button', { name: 'Parler à une personne' }).press('Enter');
  await frame.getByRole('button', { name: 'Demander une personne' }).press('Enter');
  await expect(frame.getByRole('button', { name: 'Garder mon adresse' })).toBeVisible();
  await axeFindsNothing(page, 'the assistant of the test mode');
  expect(await count()).toBe(before);
  await database.end();
});
