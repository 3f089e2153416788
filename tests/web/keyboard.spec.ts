import type { Locator, Page } from '@playwright/test';
import { expect as assert, test } from '../support/bank-fixture';
import { newCustomer, newPassword } from '../support/customers';
import { call } from '../support/http';
import { inBothLanguages } from './languages';
import { addFunds, balanceOf, takenOver } from './people';
import { done, formOf } from './transfer-form';

const expect = assert.configure({ timeout: 15_000 });

test.slow();

/** More tab stops than any page of the customer area has. */
const mostStops = 80;

/** Presses Tab until the target has the focus, and checks that every stop shows the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  // The element, since to find it by its role takes longer than a stop; a page may draw it again.
  let element = await target.elementHandle();
  for (let stops = 0; stops < mostStops; stops += 1) {
    const { isThere, isReached, hidden } = await page.evaluate(focusNow, element);
    if (stops > 0) expect(hidden).toBe('');
    if (isReached) return;
    if (!isThere) element = await target.elementHandle();
    else await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached with the Tab key`);
}

/** Whether an element is still there and has the focus, and the focused element if neither it nor its box shows a focus ring. */
function focusNow(target: Node | null) {
  const at = document.activeElement;
  const found = {
    isThere: target?.isConnected === true,
    isReached: at !== null && at === target,
    hidden: '',
  };
  // After the last stop the focus leaves the page.
  if (!at || at === document.body) return found;
  const { width, height } = at.getBoundingClientRect();
  for (let box: Element | null = at, up = 0; box && up < 3; box = box.parentElement, up += 1) {
    // A link that covers its card shows the ring on its overlay.
    for (const part of [undefined, '::after']) {
      const { outlineStyle, outlineWidth } = getComputedStyle(box, part);
      if (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 && width > 0 && height > 0) return found;
    }
  }
  return { ...found, hidden: at.outerHTML.slice(0, 200) };
}

/** Activates the target by the keyboard; the focus is on the page afterwards. */
async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
  await focusIsKept(page);
}

const focusIsKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement === document.body), 'the focus is lost')
    .toBe(false);

async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

inBothLanguages('a visit by keyboard alone', async ({ page, bank, say }) => {
  const [who, other] = [await newCustomer(bank.shellUrl), await newCustomer(bank.shellUrl)];
  await addFunds(bank.shellUrl, who, 100);
  await addFunds(bank.shellUrl, other, 10);
  await call('POST', `${bank.shellUrl}/api/balance/transfer`, {
    token: other.token,
    body: { recipient_id: who.id, amount: 5 },
  });
  await page.goto('/login');
  await takenOver(page);
  await type(page, page.getByLabel(say('Nom d’utilisateur ou e-mail', 'Username or email')), who.email);
  await type(page, page.getByLabel(say('Mot de passe', 'Password'), { exact: true }), newPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await focusIsKept(page);

  const form = formOf(page, say);
  const open = page.getByRole('button', { name: say('Faire un virement', 'Make a transfer') });
  await press(page, open);
  await type(page, form.recipient, String(other.id));
  await type(page, form.amount, '25');
  await press(page, form.review);
  await expect(form.dialog).toContainText(say(`Client n° ${other.id}`, `Customer no. ${other.id}`));
  await press(page, form.send('25,00'));
  await expect(form.receipt(...done)).toBeVisible();
  await focusIsKept(page);
  await page.keyboard.press('Escape');
  await expect(form.dialog).toBeHidden();
  await expect(open).toBeFocused();
  expect((await balanceOf(bank.shellUrl, other)).current_balance).toBe(30);

  const sidebar = page.getByRole('complementary');
  const title = page.getByRole('heading', { level: 1 });
  await press(page, sidebar.getByRole('link', { name: /^Notifications/ }));
  await expect(title).toHaveText('Notifications');
  await expect(title).toBeFocused();
  await press(page, page.getByRole('button', { name: say('Tout marquer comme lu', 'Mark all as read') }));
  await expect(sidebar.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  await focusIsKept(page);

  await press(page, sidebar.getByRole('link', { name: say('Paramètres', 'Settings') }));
  await expect(title).toBeFocused();
  const tabs = page.getByRole('navigation', { name: say('Rubriques des paramètres', 'Settings sections') });
  for (const [name, region] of [
    [say('Sécurité', 'Security'), say('Sessions ouvertes', 'Open sessions')],
    ['Notifications', 'Notifications'],
    [say('Identité (KYC)', 'Identity (KYC)'), say(/KYC/, /KYC/)],
    [say('Profil', 'Profile'), say('Profil', 'Profile')],
  ] as const) {
    await press(page, tabs.getByRole('link', { name }));
    await expect(page.getByRole('main').getByRole('region', { name: region })).toBeVisible();
  }

  await press(page, sidebar.getByRole('button', { name: say('Se déconnecter', 'Sign out') }));
  await expect(page).toHaveURL('/login');
  await focusIsKept(page);
});
