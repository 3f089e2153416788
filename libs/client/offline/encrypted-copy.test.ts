/** @jest-environment node */
import 'fake-indexeddb/auto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDB } from 'idb';
import { copyDatabase } from '../session/copy-database';
import { beginCopy, dropCopy, type EncryptedCopy, findCopy } from './encrypted-copy';

const balance = { balance: 4321.5, account_number: 'FR76 9999' };
const later = 10 * 60_000;

beforeEach(dropCopy);

async function begun(session: string): Promise<EncryptedCopy> {
  const copy = await beginCopy(session);
  await copy.extend(Date.now() + later);
  return copy;
}

const readable = async (copy: EncryptedCopy | 'over' | undefined) =>
  copy instanceof Object ? Object.fromEntries(await copy.readAll()) : copy;

/** What the database holds, as a thief of the disk would read it. */
async function contents() {
  const database = await openDB(copyDatabase);
  const stores = [...database.objectStoreNames];
  const all = await Promise.all(stores.map((store) => database.getAll(store)));
  database.close();
  return all.flat() as Record<string, unknown>[];
}

it('is read by a later page of the same session, and by no other session', async () => {
  await (await begun('2.7')).write('overview', balance);
  expect(await readable(await findCopy('2.7'))).toEqual({ overview: balance });
  expect(await findCopy('2.8')).toBeUndefined();
  // The question of another session has dropped it.
  expect(await findCopy('2.7')).toBeUndefined();
});

it('stores nothing in the open, and a key that cannot be exported', async () => {
  await (await begun('2.7')).write('overview', balance);
  const records = await contents();
  const text = records
    .map(({ content }) => new TextDecoder('latin1').decode(content as ArrayBuffer))
    .join('');
  expect(text.length).toBeGreaterThan(16);
  expect(text).not.toMatch(/4321|FR76|balance/);
  const { key } = records.find((record) => 'key' in record) as { key: CryptoKey };
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

it('never encrypts two records with the same nonce', async () => {
  const copy = await begun('2.7');
  for (const name of ['a', 'b', 'a']) await copy.write(name, balance);
  const nonces = (await contents()).flatMap(({ nonce }) => (nonce ? [String(nonce)] : []));
  expect(new Set(nonces).size).toBe(2);
});

it('ends with what was written last, however long each write takes', async () => {
  const copy = await begun('2.7');
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  const slow = jest.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...given) => {
    await sleep(20);
    return encrypt(...given);
  });
  await Promise.all([copy.write('draft', 'first'), copy.write('draft', 'second')]);
  await Promise.all([copy.write('sent', 'typed'), copy.write('sent', undefined)]);
  slow.mockRestore();
  expect(await readable(copy)).toEqual({ draft: 'second' });
});

it('goes on after a write that fails', async () => {
  const copy = await begun('2.7');
  const failing = copy.write('circle', 1n);
  await copy.write('overview', balance);
  await expect(failing).rejects.toThrow(TypeError);
  expect(await readable(copy)).toEqual({ overview: balance });
});

it('drops another session’s records when a session begins', async () => {
  await (await begun('2.7')).write('overview', balance);
  expect(await readable(await begun('3.1'))).toEqual({});
  expect(await contents()).toHaveLength(1);
});

it('is over at its end, and erased', async () => {
  const copy = await begun('2.7');
  await copy.write('overview', balance);
  expect(await findCopy('2.7', Date.now() + later + 1)).toBe('over');
  expect(await findCopy('2.7')).toBeUndefined();
});

it('takes no late write once it was dropped', async () => {
  const copy = await begun('2.7');
  await dropCopy();
  await copy.write('overview', balance);
  await copy.extend(Date.now() + later);
  expect(await contents()).toEqual([]);
});

it('does not decrypt a record under another name', async () => {
  const copy = await begun('2.7');
  await copy.write('mine', balance);
  const database = await openDB(copyDatabase);
  await database.put('records', await database.get('records', 'mine'), 'other');
  database.close();
  expect(await readable(copy)).toEqual({ mine: balance });
});

it('removes a record', async () => {
  const copy = await begun('2.7');
  await copy.write('draft', { amount: '12' });
  await copy.write('draft', undefined);
  expect(await readable(copy)).toEqual({});
});
