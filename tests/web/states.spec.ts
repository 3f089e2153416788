import type { BrowserContext } from '@playwright/test';
import { test } from '../support/bank-fixture';
import { newCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { withoutLiveEvents } from './axe';
import { addFunds, ownCustomer } from './people';
import { lookAt, notInJourneys } from './state';
import { ofHolders, ofMoney, ofNewcomers, ofTheLine, ofVerification } from './states-of-customers';
import { ofVisitors } from './states-of-visitors';

test.slow();
test.beforeEach(({ context }) => withoutLiveEvents(context));

/** A customer with money, a card, a debit and a notification. */
async function furnished(context: BrowserContext, shellUrl: string) {
  const who = await ownCustomer(context, shellUrl, { funds: 500 });
  const post = (by: SignedIn, path: string, body: unknown) =>
    call<{ card: { id: number } }>('POST', `${shellUrl}/api/${path}`, { token: by.token, body });
  const { body } = await post(who, 'cards/create', { card_type: 'debit' });
  const debit = { amount: 9, frequency: 'monthly', first_run: '2099-01-01', label: 'Loyer' };
  await post(who, 'user/scheduled_payments', { ...debit, card_id: body.card.id });
  const sender = await newCustomer(shellUrl);
  await addFunds(shellUrl, sender, 10);
  await post(sender, 'balance/transfer', { recipient_id: who.id, amount: 5 });
}

/** Both themes, on a telephone and a desktop; only with the long matrices. */
const looks = [
  ['dark', 390],
  ['light', 1440],
] as const;

for (const [theme, width] of looks) {
  test.describe(`every state, ${theme}, ${width} px @matrix`, () => {
    test.use({
      colorScheme: theme,
      viewport: { width, height: 900 },
      contextOptions: { reducedMotion: 'reduce' },
    });

    test('the dialogs', async ({ page, context, bank }) => {
      await furnished(context, bank.shellUrl);
      await lookAt(page, notInJourneys(ofHolders));
    });

    test('the steps of calls that move money', async ({ page, context, bank }) => {
      await furnished(context, bank.shellUrl);
      await lookAt(page, ofMoney);
    });

    test('the screens of a newcomer', async ({ page, context, bank }) => {
      await ownCustomer(context, bank.shellUrl, { verified: false });
      await lookAt(page, [...ofNewcomers, ...ofVerification]);
    });

    test('the screens while loading and after a failure', async ({ page, context, bank }) => {
      await ownCustomer(context, bank.shellUrl);
      await lookAt(page, ofTheLine);
    });

    test('the screens of a visitor', async ({ page }) => lookAt(page, ofVisitors));
  });
}
