import type { Page } from '@playwright/test';
import { compactIban } from '../../libs/contracts/iban';
import { expect as assert, test } from '../support/bank-fixture';
import { axeFindsNothing } from './axe';
import { addressOf, anotherBrowser, deskOf, enter, someAccount, withPayments } from './payment-desk';
import type { Say } from './languages';

const expect = assert.configure({ timeout: 20_000 });
const say: Say = (french) => french;

test.use({ viewport: { width: 1280, height: 800 } });
test.slow();

/** Counts the clicks of the mouse from now on, and that nothing was scrolled for them. */
async function countingClicks(page: Page) {
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = '0';
    const count = () => {
      const { dataset } = document.documentElement;
      dataset.clicks = String(Number(dataset.clicks) + 1);
    };
    document.addEventListener('pointerdown', count, true);
  });
  return () => page.evaluate(() => [Number(document.documentElement.dataset.clicks), window.scrollY]);
}

test('ten payments of low risk are approved in three clicks @matrix', async ({ page, context, bank }) => {
  await withPayments(bank, async (calls) => {
    const who = await calls.customer(20_000);
    const account = compactIban(someAccount());
    const made = [];
    for (let amount = 1; amount <= 10; amount += 1)
      made.push(await calls.pay(who, { amount, recipient_account: account }));
    const larger = await calls.pay(who, { amount: 1_500, recipient_account: account });
    const admin = await calls.administrator();
    await enter(context, admin);
    const desk = deskOf(page, say);
    await page.goto(addressOf(bank, `?search=${account}&risk=low`));
    await expect(desk.row(made[0]?.reference ?? '')).toBeVisible();
    await expect(desk.row(larger.reference)).toBeHidden();
    await axeFindsNothing(page);
    const counted = await countingClicks(page);
    await page.getByRole('checkbox', { name: 'Tout choisir sur cette page' }).click();
    await page.getByRole('button', { name: 'Approuver la sélection' }).click();
    await desk.button(/^Approuver 10 paiements/, '').click();
    await expect(desk.dialog).toContainText('10 paiements approuvés');
    expect(await counted()).toEqual([3, 0]);
    expect(await calls.fundsOf(who)).toEqual([1_994_500, 150_000]);

    // At 400 % zoom the reference and the day stand beside each other, and nothing leaves the card.
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(addressOf(bank, `?search=${account}`));
    const edges = (cell: string) =>
      desk.row(larger.reference).evaluate((row, name) => {
        const words = document.createRange();
        words.selectNodeContents(row.querySelector(`[data-column=${name}]`)!);
        const { left, right } = words.getBoundingClientRect();
        return { left, right, end: row.getBoundingClientRect().right };
      }, cell);
    await expect(desk.row(larger.reference)).toBeVisible();
    const day = await edges('date');
    expect((await edges('reference')).right).toBeLessThan(day.left);
    expect(day.right).toBeLessThanOrEqual(day.end - 12);

    // On a telephone four payments are in sight at once.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(addressOf(bank, `?search=${account}`));
    const card = desk.row(larger.reference);
    await expect(card).toBeVisible();
    expect((await card.boundingBox())?.height).toBeLessThan(185);
    await expect(desk.action(larger.reference, 'Approuver', 'Approve')).toBeVisible();
  });
});

test('staff take work that colleagues see at once, and go anywhere by keys', async ({
  page,
  context,
  bank,
}) => {
  await withPayments(bank, async (calls) => {
    const made = await calls.pay(await calls.customer(200), { amount: 10 });
    const [claire, sofia] = [await calls.administrator(), await calls.administrator()];
    await enter(context, claire);
    const other = await anotherBrowser(context, 'fr', sofia);
    const listening = other.waitForResponse((answer) => answer.url().endsWith('/api/events'));
    await other.goto(addressOf(bank, `?search=${made.reference}`));
    await listening;
    await page.goto(`${bank.backOfficeUrl}/admin/kyc`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const finder = page.getByRole('combobox', { name: 'Aller à' });
    await page.keyboard.press('Control+k');
    await expect(finder).toBeFocused();
    await page.keyboard.press('Escape');
    // As zoomed to 400 %: the sidebar is behind a menu.
    const window = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height: 256 });
    await page.keyboard.press('Control+k');
    await expect(finder).toBeFocused();
    await page.keyboard.press('Escape');
    await page.setViewportSize(window);
    await page.keyboard.press('Control+k');
    await expect(finder).toBeFocused();
    await page.keyboard.type(made.reference);
    await expect(page.getByRole('option', { name: made.reference })).toBeVisible();
    await axeFindsNothing(page);
    await page.keyboard.press('Enter');
    const desk = deskOf(page, say);
    await desk.button('Prendre en charge', '').click();
    await expect(desk.dialog.getByText('Vous vous en occupez', { exact: true })).toBeVisible();
    await axeFindsNothing(page);
    await expect(deskOf(other, say).row(made.reference)).toContainText('s’en occupe');
    await desk.button('Défaire', '').click();
    await expect(desk.button('Prendre en charge', '')).toBeVisible();
    await expect(deskOf(other, say).row(made.reference)).not.toContainText('s’en occupe');
    await other.context().close();
  });
});

test('the palette shows that it searches and that a search failed, and offers nothing found for another word', async ({
  page,
  context,
  bank,
}) => {
  await withPayments(bank, async (calls) => {
    const made = await calls.pay(await calls.customer(200), { amount: 10 });
    await enter(context, await calls.administrator());
    const options = page.getByRole('listbox', { name: 'Ce qui correspond' }).getByRole('option');
    let answer: 'fail' | 'wait' | 'go' = 'fail';
    let go = () => undefined as void;
    await page.route(/\/admin\/find/, async (route) => {
      if (answer === 'fail') return route.fulfill({ status: 500, body: '' });
      if (answer === 'wait') await new Promise<void>((resolve) => (go = resolve));
      return route.continue();
    });
    await page.goto(`${bank.backOfficeUrl}/admin/kyc`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Aller à' })).toBeFocused();
    await page.keyboard.type(made.reference);
    const failed = page.getByRole('alert').filter({ hasText: 'n’ont pas pu être cherchés' });
    await expect(failed).toBeVisible();
    await expect(page.getByText('Rien ne correspond.')).toBeHidden();
    await axeFindsNothing(page);
    answer = 'go';
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: made.reference })).toBeVisible();
    await expect(failed).toBeHidden();

    answer = 'wait';
    await page.getByRole('combobox', { name: 'Aller à' }).fill('marie@bankpcs.example');
    await expect(page.getByText('Recherche en cours…')).toBeVisible();
    await expect(options).toHaveCount(0);
    await expect.poll(() => (go(), options.count())).toBe(1);
    await page.getByRole('combobox', { name: 'Aller à' }).fill('zzzzzzzz');
    answer = 'go';
    go();
    await expect(page.getByText('Rien ne correspond.')).toBeVisible();
  });
});
