import { axeFindsNothing } from '../axe';
import { chatIn, expect, type Hosts, pageWith, test } from './host-fixture';

const pageOf = (hosts: Hosts, path: string, around = '') => {
  hosts.put(path, pageWith(hosts.loader, `${around}<bank-chat partner="${hosts.key}"></bank-chat>`));
  return hosts.origin + path;
};

test.describe('at 400 % zoom', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('the assistant takes the whole window, is modal, and reflows', async ({ page, hosts }) => {
    await page.goto(pageOf(hosts, '/zoom', '<nav><a href="#">Derrière</a></nav>'));
    const { launcher, frame, panel } = chatIn(page);
    await launcher.click();
    const input = frame.getByRole('textbox', { name: 'Votre message' });
    await expect(input).toBeFocused();
    await expect(panel).toHaveJSProperty('open', true);
    expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 256 });
    await page.keyboard.type('mes cartes');
    await page.keyboard.press('Enter');
    await expect(frame.getByRole('link', { name: /cartes/ }).first()).toBeAttached();
    for (const { url, overflow } of await Promise.all(
      page.frames().map(async (shown) => ({
        url: shown.url(),
        overflow: await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      })),
    ))
      expect(`${url} ${overflow}`).toBe(`${url} 0`);
    await axeFindsNothing(page);
    // What is behind cannot be reached: the focus goes round in the panel.
    await page.getByRole('link', { name: 'Derrière' }).focus();
    await expect(page.getByRole('link', { name: 'Derrière' })).not.toBeFocused();
    await input.focus();
    await page.keyboard.press('Escape');
    await expect(launcher).toBeFocused();
  });
});

test.describe('for whom motion is too much', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves, while the assistant types neither', async ({ page, hosts }) => {
    await page.goto(pageOf(hosts, '/still'));
    const { launcher, frame } = chatIn(page);
    await launcher.click();
    await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
    await page.keyboard.type('mon solde');
    await page.keyboard.press('Enter');
    await expect(frame.getByText('mon solde', { exact: true })).toBeVisible();
    const moving = () =>
      Promise.all(page.frames().map((shown) => shown.evaluate(() => document.getAnimations().length)));
    expect(await moving()).toEqual([0, 0]);
    await expect(frame.getByText(/Votre solde est tenu à jour/)).toBeVisible();
    expect(await moving()).toEqual([0, 0]);
  });
});

test('moved with `moveBefore` while it is open, it keeps its frame and what was typed', async ({
  page,
  hosts,
}) => {
  await page.goto(pageOf(hosts, '/move', '<div id="elsewhere"></div>'));
  const { launcher, frame, panel } = chatIn(page);
  await launcher.click();
  const input = frame.getByRole('textbox', { name: 'Votre message' });
  await expect(input).toBeFocused();
  await page.keyboard.type('à moitié');
  await page.evaluate(() => {
    const elsewhere = document.getElementById('elsewhere') as HTMLElement & {
      moveBefore: (node: Node, before: null) => void;
    };
    elsewhere.moveBefore(document.querySelector('bank-chat')!, null);
  });
  await expect(page.locator('#elsewhere bank-chat')).toBeAttached();
  await expect(panel).toBeVisible();
  await expect(input).toHaveValue('à moitié');
});
