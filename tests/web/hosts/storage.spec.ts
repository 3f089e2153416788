import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { fullChromiumPath } from '../../support/chromium';
import { expect, test } from '../../support/bank-fixture';
import { chatIn, pageWith } from './widget-page';
import { applies, choosesPassword, goesOn } from './signup-form';

/** Chromium's own setting that blocks third-party storage. */
const preferences = { profile: { cookie_controls_mode: 1, block_third_party_cookies: true } };

test('both widgets work without third-party storage @matrix', async ({ hosts, playwright: _ }, {
  project,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bank-browser-'));
  await mkdir(path.join(folder, 'Default'));
  await writeFile(path.join(folder, 'Default/Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(folder, {
    ...project.use.launchOptions,
    executablePath: fullChromiumPath(),
    headless: true,
    locale: 'fr-FR',
  });
  try {
    const page = await context.newPage();
    const widgets = ['bank-chat', 'bank-signup'].map((name) => `<${name} partner="${hosts.key}"></${name}>`);
    // Otherwise the button in the corner covers a part of the sign-up, which then sends nothing.
    hosts.put('/third', pageWith(hosts.loader, `<div style="width: 30rem">${widgets.join('')}</div>`));
    await page.goto(`${hosts.origin}/third`);
    const { launcher, frame } = chatIn(page);
    await launcher.click();
    await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
    const stored = page.frames()[1]!.evaluate(() => localStorage.length);
    await expect(stored).rejects.toThrow(/denied/i);
    await page.keyboard.type('mon solde');
    await page.keyboard.press('Enter');
    await expect(frame.getByText(/Votre solde est tenu à jour/)).toBeVisible();
    await page.keyboard.press('Escape');
    const form = await applies(page, 'fr');
    expect(await context.cookies()).toEqual([]);
    // The bank's own page is no third party.
    const tab = await goesOn(page, form, 'fr');
    await choosesPassword(tab, 'fr');
    await expect(tab.getByText('Zoé Martin').first()).toBeVisible();
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
});
