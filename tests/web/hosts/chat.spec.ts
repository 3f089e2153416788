import { expect, test } from '../../support/bank-fixture';
import { chatIn, pageWith } from './widget-page';

test('the assistant opens in a frame of the bank, replies, and restores the focus', async ({
  page,
  hosts,
}) => {
  hosts.put('/', pageWith(hosts.loader, `<bank-chat partner="${hosts.key}"></bank-chat>`));
  await page.goto(hosts.origin);
  const { launcher, frame, panel } = chatIn(page);
  await launcher.click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.type('mon solde');
  await page.keyboard.press('Enter');
  await expect(frame.getByText(/Votre solde est tenu à jour/)).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Voir mon solde' })).toHaveAttribute('target', '_blank');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(launcher).toBeFocused();
});
