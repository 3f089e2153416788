import type { DataSource } from 'typeorm';
import type { AuditService } from '../audit/audit.service';
import { Clock } from '../common/clock';
import type { Config } from '../config';
import type { LiveReleases } from './live-releases';
import { askedOf, LocalRemotes, localSeconds } from './local-remotes.service';

const start = Date.parse('2026-11-21T12:00:00.000Z');
const cards = { remote: 'cards', address: 'http://localhost:4103' };
const support = { remote: 'support', address: 'http://127.0.0.1:4105' };

/** The service at so many seconds after the start, with a key of its own where one is given. */
function at(seconds: number, key = 'key'): LocalRemotes {
  const clock: Clock = { now: () => new Date(start + seconds * 1000) };
  const unused = {} as never;
  return new LocalRemotes(
    { signingKey: Buffer.from(key) } as Config,
    clock,
    unused as DataSource,
    unused as AuditService,
    unused as LiveReleases,
  );
}

it('keeps each remote for its own hour', () => {
  const first = at(0).issue(cards);
  const both = at(1_800).issue(support, first);
  expect(at(1_801).of(both)).toEqual([cards, support]);
  expect(at(localSeconds).of(both)).toEqual([support]);
  expect(at(1_800 + localSeconds).of(both)).toEqual([]);
});

it('replaces what it said of a remote before', () => {
  const other = { ...cards, address: 'http://localhost:5000' };
  expect(at(1).of(at(1).issue(other, at(0).issue(cards)))).toEqual([other]);
});

it('takes nobody else’s word', () => {
  const proof = at(0).issue(cards);
  expect(at(1, 'another key').of(proof)).toEqual([]);
  expect(at(1).of(proof.replace('.', 'A.'))).toEqual([]);
  expect(at(1).of(undefined)).toEqual([]);
  expect(at(1).of('nothing')).toEqual([]);
});

it.each([
  ['?remote.cards=http://localhost:4103', cards],
  ['?page=2&remote.cards=http%3A%2F%2Flocalhost%3A4103', cards],
  ['?remote.cards=http://[::1]:4103', cards],
  ['?remote.cards=http://localhost:4103/', undefined],
  ['?remote.cards=https://localhost:4103', undefined],
  ['?remote.cards=http://localhost.example', undefined],
  ['?remote.cards=http://10.0.0.1:4103', undefined],
  ['?remote.Cards!=http://localhost:4103', undefined],
  ['?cards=http://localhost:4103', undefined],
])('%s asks for %o', (search, asked) => {
  expect(askedOf(search)).toEqual(asked);
});
