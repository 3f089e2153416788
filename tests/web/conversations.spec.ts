import type { Page } from '@playwright/test';
import { connectTo, newCustomer, promote } from '../support/customers';
import { expect as assert, test } from '../support/bank-fixture';
import { axeFindsNothing } from './axe';
import { inBothLanguages, type Journey } from './languages';
import { anotherBrowser } from './payment-desk';
import { ownCustomer } from './people';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

test.beforeEach(() => test.slow());

/** Camille of the customer service, available in a browser of her own. */
async function availableDesk({ context, bank, language, say }: Journey) {
  const database = connectTo(bank.migrationUrl);
  const camille = await newCustomer(bank.shellUrl, { first_name: 'Camille', last_name: 'Duval' });
  await promote(database, camille, ['support']);
  await database.end();
  const desk = await anotherBrowser(context, language, camille);
  await desk.goto(`${bank.backOfficeUrl}/admin/conversations`);
  await desk.getByRole('button', { name: say('Me rendre disponible', 'Make me available') }).click();
  await expect(desk.getByText(say('Vous êtes disponible', 'You are available'))).toBeVisible();
  return desk;
}

/** Asks the assistant for a person. `open` opens it again after a reload. */
async function askForPerson({ page, bank, say }: Journey) {
  const open = () =>
    page.getByRole('button', { name: say('Ouvrir l’assistant', 'Open the assistant') }).click();
  await page.goto(`${bank.shellUrl}/faq`);
  await open();
  const chat = page.getByRole('dialog', { name: say('Assistant Bank PCS', 'Bank PCS Assistant') });
  await chat.getByRole('textbox').fill(say('je veux parler à une personne', 'I want to talk to a person'));
  await page.keyboard.press('Enter');
  await chat.getByRole('button', { name: say('Parler à une personne', 'Talk to a person') }).click();
  return { chat, open };
}

/** Takes a person's conversation live, and writes to them. */
async function writeTo(desk: Page, name: string, message: string, { say }: Journey) {
  await desk.getByRole('link', { name }).click();
  await desk.getByRole('button', { name: say('Prendre en direct', 'Take it live') }).click();
  await desk.getByLabel(say('Votre message au client', 'Your message to the customer')).fill(message);
  await desk.getByRole('button', { name: say('Répondre au client', 'Answer the customer') }).click();
}

inBothLanguages(
  'a customer asks for a person, is answered live, and gets a ticket when the person leaves',
  async (fixtures) => {
    const { page, context, bank, say } = fixtures;
    await ownCustomer(context, bank.shellUrl, { person: { first_name: 'Zoé', last_name: 'Martin' } });
    const desk = await availableDesk(fixtures);
    const { chat, open } = await askForPerson(fixtures);
    await expect(chat.getByText(say('Une personne va vous répondre', 'A person is about to'))).toBeVisible();
    await chat.getByRole('textbox').fill('Où est <b>ma carte</b> ?');
    await page.keyboard.press('Enter');

    await writeTo(desk, 'Zoé Martin', 'Chez vous !', fixtures);
    await expect(desk.getByText('Où est <b>ma carte</b> ?')).toBeVisible();
    await expect(chat.getByText('Chez vous !')).toBeVisible();
    await expect(
      chat.getByText(say('Camille, du service client', 'Camille, from customer service'), { exact: true }),
    ).toBeVisible();
    await expect(chat.getByText('Duval')).toHaveCount(0);
    await axeFindsNothing(page, 'live');
    await axeFindsNothing(desk, 'desk');

    await page.reload();
    await open();
    await expect(chat.getByText('Chez vous !')).toBeVisible();
    await desk.getByRole('button', { name: say('Ne plus être disponible', 'Stop being available') }).click();
    await chat.getByRole('link', { name: say('Voir ma demande', 'See my request') }).click();
    await expect(page).toHaveURL(/\/requests\/\d+$/);
    await expect(page.getByText('Où est <b>ma carte</b> ?').first()).toBeVisible();
  },
);

inBothLanguages('a visitor’s conversation survives a reload of the page', async (fixtures) => {
  const { page, say } = fixtures;
  const desk = await availableDesk(fixtures);
  const { chat, open } = await askForPerson(fixtures);
  await chat.getByLabel(say('Votre nom', 'Your name')).fill('Nina Rivet');
  await chat.getByRole('checkbox').check();
  await chat.getByRole('button', { name: say('Demander une personne', 'Ask for a person') }).click();
  await expect(chat.getByText(say('Une personne va vous répondre', 'A person is about to'))).toBeVisible();

  await writeTo(desk, 'Nina Rivet', 'Je vous écoute.', fixtures);
  await expect(chat.getByText('Je vous écoute.')).toBeVisible();

  await page.reload();
  await open();
  await expect(chat.getByText('Je vous écoute.')).toBeVisible();
  await chat.getByRole('textbox').fill('Merci, je lis encore.');
  await page.keyboard.press('Enter');
  await expect(desk.getByText('Merci, je lis encore.')).toBeVisible();
});
