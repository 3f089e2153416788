import { compactIban } from '../../libs/contracts/iban';
import { order } from '../api/payment-fixture';
import { expect as assert, test } from '../support/bank-fixture';
import { axeFindsNothing } from './axe';
import { inBothLanguages } from './languages';
import { addressOf, deskOf, enter, someAccount, withPayments } from './payment-desk';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

test.beforeEach(() => test.slow());

inBothLanguages(
  'a payment is reviewed with its details, and approved',
  async ({ page, context, bank, say }) => {
    await withPayments(bank, async (calls) => {
      const who = await calls.customer(200);
      const made = await calls.pay(who);
      await enter(context, await calls.administrator());
      const desk = deskOf(page, say);
      await page.goto(addressOf(bank, `?search=${made.reference}`));
      await expect(desk.row(made.reference)).toBeVisible();
      await axeFindsNothing(page);
      await desk.link(made.reference).click();
      await expect(page).toHaveURL(new RegExp(`payment=${made.id}`));
      await expect(desk.dialog).toContainText(`${made.risk.score.toLocaleString(say('fr', 'en'))}/10`);
      await expect(desk.dialog).toContainText(
        say('Premier paiement à ce bénéficiaire', 'First payment to this recipient'),
      );
      await expect(desk.dialog).toContainText(say(`client n° ${who.id}`, `customer no. ${who.id}`));
      await axeFindsNothing(page);
      await desk.button('Approuver', 'Approve').click();
      await expect(desk.dialog).toContainText('Anne Durand');
      await axeFindsNothing(page);
      await page.reload();
      await desk.approveAmount.click();
      await expect(desk.approved(made.reference)).toBeVisible();
      await expect(desk.dialog).toBeHidden();
      await expect(desk.link(made.reference)).toBeFocused();
      await expect(desk.row(made.reference)).toContainText(say('Approuvé', 'Approved'));
      await expect(desk.action(made.reference, 'Rejeter', 'Reject')).toBeHidden();
      expect(await calls.fundsOf(who)).toEqual([7_950, 0]);
    });
  },
);

inBothLanguages(
  'a rejection keeps its reason when the network fails, and works when it is back',
  async (journey) => {
    const { page, context, bank, say } = journey;
    await withPayments(bank, async (calls) => {
      const who = await calls.customer(200);
      const made = await calls.pay(who);
      await enter(context, await calls.administrator());
      const desk = deskOf(page, say);
      await page.goto(addressOf(bank, `?search=${made.reference}`));
      await desk.action(made.reference, 'Rejeter', 'Reject').click();
      const question = say(
        'Voulez-vous vraiment rejeter ce paiement ?',
        'Are you sure you want to reject this payment?',
      );
      await expect(page.getByRole('dialog', { name: question })).toBeVisible();
      const reason = desk.dialog.getByRole('textbox');
      await reason.fill('Facture inconnue');
      await context.route('**/api/paiement/reject', (route) => route.abort());
      await desk.button('Rejeter le paiement', 'Reject payment').click();
      await expect(desk.dialog).toContainText(
        say('Une erreur réseau est survenue', 'Network error occurred'),
      );
      await expect(reason).toHaveValue('Facture inconnue');
      await axeFindsNothing(page);
      await context.unroute('**/api/paiement/reject');
      await desk.button('Rejeter le paiement', 'Reject payment').click();
      await expect(
        page.getByText(say('Paiement rejeté avec succès', 'Payment rejected successfully')),
      ).toBeVisible();
      await expect(desk.row(made.reference)).toContainText(say('Rejeté', 'Rejected'));
      await desk.link(made.reference).click();
      await expect(desk.dialog).toContainText('Facture inconnue');
      await expect(desk.dialog).toContainText(say('Rejeté par Test Client', 'Rejected by Test Client'));
      expect(await calls.fundsOf(who)).toEqual([20_000, 0]);
    });
  },
);

inBothLanguages(
  'nobody approves a payment of their own, nor a high risk without two-factor',
  async ({ page, context, bank, say }) => {
    await withPayments(bank, async (calls) => {
      const admin = await calls.administrator();
      await calls.post(admin, 'balance/update', { amount: 100, type: 'add' });
      const own = await calls.pay(admin, { amount: 5 });
      const large = await calls.pay(await calls.customer(20_000, 50_000), { amount: 15_000 });
      await enter(context, admin);
      const desk = deskOf(page, say);
      await page.goto(addressOf(bank, `?search=${own.reference}`));
      await expect(desk.row(own.reference)).toContainText(say('De votre compte', 'From your account'));
      await desk.action(own.reference, 'Approuver', 'Approve').click();
      await expect(desk.dialog).toContainText(
        say('Ce paiement part de votre propre compte', 'This payment leaves your own account'),
      );
      await expect(desk.approveAmount).toBeHidden();

      const place = `?search=${large.reference}&payment=${large.id}&action=approve`;
      await page.goto(addressOf(bank, place));
      const way = desk.dialog.getByRole('link', {
        name: say('Activer la double authentification', 'Set up two-factor authentication'),
      });
      const from = encodeURIComponent(`/admin/validate-payments${place}`);
      await expect(way).toBeVisible();
      await axeFindsNothing(page);
      await expect(way).toHaveAttribute('href', `/admin/settings?tab=security&from=${from}`);
    });
  },
);

inBothLanguages(
  'several are approved one by one, and each tells how it went',
  async ({ page, context, bank, say }) => {
    await withPayments(bank, async (calls) => {
      const who = await calls.customer(200);
      const account = someAccount();
      const made = [];
      for (const amount of [10, 20, 30])
        made.push(await calls.pay(who, { amount, recipient_account: account }));
      const [first, second, third] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
      await enter(context, await calls.administrator());
      await context.route('**/api/events', (route) => route.abort());
      const desk = deskOf(page, say);
      await page.goto(addressOf(bank, `?search=${account}`));
      await page
        .getByRole('checkbox', { name: say('Tout choisir sur cette page', 'Select this page') })
        .check();
      await expect(page.getByText(say(/3 paiements, 60,00\s€/, /3 payments, 60,00\s€/))).toBeVisible();
      await axeFindsNothing(page);
      await page.getByRole('button', { name: say('Approuver la sélection', 'Approve selected') }).click();
      await axeFindsNothing(page);

      // One was decided meanwhile, and the answer about all of them is lost on its way.
      await calls.reject(await calls.administrator(), first);
      await context.route('**/api/paiement/decisions', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await desk.button(/^Approuver 3 paiements/, /^Approve 3 payments/).click();
      await expect(desk.dialog).toContainText(
        say(
          `${second.reference} : Une erreur réseau est survenue`,
          `${second.reference}: Network error occurred`,
        ),
      );
      await axeFindsNothing(page);
      await context.unroute('**/api/paiement/decisions');
      await desk.button('Réessayer 3 paiements', 'Try 3 payments again').click();
      await expect(desk.dialog).toContainText(say('2 paiements approuvés', '2 payments approved'));
      await expect(desk.dialog).toContainText(
        say(
          `${first.reference} : Ce paiement n’est plus en attente.`,
          `${first.reference}: This payment is no longer pending.`,
        ),
      );
      await axeFindsNothing(page);
      await page.keyboard.press('Escape');
      await expect(desk.dialog).toBeHidden();
      for (const each of [second, third]) {
        await expect(desk.row(each.reference)).toContainText(say('Approuvé', 'Approved'));
      }
      expect(await calls.fundsOf(who)).toEqual([15_000, 0]);
    });
  },
);

inBothLanguages('the list can be reviewed by the keyboard only', async ({ page, context, bank, say }) => {
  await withPayments(bank, async (calls) => {
    const who = await calls.customer(200);
    const account = someAccount();
    const older = await calls.pay(who, { amount: 10, recipient_account: account });
    const newer = await calls.pay(who, { amount: 20, recipient_account: account });
    await enter(context, await calls.administrator());
    const desk = deskOf(page, say);
    await page.goto(addressOf(bank, `?search=${account}`));
    await expect(desk.row(older.reference)).toBeVisible();
    await page.keyboard.press('j');
    await expect(desk.link(newer.reference)).toBeFocused();
    await page.keyboard.press('j');
    await expect(desk.link(older.reference)).toBeFocused();
    await page.keyboard.press('k');
    await page.keyboard.press('a');
    await expect(desk.approveAmount).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(desk.link(newer.reference)).toBeFocused();
    await page.keyboard.press('o');
    await expect(desk.dialog).toContainText(newer.reference);
    await page.keyboard.press('j');
    await expect(desk.dialog).toContainText(older.reference);
    await page.keyboard.press('r');
    const reason = desk.dialog.getByRole('textbox');
    await reason.focus();
    // Typed as text, not as shortcuts.
    await page.keyboard.type('jakro?');
    await expect(reason).toHaveValue('jakro?');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(
      page.getByText(say('Paiement rejeté avec succès', 'Payment rejected successfully')),
    ).toBeVisible();
    await expect(desk.link(older.reference)).toBeFocused();

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: say('Raccourcis clavier', 'Keyboard shortcuts') });
    await expect(help).toBeVisible();
    await axeFindsNothing(page);
    await help.getByRole('checkbox').press('Space');
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await page.reload();
    await expect(desk.link(newer.reference)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    await expect(desk.link(newer.reference)).not.toBeFocused();
    await expect(help).toBeHidden();
  });
});

inBothLanguages(
  'new payments wait to be asked for, and a decided one says so in its place',
  async ({ page, context, bank, say }) => {
    await withPayments(bank, async (calls) => {
      const who = await calls.customer(200);
      const made = await calls.pay(who, { amount: 10 });
      const admin = await calls.administrator();
      await enter(context, admin);
      const desk = deskOf(page, say);
      const listening = page.waitForResponse((answer) => answer.url().endsWith('/api/events'));
      await page.goto(addressOf(bank));
      await listening;
      await expect(desk.row(made.reference)).toBeVisible();
      const next = await calls.pay(who, {
        ...order,
        amount: 20,
        recipient_account: compactIban(someAccount()),
      });
      const news = page.getByRole('button', { name: say(/^\d+ nouveaux?$/, /^\d+ new$/) });
      await expect(news).toBeVisible();
      await expect(desk.row(next.reference)).toBeHidden();
      await axeFindsNothing(page);

      await calls.validate(await calls.administrator(), made);
      await expect(desk.row(made.reference)).toContainText(say('Approuvé', 'Approved'));

      await news.click();
      await expect(desk.row(next.reference)).toBeVisible();
      await expect(desk.row(made.reference)).toBeHidden();
      await expect(news).toBeHidden();
    });
  },
);
