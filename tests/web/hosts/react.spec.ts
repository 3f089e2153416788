import { expect, test } from '../../support/bank-fixture';
import { chatIn } from './widget-page';
import { withConsumer } from './consumer';
import { matrixUnless } from '../matrix';

/** A partner's own application, which uses only the package. */
const application = `
import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loadBank } from '@bank/embed';
import { BankChat, type BankHandle } from '@bank/embed/react';

const { origin = '', partner = '' } = document.documentElement.dataset;
const told: unknown[] = [];
Object.assign(window, { told, loadBank });

function Application() {
  const chat = useRef<BankHandle>(null);
  const [locale, speak] = useState<string | undefined>('en');
  const [shown, show] = useState(true);
  return (
    <main>
      <h1>React</h1>
      <button onClick={() => chat.current?.open()}>Demander</button>
      <button onClick={() => speak(undefined)}>Français</button>
      <button onClick={() => show((now) => !now)}>Montrer</button>
      {shown && (
        <BankChat
          ref={chat}
          loader={{ origin }}
          partner={partner}
          locale={locale}
          onReady={() => told.push('ready')}
          onOpen={() => told.push('open')}
          onStep={({ step }) => told.push(step)}
          onError={({ code }) => told.push(code)}
        />
      )}
    </main>
  );
}

createRoot(document.getElementById('app')!).render(<StrictMode><Application /></StrictMode>);
`;

/** The oldest React with hooks, and its own render function. */
const oldApplication = `
import React from 'react';
import ReactDOM from 'react-dom';
import { BankChat, type BankHandle } from '@bank/embed/react';

const { origin = '', partner = '' } = document.documentElement.dataset;
const told: string[] = [];
Object.assign(window, { told });

function Application() {
  const chat = React.useRef<BankHandle>(null);
  const [locale, speak] = React.useState<string | undefined>(undefined);
  return (
    <main>
      <button onClick={() => chat.current!.open()}>Demander</button>
      <button onClick={() => speak('en')}>English</button>
      <BankChat ref={chat} loader={{ origin }} partner={partner} locale={locale} onReady={() => { told.push('ready'); }} />
    </main>
  );
}

ReactDOM.render(<React.StrictMode><Application /></React.StrictMode>, document.getElementById('app'));
`;

/** The plain elements, and every property under `exactOptionalPropertyTypes`. */
const elements = `
import * as React from 'react';
import { type BankErrorCode, type BankWidget, loadBank, type LoaderChoice } from '@bank/embed';
import { BankApplicationStatus, BankExchange, BankPay, BankSignup, type BankWidgetProps } from '@bank/embed/react';

const maybe = Math.random() > 1 ? 'en' : undefined;
const choice: LoaderChoice = { origin: 'https://bank.example', version: maybe, integrity: maybe, nonce: maybe };
const given: BankWidgetProps = { loader: choice, partner: 'pk', locale: maybe, theme: maybe, onClose: undefined };
export const both = (
  <main>
    <bank-chat partner="pk" locale={maybe} theme="dark" className="corner" />
    <bank-signup partner="pk" />
    <BankSignup {...given} />
    <bank-pay partner="pk" payee="Habitat" iban="FR76" amount="612.40" reference={maybe} />
    <BankPay loader={choice} partner="pk" payee="Habitat" iban="FR76" amount="612.40" />
    <BankExchange loader={choice} partner="pk" from="EUR" onComplete={({ applicationId = '' }) => void applicationId} />
    <BankApplicationStatus loader={choice} partner="pk" application="id" />
  </main>
);
export const widget: BankWidget = document.createElement('bank-chat');
widget.addEventListener('bank-error', ({ detail }) => { const code: BankErrorCode = detail.code; void code; });
window.addEventListener('bank-close', ({ detail }) => void detail);
void loadBank(choice).then(() => React.version);
// @ts-expect-error So is the IBAN.
export const unpaid = <BankPay loader={choice} partner="pk" payee="Habitat" amount="1" />;
// @ts-expect-error The key is required.
export const keyless = <bank-chat />;
`;

for (const react of [16, 18, 19] as const) {
  test(`the types of the package, in an application with React ${react}${matrixUnless(react === 16)}`, async () => {
    await withConsumer(async ({ complaints }) => expect(await complaints(elements, react)).toEqual([]));
  });
}

test('the React component of the package in React 16.8 @matrix', async ({ page, hosts, bank }) => {
  await withConsumer(async ({ built }) =>
    hosts.put('/page-16.js', {
      html: await built(oldApplication, 16),
      headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
    }),
  );
  hosts.put(
    '/react-16',
    `<!doctype html><html lang="fr" data-origin="${bank.shellUrl}" data-partner="${hosts.key}"><meta charset="utf-8"><title>Hôte</title><div id="app"></div><script src="/page-16.js"></script></html>`,
  );
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`${hosts.origin}/react-16`);
  const { launcher, frame } = chatIn(page);
  await expect(launcher).toHaveCount(1);
  await page.getByRole('button', { name: 'Demander' }).click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Bank PCS Assistant' })).toHaveCount(1);
  expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual(['ready']);
  expect(complaints).toEqual([]);
});

test('the React component of the package, in an independent application', async ({ page, hosts, bank }) => {
  await withConsumer(async ({ files, read, built }) => {
    expect(files.sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'LIFECYCLE.md',
      'README.md',
      'dist/package/index.d.ts',
      'dist/package/index.js',
      'dist/package/react.d.ts',
      'dist/package/react.js',
      'dist/package/svelte.d.ts',
      'dist/package/svelte.js',
      'dist/package/vue.d.ts',
      'dist/package/vue.js',
      'package.json',
    ]);
    // Every export is in the package, and files with hooks have React's directive for server rendering.
    const { exports } = JSON.parse(await read('package.json')) as { exports: object };
    for (const target of JSON.stringify(exports).match(/\.\/[^"]+\.\w+/g) ?? [])
      expect(files).toContain(target.slice(2));
    expect(await read('dist/package/react.js')).toMatch(/^['"]use client['"];/);
    hosts.put('/page.js', {
      html: await built(application, 19),
      headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
    });
  });
  hosts.put(
    '/react',
    `<!doctype html><html lang="fr" data-origin="${bank.embedUrl}" data-partner="${hosts.key}"><meta charset="utf-8"><title>Hôte</title><div id="app"></div><script src="/page.js"></script></html>`,
  );
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const loads: string[] = [];
  page.on('request', (request) => request.url().includes('/embed/') && loads.push(request.url()));
  await page.goto(`${hosts.origin}/react`);
  const { launcher, frame, panel } = chatIn(page);
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);

  // StrictMode mounts twice: one script, one launcher, each event once.
  await expect(page.getByRole('button', { name: 'Bank PCS Assistant' })).toHaveCount(1);
  expect(loads.map((url) => url.split('#')[0])).toEqual([`${bank.embedUrl}/embed/v1/loader.js`]);
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(launcher).toHaveCount(1);
  await page.getByRole('button', { name: 'Demander' }).click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.type('mes cartes');
  await page.keyboard.press('Enter');
  await expect.poll(told).toEqual(['ready', 'open', 'conversation']);

  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  const show = page.getByRole('button', { name: 'Montrer' });
  await show.click();
  await expect(launcher).toHaveCount(0);
  await expect(page.locator('iframe')).toHaveCount(0);
  // The loader is already loaded: a new element works like the first.
  await show.click();
  await expect(launcher).toHaveCount(1);
  await expect.poll(told).toEqual(['ready', 'open', 'conversation', 'ready']);
  expect(complaints).toEqual([]);

  // A failed load is reported, and can be retried.
  await page.route('**/embed/v1/loader.js', (route) => route.abort(), { times: 1 });
  await page.goto(`${hosts.origin}/react`);
  await expect.poll(told).toContain('unavailable');
  await expect(launcher).toHaveCount(0);
  await page.evaluate(
    (origin) => (window as unknown as { loadBank: (choice: object) => Promise<void> }).loadBank({ origin }),
    bank.embedUrl,
  );
  await expect(page.getByRole('button', { name: 'Bank PCS Assistant' })).toHaveCount(1);
});
