import type { BrowserContext } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { newCustomer } from '../support/customers';
import { call } from '../support/http';
import { inBothLanguages } from './languages';
import { addFunds, enterAs } from './people';

type Bank = { shellUrl: string };

/** A customer who received three transfers: three unread notifications, the newest of 3 €. */
async function notified(context: BrowserContext, { shellUrl }: Bank) {
  const [sender, receiver] = [await newCustomer(shellUrl), await newCustomer(shellUrl)];
  await addFunds(shellUrl, sender, 100);
  const send = async (amount: number) => {
    const { status } = await call('POST', `${shellUrl}/api/balance/transfer`, {
      token: sender.token,
      body: { recipient_id: receiver.id, amount },
    });
    expect(status).toBe(201);
  };
  for (const amount of [1, 2, 3]) await send(amount);
  await enterAs(context, receiver);
  return { send };
}

inBothLanguages(
  'reads one, reads all, and the sidebar counts along',
  async ({ page, context, bank, say }) => {
    await notified(context, bank);
    await page.goto('/dashboard/notifications');
    const sidebar = page.getByRole('complementary');
    const items = page.getByRole('main').getByRole('listitem');
    await expect(items).toHaveCount(3);
    // By day: all three under one heading.
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([say('Aujourd’hui', 'Today')]);
    await expect(items.first()).toContainText(say("À l'instant", 'Just now'));
    await expect(items.first()).toContainText('Transaction');
    await expect(
      sidebar.getByRole('link', { name: say(/^Notifications 3 non lues$/, /^Notifications 3 unread$/) }),
    ).toBeVisible();

    await items
      .nth(1)
      .getByRole('button', { name: say('Marquer comme lue', 'Mark as read') })
      .click();
    await expect(items.nth(1)).not.toContainText(say('Non lue', 'Unread'));
    await expect(items.nth(1)).toBeFocused();
    await expect(
      sidebar.getByRole('link', { name: say('Notifications 2 non lues', 'Notifications 2 unread') }),
    ).toBeVisible();

    await page.getByRole('button', { name: say('Défaire', 'Undo') }).click();
    await expect(items.nth(1)).toContainText(say('Non lue', 'Unread'));
    await items
      .nth(1)
      .getByRole('button', { name: say('Marquer comme lue', 'Mark as read') })
      .click();
    await expect(items.nth(1)).not.toContainText(say('Non lue', 'Unread'));

    await page.getByRole('button', { name: say('Non lues', 'Unread'), exact: true }).click();
    await expect(page).toHaveURL(/filter=unread$/);
    await expect(items).toHaveCount(2);
    await page.getByRole('button', { name: say('Tout marquer comme lu', 'Mark all as read') }).click();
    await expect(page.getByText(say('Vous avez tout lu', 'You’re all caught up'))).toBeVisible();
    await expect(sidebar.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();

    await page.getByRole('button', { name: say('Sécurité', 'Security') }).click();
    await expect(page).toHaveURL(/filter=security$/);
    await expect(
      page.getByText(say('Aucune notification de sécurité', 'No security notifications')),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Transactions' }).click();
    await expect(items).toHaveCount(3);
    await page.reload();
    await expect(items).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Transactions' })).toHaveAttribute('aria-pressed', 'true');
  },
);

inBothLanguages(
  'deletes one after asking, and the focus stays in the list',
  async ({ page, context, bank, say }) => {
    await notified(context, bank);
    await page.goto('/dashboard/notifications');
    const items = page.getByRole('main').getByRole('listitem');
    const remove = (nth: number) => items.nth(nth).getByRole('button', { name: say('Supprimer', 'Delete') });
    await remove(1).click();
    const dialog = page.getByRole('alertdialog', {
      name: say('Supprimer cette notification ?', 'Delete this notification?'),
    });
    await dialog.getByRole('button', { name: say('Annuler', 'Cancel') }).click();
    await expect(remove(1)).toBeFocused();
    await expect(items).toHaveCount(3);

    for (const left of [2, 1]) {
      await remove(left).click();
      await dialog.getByRole('button', { name: say('Supprimer', 'Delete') }).click();
      await expect(items).toHaveCount(left);
      await expect(items.nth(left - 1)).toBeFocused();
    }
    await remove(0).click();
    await dialog.getByRole('button', { name: say('Supprimer', 'Delete') }).click();
    await expect(page.getByText(say('Aucune notification', 'No notifications'))).toBeVisible();
    await page.reload();
    await expect(page.getByText(say('Aucune notification', 'No notifications'))).toBeVisible();
  },
);

inBothLanguages(
  'a new one arrives live, and moves nothing that is read',
  async ({ page, context, bank, say }) => {
    const { send } = await notified(context, bank);
    await page.setViewportSize({ width: 390, height: 500 });
    await page.goto('/dashboard/notifications');
    const items = page.getByRole('main').getByRole('listitem');
    await expect(items).toHaveCount(3);
    const more = page.getByRole('button', { name: say('Plus 3 non lues', 'More 3 unread') });
    await expect(more).toBeVisible();
    await send(4);
    await expect(items).toHaveCount(4, { timeout: 3_000 });
    await expect(items.first()).toContainText(/4,00\s€/);
    await expect(page.getByRole('button', { name: say('Plus 4 non lues', 'More 4 unread') })).toBeVisible();

    const reading = items.filter({ hasText: /\s1,00\s€/ });
    await reading.scrollIntoViewIfNeeded();
    const before = await reading.boundingBox();
    await send(5);
    await expect(items).toHaveCount(5, { timeout: 3_000 });
    expect((await reading.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  },
);

inBothLanguages(
  'says when the list cannot be loaded, and loads it on a retry',
  async ({ page, context, bank, say }) => {
    await notified(context, bank);
    await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 500 }));
    await page.goto('/dashboard/notifications');
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText(
      say('Erreur lors du chargement des notifications', 'Notifications could not be loaded'),
    );
    await page.unroute('**/api/notifications?*');
    await alert.getByRole('button', { name: say('Réessayer', 'Try again') }).click();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  },
);

test('the age of a notification is updated while the page is open', async ({ page, context, bank }) => {
  await notified(context, bank);
  await page.clock.install();
  // Ages go by the bank's clock, which moves with that of the page here.
  await page.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === 'Date' ? new Date().toUTCString() : get.call(this, name);
    };
  });
  await page.goto('/dashboard/notifications');
  const first = page.getByRole('main').getByRole('listitem').first();
  await expect(first).toContainText("À l'instant");
  await page.clock.runFor('01:10');
  await expect(first).toContainText(/il y a 1\sminute/);
});

test('a notification read in one tab is read in the others at once', async ({ page, context, bank }) => {
  await notified(context, bank);
  const other = await context.newPage();
  await page.goto('/dashboard/notifications');
  await other.goto('/dashboard');
  const count = (name: string) => other.getByRole('complementary').getByRole('link', { name, exact: true });
  await expect(count('Notifications 3 non lues')).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Tout marquer comme lu' }).click();
  await expect(count('Notifications')).toBeVisible({ timeout: 15_000 });
});
