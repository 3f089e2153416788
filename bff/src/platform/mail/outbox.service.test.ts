import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config';
import { Outbox } from './outbox.service';

let dataDir: string;
beforeEach(async () => (dataDir = await mkdtemp(join(os.tmpdir(), 'bank-outbox-'))));
afterEach(() => rm(dataDir, { recursive: true }));

const outbox = () => new Outbox({ dataDir } as Config, { now: () => new Date('2026-11-28T10:00:00.000Z') });
const folder = () => join(dataDir, 'outbox');

it('has one file for each mail', async () => {
  await outbox().write(Buffer.from('Bonjour'));
  await outbox().write(Buffer.from('Bonjour'));
  const names = await readdir(folder());
  expect(names).toEqual([
    expect.stringMatching(/^2026-11-28T10-00-00-000Z-.+\.eml$/),
    expect.stringMatching(/\.eml$/),
  ]);
  expect(await readFile(join(folder(), names[0] ?? ''), 'utf8')).toBe('Bonjour');
});

it('has nothing left of a mail that could not be written', async () => {
  async function* full() {
    yield Buffer.from('Bonj');
    throw new Error('the disk is full');
  }
  await expect(outbox().write(full() as unknown as Buffer)).rejects.toThrow('the disk is full');
  expect(await readdir(folder())).toEqual([]);
});
