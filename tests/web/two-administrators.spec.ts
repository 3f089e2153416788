import { expect as assert, test } from '../support/bank-fixture';
import { axeFindsNothing, withoutLiveEvents } from './axe';
import { inBothLanguages } from './languages';
import { addressOf, anotherBrowser, deskOf, enter, withPayments } from './payment-desk';

/** Pages open slowly on a busy machine. */
const expect = assert.configure({ timeout: 20_000 });

test.beforeEach(() => test.slow());

/** A barrier that opens once a number of callers wait. */
function whenAll(count: number): () => Promise<void> {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let waiting = 0;
  return () => {
    waiting += 1;
    if (waiting === count) open();
    return opened;
  };
}

inBothLanguages(
  'above 10 000 a first administrator and then another one approve, each with a code',
  async ({ page, context, bank, say, language }) => {
    await withPayments(bank, async (calls) => {
      const who = await calls.customer(20_000, 50_000);
      const made = await calls.pay(who, { amount: 10_000.01 });
      const [first, second] = [await calls.protectedAdministrator(), await calls.protectedAdministrator()];
      await enter(context, first);
      const other = await anotherBrowser(context, language, second);
      const [desk, theirs] = [deskOf(page, say), deskOf(other, say)];
      const query = `?search=${made.reference}`;
      await page.goto(addressOf(bank, query));
      await other.goto(addressOf(bank, query));
      await expect(theirs.row(made.reference)).toBeVisible();
      await desk.action(made.reference, 'Approuver', 'Approve').click();
      await desk.approveAmount.click();
      await expect(desk.code).toHaveAttribute('aria-invalid', 'true');
      await desk.code.fill('000000');
      await desk.approveAmount.click();
      await expect(desk.code).toHaveAccessibleDescription(
        new RegExp(say('Ce code n’est pas valable', 'This code is not valid')),
      );
      await desk.code.fill(await first.freshCode());
      await axeFindsNothing(page);
      await desk.approveAmount.click();
      await expect(
        page.getByText(
          say('Première validation enregistrée. En attente', 'First approval recorded. Awaiting second'),
        ),
      ).toBeVisible();
      const note = say('1re validation : Test Client', '1st approval: Test Client');
      await expect(desk.row(made.reference)).toContainText(note);
      // The colleague's untouched list shows it as well.
      await expect(theirs.row(made.reference)).toContainText(note);
      await desk.action(made.reference, 'Approuver', 'Approve').click();
      await expect(desk.dialog).toContainText(
        say('Vous avez déjà donné la première validation', 'You already gave the first approval'),
      );
      await expect(desk.approveAmount).toBeHidden();

      await theirs.action(made.reference, 'Approuver', 'Approve').click();
      await expect(theirs.dialog).toContainText(
        say('Test Client a donné la première validation', 'Test Client gave the first approval'),
      );
      await theirs.code.fill(await second.freshCode());
      await theirs.approveAmount.click();
      await expect(theirs.approved(made.reference)).toBeVisible();
      // An administrator who still has it open sees the outcome.
      await expect(desk.dialog).toContainText(say('Approuvé par Test Client', 'Approved by Test Client'));
      expect(await calls.fundsOf(who)).toEqual([999_999, 0]);
      await other.context().close();
    });
  },
);

inBothLanguages(
  'of two administrators who decide at once one wins, and the other reads it',
  async ({ page, context, bank, say, language }) => {
    await withPayments(bank, async (calls) => {
      const who = await calls.customer(200);
      const made = await calls.pay(who);
      await enter(context, await calls.administrator());
      const other = await anotherBrowser(context, language, await calls.administrator());
      // Neither page receives events, and both decisions are sent together.
      const bothDecided = whenAll(2);
      for (const each of [context, other.context()]) {
        await withoutLiveEvents(each);
        await each.route(/\/api\/paiement\/(validate|reject)$/, async (route) => {
          await bothDecided();
          await route.continue();
        });
      }
      const [desk, theirs] = [deskOf(page, say), deskOf(other, say)];
      await page.goto(addressOf(bank, `?search=${made.reference}&payment=${made.id}&action=approve`));
      await other.goto(addressOf(bank, `?search=${made.reference}&payment=${made.id}&action=reject`));
      await expect(desk.approveAmount).toBeVisible();
      const reject = theirs.button('Rejeter le paiement', 'Reject payment');
      await expect(reject).toBeVisible();
      await Promise.all([desk.approveAmount.click(), reject.click()]);
      const overtaken = say('Un collègue a décidé entre-temps', 'A colleague decided in the meantime');
      const lost = [page, other].map((each) => each.getByText(overtaken));
      await expect(async () => {
        const seen = await Promise.all(lost.map((words) => words.count()));
        expect(seen.sort()).toEqual([0, 1]);
      }).toPass({ timeout: 20_000 });
      const approverLost = (await lost[0]!.count()) === 1;
      const loser = approverLost ? desk : theirs;
      await expect(loser.dialog).toContainText(
        approverLost
          ? say('Rejeté par Test Client', 'Rejected by Test Client')
          : say('Approuvé par Test Client', 'Approved by Test Client'),
      );
      expect(await calls.fundsOf(who)).toEqual([approverLost ? 20_000 : 7_950, 0]);
      await other.context().close();
    });
  },
);
