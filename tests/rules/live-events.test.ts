import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventData } from '@bank/contracts/events';
import { repository } from '../support/repository';

const folder = path.join(repository, 'bff/src');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  .join('\n');

/** The types of events that a source publishes: one at a time, several at once, and notifications by their statement. */
const publishedIn = (source: string): string[] => [
  ...new Set(
    [
      /\.emit\(\s*tx,[^;]*?'(\w+)',\s*(?:\{|\w+\))/g,
      /\bto(?:: [^,;{}]+)?, type: '(\w+)'(?: as const)?, data: /g,
      /\bSELECT \?, '(\w+)', JSON_OBJECT/g,
    ].flatMap((pattern) => [...source.matchAll(pattern)].map(([, type = '']) => type)),
  ),
];

it('publishes every live event that is described, and no other', () => {
  expect(publishedIn(sources).sort()).toEqual(Object.keys(eventData).sort());
});

it('finds what is published in each of its forms', () => {
  const source = `
    this.events.emit(tx, 'administrators', 'first', { id });
    this.events.emit(tx, context.actor.userId, 'second', card);
    this.events.emitAll(tx, [{ to: 'administrators', type: 'third', data: { id } }]);
    this.events.emitAll(tx, ids.map((to) => ({ to, type: 'fourth' as const, data: {} })));
    SELECT ?, 'fifth', JSON_OBJECT('id', LAST_INSERT_ID(), 'type', ?), ? FROM DUAL
    this.notifications.notify(tx, userId, { type: 'transaction', key: 'funds_added', values });`;
  expect(publishedIn(source)).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
});
