import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/bank-fixture';
import { call } from '../support/http';
import { axeFindsNothing, withoutLiveEvents } from './axe';
import { ownCustomer, startSession } from './people';

interface Moved {
  /** The parts of the page that a view transition moved, each with its time in ms. */
  parts: string[];
  /** The properties that changed over time. */
  properties: string[];
}

/** Writes down what the browser moves; it moves as it would. */
const watchMoves = (context: BrowserContext) =>
  context.addInitScript(() => {
    const moved: Moved = { parts: [], properties: [] };
    Object.assign(window, { moved });
    const start = Document.prototype.startViewTransition as (update: () => unknown) => ViewTransition;
    Document.prototype.startViewTransition = function startViewTransition(this: Document, update: never) {
      const transition = start.call(this, update);
      void transition.ready.then(() => {
        for (const { effect } of document.getAnimations()) {
          const { pseudoElement } = effect as KeyframeEffect;
          moved.parts.push(`${pseudoElement ?? ''} ${Number(effect?.getTiming().duration)}`);
        }
      });
      return transition;
    };
    addEventListener(
      'transitionrun',
      ({ propertyName, target }) => {
        const { transitionDuration } = getComputedStyle(target as Element);
        moved.properties.push(`${propertyName} ${transitionDuration}`);
      },
      true,
    );
  });

const movedOn = (page: Page) => page.evaluate(() => (window as unknown as { moved: Moved }).moved);

/** Opens the details of a movement, and blocks a card. */
async function openAndBlock(page: Page) {
  await page.goto('/dashboard/transactions');
  await page.getByRole('rowheader').first().getByRole('link').click();
  const detail = page.getByRole('dialog', { name: 'Détails de la transaction' });
  await expect(detail).toBeVisible();
  await expect(page).toHaveURL(/[?&]transaction=\d+/);
  await expect(detail).toHaveCSS('view-transition-name', 'none');
  const { parts } = await movedOn(page);
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();

  await page.goto('/dashboard/cards');
  await page.getByRole('button', { name: /^Bloquer la carte/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bloquer la carte', exact: true }).click();
  await expect(page.getByText('Bloquée', { exact: true })).toBeVisible();
  const filters = () =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .first()
      .locator('*')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).filter));
  await expect.poll(filters).toContain('grayscale(1)');
  return { parts, properties: (await movedOn(page)).properties };
}

async function holder(context: BrowserContext, shellUrl: string) {
  const who = await ownCustomer(context, shellUrl, { funds: 50 });
  await call('POST', `${shellUrl}/api/cards/create`, { token: who.token, body: { card_type: 'debit' } });
}

test.describe('with movement', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a row grows into its detail, and a card turns matte, in 220 ms each @matrix', async ({
    page,
    context,
    bank,
  }) => {
    await watchMoves(context);
    await holder(context, bank.shellUrl);
    const { parts, properties } = await openAndBlock(page);
    expect(parts).toContain('::view-transition-group(detail) 220');
    expect(properties).toContain('filter 0.22s');
  });
});

test('nothing moves for who wants no movement', async ({ page, context, bank }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchMoves(context);
  await holder(context, bank.shellUrl);
  const { parts, properties } = await openAndBlock(page);
  expect(parts).toEqual([]);
  expect(properties.filter((property) => property.startsWith('filter'))).toEqual([]);
});

/** A device with a French voice; what it was asked to say. */
const withVoice = (context: BrowserContext) =>
  context.addInitScript(() => {
    const said: string[] = [];
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => [{ lang: 'fr-FR', localService: true }],
      speak: ({ text }: { text: string }) => void said.push(text),
      cancel: () => void said.push('(silence)'),
    });
    Object.defineProperty(window, 'speechSynthesis', { value: speech });
    class Utterance {
      constructor(readonly text: string) {}
    }
    Object.assign(window, { SpeechSynthesisUtterance: Utterance, said });
  });

const saidOn = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said);

test('Mode simple reads each page aloud, stops with it, and loads no picture and no font @matrix', async ({
  page,
  context,
  bank,
}) => {
  await withVoice(context);
  await withoutLiveEvents(context);
  await holder(context, bank.shellUrl);
  await context.addCookies([{ name: 'simple', value: '1', url: bank.shellUrl }]);
  const heavy: string[] = [];
  page.on('request', (request) => {
    if (/font|image|media/.test(request.resourceType())) heavy.push(request.url());
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('region')).toContainText(/50,00\s€/);
  const listen = page.getByRole('button', { name: 'Écouter' });
  await listen.click();
  const [, first = ''] = await saidOn(page);
  for (const words of [/Que voulez-vous faire/, /50\s?,00\s€/, /Envoyer de l’argent/, /Demander de l’aide/])
    expect(first).toMatch(words);
  const stop = page.getByRole('button', { name: 'Arrêter la lecture' });
  await expect(stop).toHaveAttribute('aria-pressed', 'true');
  await stop.click();
  expect((await saidOn(page)).at(-1)).toBe('(silence)');
  await expect(stop).toBeHidden();

  await listen.click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Envoyer de l’argent/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^À qui voulez-vous/ })).toBeVisible();
  expect((await saidOn(page)).at(-1)).toBe('(silence)');
  await listen.click();
  expect((await saidOn(page)).at(-1)).toMatch(/^À qui voulez-vous envoyer de l’argent/);
  await axeFindsNothing(page, 'read aloud');
  for (const task of ['moves', 'card', 'help']) {
    await page.goto(`/dashboard/simple/${task}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(heavy).toEqual([]);
});

test('forced colours keep apart what is chosen, what is ahead, and what is drawn', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await startSession(page, 'marie');
  await page.goto('/dashboard');
  const balance = page.getByRole('region', { name: 'Solde disponible' });
  await expect(balance).toContainText(/Il vous reste \d+\sjours?/);
  const widths = await balance
    .locator('svg path')
    .evaluateAll((all) => all.map((path) => getComputedStyle(path).strokeWidth));
  // What is over is thin, what is ahead thick, the sun a dot.
  expect(widths).toEqual(expect.arrayContaining(['2px', '8px', '26px']));
  await expect(page.getByRole('link', { name: 'Accueil' }).first()).toHaveCSS('outline-style', 'solid');

  await page.goto('/dashboard/settings?tab=security');
  const edgeOf = (name: string) =>
    page
      .getByRole('main')
      .getByRole('link', { name, exact: true })
      .evaluate((tab) => getComputedStyle(tab).borderBlockEndColor);
  await expect(page.getByRole('main').getByRole('link', { name: 'Sécurité', exact: true })).toBeVisible();
  expect(await edgeOf('Sécurité')).not.toBe(await edgeOf('Profil'));

  await page.goto('/dashboard/cards/spending');
  const bar = page
    .getByRole('img', { name: /^Dépenses|^De / })
    .locator('rect')
    .last();
  await expect(bar).toBeAttached();
  const [fill, ground] = await bar.evaluate((rect) => [
    getComputedStyle(rect).fill,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(fill).not.toBe(ground);
  await axeFindsNothing(page, 'forced colours');
});
