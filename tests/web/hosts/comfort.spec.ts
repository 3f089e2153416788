import { axeFindsNothing } from '../axe';
import { expect, test } from '../../support/bank-fixture';
import type { Hosts } from '../../support/hosts';
import { chatIn, pageWith } from './widget-page';

const pageOf = (hosts: Hosts, path: string, around = '') => {
  hosts.put(path, pageWith(hosts.loader, `${around}<bank-chat partner="${hosts.key}"></bank-chat>`));
  return hosts.origin + path;
};

test.describe('at 400 % zoom', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('the assistant fills the window, is modal, and reflows @matrix', async ({ page, hosts }) => {
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
    // The page behind is unreachable: the focus cycles within the panel.
    await page.getByRole('link', { name: 'Derrière' }).focus();
    await expect(page.getByRole('link', { name: 'Derrière' })).not.toBeFocused();
    await input.focus();
    await page.keyboard.press('Escape');
    await expect(launcher).toBeFocused();
  });
});

test.describe('with forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('edges and the bubble are visible', async ({ page, hosts }) => {
    await page.goto(pageOf(hosts, '/forced'));
    const { launcher, panel } = chatIn(page);
    const drawn = (pseudo?: string) =>
      launcher.evaluate((button, part) => {
        const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(button, part);
        return { borderTopWidth, borderTopColor, backgroundColor };
      }, pseudo);
    await launcher.waitFor();
    const [button, bubble] = [await drawn(), await drawn('::before')];
    expect(button.borderTopWidth).toBe('1px');
    expect(button.borderTopColor).not.toBe(button.backgroundColor);
    expect(bubble.borderTopColor).not.toBe(button.backgroundColor);
    await launcher.click();
    const [edge, ground, width] = await panel.evaluate((dialog) => {
      const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(dialog);
      return [borderTopColor, backgroundColor, borderTopWidth];
    });
    expect(edge).not.toBe(ground);
    expect(width).toBe('1px');
  });
});

test('the page does not shift when a widget is opened, used and closed', async ({ page, hosts }) => {
  const watch = `<script>
    window.shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true });
  </script>`;
  const words = '<p>Un texte.</p>'.repeat(30);
  hosts.put(
    '/shift',
    pageWith(
      watch + hosts.loader,
      `<style>bank-signup{display:block;min-height:44px}</style><bank-signup partner="${hosts.key}"></bank-signup><bank-chat partner="${hosts.key}"></bank-chat>${words}`,
    ),
  );
  await page.goto(`${hosts.origin}/shift`);
  const { launcher, frame } = chatIn(page);
  await launcher.click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ouvrir un compte Bank PCS' }).click();
  const signup = page.frameLocator('iframe[title="Ouvrir un compte Bank PCS"]');
  // Chromium drops clicks on a frame of another site that moved a moment ago.
  await expect(async () => {
    await signup.getByRole('button', { name: 'Continuer', exact: true }).click();
    await expect(signup.getByLabel('Prénom')).toHaveAccessibleDescription(/./, { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.waitForTimeout(600);
  // Shifts after user input count as well.
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing is animated, not even while the assistant types @matrix', async ({ page, hosts }) => {
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

test('moved with `moveBefore` while open, it keeps its frame and the typed text', async ({ page, hosts }) => {
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
