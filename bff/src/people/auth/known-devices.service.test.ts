import type { Config } from '../../platform/config/config';
import { Connection, type Database } from '../../platform/database/database';
import type { Caller } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { KnownDevices } from './known-devices.service';

const person = { id: 7, passwordHash: '$argon2id$one' };
class Users extends Connection {
  protected override async query<Result>(): Promise<Result> {
    return Object.assign([{ hash: person.passwordHash }], { insertId: 0, affectedRows: 1 }) as Result;
  }
}
const bank = (shellOrigin: string, key = 'key') =>
  new KnownDevices(new Users() as unknown as Database, new Clock(), {
    signingKeys: [{ id: 1, key: Buffer.from(key) }],
    fingerprintKey: Buffer.alloc(32),
    shellOrigin,
  } as Config);
const from = (device?: string) => ({ address: '192.0.2.1', device }) as Caller;
const valueOf = (cookie: string) => decodeURIComponent(/=([^;]*)/.exec(cookie)?.[1] ?? '');

it('sets a cookie bound to the host over https where the bank is served over https', async () => {
  expect(await bank('https://bank.example').remember(7, from())).toMatch(
    /^__Host-known_device=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(await bank('http://localhost:3000').remember(7, from())).toMatch(/^known_device=[^;]+; Path=\/;/);
});

it('counts a browser separately, keeps its count after another sign-in, and ignores a forged cookie', async () => {
  const devices = bank('https://bank.example');
  const mine = valueOf(await devices.remember(7, from()));
  const known = devices.passwordsOf(person, from(mine));
  const strangers = devices.passwordsOf(person, from());
  expect([known.known, known.limit]).toEqual([true, strangers.limit]);
  expect(known.hash.equals(strangers.hash)).toBe(false);
  expect(valueOf(await devices.remember(7, from(mine)))).toBe(mine);
  expect(valueOf(await devices.remember(7, from()))).not.toBe(mine);
  const [, device, signature = ''] = mine.split('.');
  for (const forged of [
    `8.${device}.${signature}`,
    `7.other.${signature}`,
    `7.${device}.`,
    `7.${device}.x`,
    '',
  ]) {
    expect(devices.passwordsOf(person, from(forged)).hash.equals(strangers.hash)).toBe(true);
  }
  const foreign = valueOf(await bank('https://bank.example', 'another key').remember(7, from()));
  expect(devices.passwordsOf(person, from(foreign)).hash.equals(strangers.hash)).toBe(true);
  const changed = { ...person, passwordHash: '$argon2id$two' };
  expect(devices.passwordsOf(changed, from(mine)).hash.equals(strangers.hash)).toBe(true);
});
