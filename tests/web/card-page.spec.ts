import type { Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { connectTo, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { axeFindsNothing } from './axe';
import { inBothLanguages, type Say } from './languages';
import { approvalDialog, approve, ownCustomer } from './people';

interface IssuedCard {
  id: number;
  card_number: string;
  limits: Record<string, number>;
  channels: Record<string, boolean>;
}

/** Issues a card by the API. */
async function newCard(shellUrl: string, { token }: SignedIn, options: object = {}) {
  const body = { card_type: 'debit', ...options };
  const answer = await call<{ card: IssuedCard }>('POST', `${shellUrl}/api/cards/create`, { token, body });
  return answer.body.card;
}

const cardsOf = async (shellUrl: string, { token }: SignedIn) =>
  (await call<{ cards: IssuedCard[] }>('GET', `${shellUrl}/api/carte`, { token })).body.cards;

const shortOf = ({ card_number: number }: IssuedCard) => `••••${number.slice(-4)}`;
const spoken = (page: Page) => page.getByRole('main').getByRole('status').last();
const perPayment = (say: Say) => say('Par paiement', 'Per payment');

inBothLanguages('limits and channels change at once, and return when they are refused', async (journey) => {
  test.slow();
  const { page, context, bank, say } = journey;
  const who = await ownCustomer(context, bank.shellUrl);
  const { id } = await newCard(bank.shellUrl, who, { virtual: false });
  await page.goto('/dashboard/cards');
  await page.getByRole('link', { name: say('Détails de la carte', 'Details of card') }).click();
  await expect(page).toHaveURL(`/dashboard/cards/${id}`);
  const calls: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/carte/${id}/limits`)) calls.push(request.postDataJSON());
  });
  const field = page.getByRole('textbox', { name: perPayment(say) });
  const slider = page.getByRole('slider', { name: perPayment(say) });
  await expect(slider).toHaveAttribute('aria-valuetext', /^1\s000,00\s€$/);
  await slider.focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(field).toHaveValue('150,00');
  await expect(spoken(page)).toContainText(say('Enregistré', 'Saved'));
  expect(calls).toEqual([{ per_payment: 150 }]);

  await field.fill('3 000,01');
  await field.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(say(/Rien n’a changé/, /Nothing was changed/));
  await expect(field).toHaveValue('150,00');
  await field.fill('beaucoup');
  await field.blur();
  await expect(field).toHaveAccessibleDescription(say(/Saisissez un montant/, /Enter an amount/));
  await field.fill('75');
  await field.blur();
  await expect.poll(async () => (await cardsOf(bank.shellUrl, who))[0]?.limits.per_payment).toBe(75);

  const abroad = page.getByRole('switch', { name: say('Paiements à l’étranger', 'Payments abroad') });
  await page.route('**/limits', (route) => route.abort());
  await abroad.focus();
  await page.keyboard.press('Space');
  await expect(abroad).toHaveAccessibleDescription(say(/Erreur de connexion/, /Connection error/));
  await expect(abroad).toBeChecked();
  await axeFindsNothing(page);
  await page.unroute('**/limits');
  await page.keyboard.press('Space');
  await expect(spoken(page)).toContainText(say('refusés. Enregistré', 'refused. Saved'));
  expect((await cardsOf(bank.shellUrl, who))[0]?.channels).toMatchObject({ abroad: false, online: true });
});

inBothLanguages('a change whose answer is lost shows what the server has', async (journey) => {
  test.slow();
  const { page, context, bank, say } = journey;
  const who = await ownCustomer(context, bank.shellUrl);
  const { id } = await newCard(bank.shellUrl, who, { virtual: false });
  await page.goto(`/dashboard/cards/${id}`);
  const abroad = page.getByRole('switch', { name: say('Paiements à l’étranger', 'Payments abroad') });
  await page.route('**/limits', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await abroad.focus();
  await page.keyboard.press('Space');
  await expect(spoken(page)).toContainText(say('refusés. Enregistré', 'refused. Saved'));
  await expect(abroad).not.toBeChecked();

  await page.route('**/api/carte', (route) => route.abort());
  await page.keyboard.press('Space');
  await expect(abroad).toHaveAccessibleDescription(
    say(/peut-être enregistré\. Erreur de connexion/, /may have been saved\. Connection error/),
  );
  await expect(spoken(page)).toContainText(say('peut-être enregistré', 'may have been saved'));
  await axeFindsNothing(page);
});

inBothLanguages('a card that was ended without an answer is shown as ended', async (journey) => {
  const { page, context, bank, say } = journey;
  const who = await ownCustomer(context, bank.shellUrl);
  const card = await newCard(bank.shellUrl, who, { virtual: true });
  // Their events would show it too.
  await page.route('**/api/events', (route) => route.abort());
  await page.goto(`/cards/${card.id}`);
  await page.route('**/carte/*/lost', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page
    .getByRole('button', { name: say('Déclarer perdue ou volée', 'Report as lost or stolen') })
    .click();
  await page.getByRole('button', { name: say('Arrêter cette carte', 'Cancel this card') }).click();
  await expect(page.getByText(say('Perdue ou volée', 'Lost or stolen'), { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: say('qui la remplace', 'which replaces it') })).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await axeFindsNothing(page);
  expect(await cardsOf(bank.shellUrl, who)).toHaveLength(2);
});

inBothLanguages(
  'a card that was lost in another tab is shown as lost by what is then refused',
  async (journey) => {
    test.slow();
    const { page, context, bank, say } = journey;
    const who = await ownCustomer(context, bank.shellUrl);
    // Their events would show it too.
    await page.route('**/api/events', (route) => route.abort());
    const open = async () => {
      const { id } = await newCard(bank.shellUrl, who);
      await page.goto(`/cards/${id}`);
      return id;
    };
    const loseElsewhere = (id: number) =>
      call('POST', `${bank.shellUrl}/api/carte/${id}/lost`, { token: who.token, body: {} });
    const isLost = async () => {
      await expect(page.getByText(say('Perdue ou volée', 'Lost or stolen'), { exact: true })).toBeVisible();
      await expect(
        page.getByRole('link', { name: say('qui la remplace', 'which replaces it') }),
      ).toBeVisible();
    };
    const revealed = await open();
    const show = page.getByRole('button', { name: say('Afficher le numéro', 'Show the number') });
    await expect(show).toBeVisible();
    await loseElsewhere(revealed);
    await show.click();
    await approve(page, bank);
    await isLost();

    const changed = await open();
    await page.getByRole('button', { name: say('Choisir le code secret', 'Choose the PIN') }).click();
    await page.getByLabel(say('Nouveau code secret', 'New PIN'), { exact: true }).fill('2580');
    await page.getByLabel(say('Nouveau code, encore une fois', 'New PIN, once more')).fill('2580');
    await loseElsewhere(changed);
    await page.getByRole('button', { name: say('Valider le code', 'Set the PIN') }).click();
    await approve(page, bank);
    await isLost();
  },
);

inBothLanguages('a number is shown for a minute after an approval, and kept nowhere', async (journey) => {
  test.slow();
  const { page, context, bank, say } = journey;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const who = await ownCustomer(context, bank.shellUrl);
  const { id } = await newCard(bank.shellUrl, who, { virtual: true, brand: 'Mastercard' });
  await page.clock.install();
  await page.goto(`/cards/${id}`);
  const show = page.getByRole('button', { name: say('Afficher le numéro', 'Show the number') });
  await show.click();
  await approvalDialog(page)
    .getByRole('button', { name: say('Annuler', 'Cancel') })
    .click();
  await expect(page.getByRole('alert')).toBeVisible();
  await show.dblclick();
  await approve(page, bank);
  const number = page.getByText(/^5555 55\d\d \d{4} \d{4}$/);
  await expect(number).toBeVisible();
  const digits = ((await number.textContent()) ?? '').replaceAll(' ', '');
  await axeFindsNothing(page);
  await page.getByRole('button', { name: say('Copier le numéro', 'Copy the number') }).click();
  await expect(
    page.getByText(say('Numéro copié, sans espaces.', 'Number copied, without spaces.')),
  ).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(digits);
  await page.emulateMedia({ media: 'print' });
  await expect(number).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expect(page.getByText(say(/Caché tant que/, /Covered while/))).toBeVisible();
  expect(await heldBy(page, digits)).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(number).toBeVisible();

  // Another tab has to ask for an approval of its own.
  const other = await context.newPage();
  await other.goto(`/cards/${id}`);
  await other.getByRole('button', { name: say('Afficher le numéro', 'Show the number') }).click();
  await expect(approvalDialog(other)).toBeVisible();
  await other.close();

  await page.clock.fastForward(61_000);
  await expect(number).toBeHidden();
  await expect(show).toBeVisible();
  expect(await heldBy(page, digits)).toEqual([]);
  await show.click();
  await approve(page, bank);
  await expect(number).toBeVisible();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  expect(await heldBy(page, digits)).toEqual([]);
});

/** Where a page holds a number, in any notation. */
const heldBy = (page: Page, digits: string) =>
  page.evaluate(async (wanted) => {
    const places: Record<string, string> = {
      document: document.documentElement.outerHTML,
      storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      history: JSON.stringify([history.state, location.href]),
    };
    for (const { name = '' } of await indexedDB.databases()) places[`database ${name}`] = name;
    for (const key of await caches.keys()) {
      const cache = await caches.open(key);
      for (const request of await cache.keys())
        places[request.url] = (await (await cache.match(request))?.text()) ?? '';
    }
    return Object.entries(places).flatMap(([place, text]) =>
      text.replace(/\s/g, '').includes(wanted) ? [place] : [],
    );
  }, digits);

inBothLanguages('plastic is activated, gets a PIN, and is replaced once it is lost', async (journey) => {
  test.slow();
  const { page, context, bank, say } = journey;
  const who = await ownCustomer(context, bank.shellUrl);
  const card = await newCard(bank.shellUrl, who);
  await page.goto(`/cards/${card.id}`);
  await expect(page.getByText(say(/part au plus tard le/, /is sent by/))).toBeVisible();
  const database = connectTo(bank.migrationUrl);
  await database.rows(`UPDATE cards SET delivery = 'shipped', delivery_at = NULL WHERE id = ?`, [card.id]);
  await page.reload();
  const digits = page.getByLabel(say('Quatre derniers chiffres', 'Last four digits'));
  const last = card.card_number.slice(-4);
  await digits.fill(last === '0000' ? '1111' : '0000');
  await digits.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await axeFindsNothing(page);
  await digits.fill(last);
  await page.getByRole('button', { name: say('Activer la carte', 'Activate the card') }).click();
  await expect(page.getByText(say(/paie en magasin/, /pays in shops/))).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.matches('body'))).toBe(false);

  await page.getByRole('button', { name: say('Choisir le code secret', 'Choose the PIN') }).click();
  const dialog = page.getByRole('dialog', { name: say('Code secret de la carte', 'PIN of card') });
  const pin = dialog.getByLabel(say('Nouveau code secret', 'New PIN'), { exact: true });
  const again = dialog.getByLabel(say('Nouveau code, encore une fois', 'New PIN, once more'));
  const submit = dialog.getByRole('button', { name: say('Valider le code', 'Set the PIN') });
  await pin.fill('1234');
  await again.fill('1234');
  await submit.click();
  await expect(pin).toHaveAccessibleDescription(say(/trop facile à deviner/, /too easy to guess/));
  await pin.fill('2580');
  await again.fill('2581');
  await submit.click();
  await expect(again).toHaveAccessibleDescription(say(/pas les mêmes/, /not the same/));
  await expect(pin).toHaveAttribute('type', 'password');
  await axeFindsNothing(page);
  await again.fill('2580');
  await submit.click();
  await approve(page, bank);
  await expect(
    page.getByRole('button', { name: say('Changer le code secret', 'Change the PIN') }),
  ).toBeFocused();
  await database.rows('UPDATE cards SET pin_tries = 3 WHERE id = ?', [card.id]);
  await database.end();
  await page.reload();
  await expect(page.getByText(say('Trois codes faux', 'Three wrong PINs'))).toBeVisible();

  await page
    .getByRole('button', { name: say('Déclarer perdue ou volée', 'Report as lost or stolen') })
    .click();
  const question = page.getByRole('alertdialog', {
    name: say(`Déclarer la carte ${shortOf(card)} perdue ou volée`, `Report card ${shortOf(card)}`),
  });
  await axeFindsNothing(page);
  await question.getByRole('button', { name: say('Arrêter cette carte', 'Cancel this card') }).click();
  await expect(page.getByText(say('Perdue ou volée', 'Lost or stolen'), { exact: true })).toBeVisible();
  await page.getByRole('link', { name: say('qui la remplace', 'which replaces it') }).click();
  await expect(page.getByText(say('Commandée', 'Ordered'), { exact: true })).toBeVisible();
  expect(await cardsOf(bank.shellUrl, who)).toHaveLength(2);

  const stranger = await ownCustomer(await page.context().browser()!.newContext(), bank.shellUrl);
  const foreign = await newCard(bank.shellUrl, stranger, { virtual: true });
  await page.goto(`/cards/${foreign.id}`);
  await expect(page.getByText(say('pas parmi les vôtres', 'not one of yours'))).toBeVisible();
});

inBothLanguages('a card for one purchase is created with its network', async (journey) => {
  const { page, context, bank, say } = journey;
  const who = await ownCustomer(context, bank.shellUrl);
  await page.goto('/dashboard/cards?action=create-card');
  await page.getByLabel(say('Réseau', 'Network')).selectOption('Mastercard');
  const once = page.getByLabel(say('Pour un seul achat', 'For one purchase'));
  await expect(once).toBeHidden();
  await page.getByLabel(say('Carte virtuelle', 'Virtual card')).check();
  await once.check();
  await page.getByRole('button', { name: say('Créer la carte', 'Create the card') }).click();
  await page.getByRole('link', { name: say('Voir mes cartes', 'See my cards') }).click();
  const [card] = await cardsOf(bank.shellUrl, who);
  expect(card).toMatchObject({ once: true, brand: 'Mastercard', virtual: true });
  await page.goto(`/cards/${card?.id}`);
  await expect(page.getByText(say(/un seul achat en ligne/, /one online purchase/))).toBeVisible();
  await page.getByRole('button', { name: say('Afficher le numéro', 'Show the number') }).focus();
  // As its first payment ends it.
  const database = connectTo(bank.migrationUrl);
  await database.rows(`UPDATE cards SET status = 'inactive' WHERE id = ?`, [card?.id]);
  await database.rows(
    `INSERT INTO events (user_id, type, data, created_at) VALUES (?, 'card', '{}', UTC_TIMESTAMP(3))`,
    [who.id],
  );
  await database.end();
  await expect(
    page.getByText(say(/servi à son achat unique/, /was used for its one purchase/)),
  ).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.matches('body'))).toBe(false);
});
