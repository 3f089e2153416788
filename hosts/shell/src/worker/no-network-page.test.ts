/** @jest-environment node */
import { noNetworkPage } from './no-network-page';

/** A worker's scope in a browser of a language, with the cookie of the language that was chosen. */
function scope(browser: string, chosen?: string) {
  const get = async (name: string) => (name === 'language' && chosen ? { value: chosen } : null);
  Object.assign(globalThis, { self: { cookieStore: { get } } });
  Object.defineProperty(globalThis, 'navigator', { value: { language: browser }, configurable: true });
}

it.each([
  ['en-GB', 'fr', 'fr'],
  ['fr-FR', 'en', 'en'],
  ['en-GB', undefined, 'en'],
  ['de-DE', undefined, 'fr'],
])('in a browser of %s, with %s chosen on the site, is written in %s', async (browser, chosen, language) => {
  scope(browser, chosen);
  const html = await (await noNetworkPage('https://bank.example/dashboard?a=1&b=2')).text();
  expect(html).toContain(`<html lang="${language}">`);
});
