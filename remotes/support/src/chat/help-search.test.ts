import { readFileSync } from 'node:fs';
import { findHelp } from './help-search';
import { topicOf } from './replies';

const idsOf = (message: string, language: 'fr' | 'en' = 'fr') =>
  findHelp(message, language)?.[language].links.map(([to]) => to.slice('/faq#'.length)) ?? [];

it.each([
  ['comment faire opposition', 'card-unblock'],
  ['oposition', 'card-unblock'],
  ['confidentialitee', 'data-protection'],
  ['je veux une livraison', 'card-order'],
  ['quelles devises', 'account-creation'],
  ['hameçonage', 'data-protection'],
  ['puis-je utiliser ma tablete', 'devices'],
])('finds %p by the help, mistyped or not', (message, id) => expect(idsOf(message)[0]).toBe(id));

it.each([
  ['phishing', 'data-protection'],
  ['my tablet', 'devices'],
  ['curency', 'account-creation'],
])('finds %p in English, on a French page too', (message, id) => {
  expect(idsOf(message, 'en')[0]).toBe(id);
  expect(idsOf(message)[0]).toBe(id);
});

it.each([
  'xyzzy',
  '???',
  '',
  'le la les',
  'qui êtes-vous',
  'quel temps fera-t-il demain',
  '🙂',
  'a'.repeat(1_000),
])('finds nothing for %p', (message) => expect(idsOf(message)).toEqual([]));

it('finds at most three, each once, titled in both languages', () => {
  const found = findHelp('virement international carte frais délai', 'fr');
  const [fr, en] = [found?.fr.links ?? [], found?.en.links ?? []];
  expect(fr.length).toBeGreaterThan(0);
  expect(fr.length).toBeLessThanOrEqual(3);
  expect(new Set(fr.map(([to]) => to)).size).toBe(fr.length);
  expect(en.map(([to]) => to)).toEqual(fr.map(([to]) => to));
  for (const [at, [, title]] of fr.entries()) expect(title).not.toBe(en[at]?.[1]);
});

it('searches within the time of a keystroke, whatever is pasted', () => {
  idsOf('carte');
  const begun = performance.now();
  for (const text of ['opposition '.repeat(90), 'z'.repeat(1_000), 'carte virement frais '.repeat(45)])
    idsOf(text);
  expect(performance.now() - begun).toBeLessThan(1_000);
});

it('is loaded only for messages that no rule matches', () => {
  expect(topicOf('mon solde', 'fr')).toBe('balance');
  for (const name of ['conversation.ts', 'chat-panel.tsx', 'chat-message.tsx'])
    expect(readFileSync(`${__dirname}/${name}`, 'utf8')).not.toMatch(/^import (?!type).*help-search/m);
});
