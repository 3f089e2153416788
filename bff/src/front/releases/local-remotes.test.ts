import type { AuditService } from '../../platform/audit/audit.service';
import { Clock } from '../../platform/time/clock.service';
import type { Config } from '../../platform/config/config';
import { requestedLocalRemote, LocalRemotes, localSeconds } from './local-remotes.service';
import type { Database } from '../../platform/database/database';

const start = Date.parse('2026-11-21T12:00:00.000Z');
const cards = { remote: 'cards', address: 'http://localhost:4103' };
const support = { remote: 'support', address: 'http://127.0.0.1:4105' };

/** The service at so many seconds after the start, with a key of its own where one is given. */
function at(seconds: number, key = 'key'): LocalRemotes {
  const clock: Clock = { now: () => new Date(start + seconds * 1000) };
  const unused = {} as never;
  return new LocalRemotes(
    { signingKey: Buffer.from(key), signingKeys: [{ id: 1, key: Buffer.from(key) }] } as Config,
    clock,
    unused as Database,
    unused as AuditService,
  );
}

it('keeps each remote for its own hour', () => {
  const first = at(0).issue(cards);
  const both = at(1_800).issue(support, first);
  expect(at(1_801).allowedBy(both)).toEqual([cards, support]);
  expect(at(localSeconds).allowedBy(both)).toEqual([support]);
  expect(at(1_800 + localSeconds).allowedBy(both)).toEqual([]);
});

it('replaces what it said of a remote before', () => {
  const other = { ...cards, address: 'http://localhost:5000' };
  expect(at(1).allowedBy(at(1).issue(other, at(0).issue(cards)))).toEqual([other]);
});

it('takes nobody else’s word', () => {
  const proof = at(0).issue(cards);
  expect(at(1, 'another key').allowedBy(proof)).toEqual([]);
  expect(at(1).allowedBy(proof.replace('.', 'A.'))).toEqual([]);
  expect(at(1).allowedBy(undefined)).toEqual([]);
  expect(at(1).allowedBy('nothing')).toEqual([]);
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
  expect(requestedLocalRemote(search)).toEqual(asked);
});
