import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditService } from '../../platform/audit/audit.service';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/database';
import type { FolderReleases } from '../releases/folder-releases.service';
import type { ReleaseSigner } from '../releases/release-signer.service';
import type { DeployedRegistry } from './deployed-registry.service';
import type { LocalRemotes } from '../releases/local-remotes.service';
import type { Previews } from '../releases/previews.service';
import { RegistryService } from './registry.service';
import { ShownReleases } from './shown-releases.service';
import { VerifiedReleases } from './verified-releases.service';

/** A server with a bucket that is away in a way, and a database with releases at a sequence. */
function serverWith(scan: () => Promise<void>) {
  const bank = { sequence: 5, isAway: false };
  const database = {
    row: () => (bank.isAway ? Promise.reject(new Error('away')) : Promise.resolve({ value: bank.sequence })),
    rows: () => Promise.resolve([]),
  } as unknown as Database;
  const shown = new ShownReleases(
    { devRemotes: {} } as Config,
    database,
    { remotes: () => Promise.resolve(undefined) } as unknown as DeployedRegistry,
    { scan } as unknown as FolderReleases,
    new VerifiedReleases(database, {} as ReleaseSigner, {} as AuditService),
  );
  return { bank, shown };
}

beforeEach(() => void jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

it('a bucket that refuses the installation keeps back none of the releases of before', async () => {
  const { shown } = serverWith(() => Promise.reject(new Error('UNAVAILABLE')));
  expect((await shown.current()).sequence).toBe(5);
  expect(Logger.prototype.error).toHaveBeenCalledWith('the installation cannot be released: UNAVAILABLE');
});

it('a silent bucket delays no change of a release', async () => {
  let scans = 0;
  const { bank, shown } = serverWith(() => {
    scans += 1;
    return scans === 1 ? Promise.resolve() : new Promise(() => undefined);
  });
  expect((await shown.current()).sequence).toBe(5);
  bank.sequence = 6;
  const sequences: number[] = [];
  for (let second = 0; second < 2; second += 1) {
    await sleep(1_050);
    sequences.push((await shown.current()).sequence);
  }
  expect(sequences.at(-1)).toBe(6);
  expect(scans).toBe(2);
});

it('a server that has not read the releases yet gives no page an empty list of them', async () => {
  const { bank, shown } = serverWith(() => Promise.resolve());
  const registry = new RegistryService(
    shown,
    { allowedBy: () => [] } as unknown as LocalRemotes,
    { read: () => Promise.resolve(undefined) } as unknown as Previews,
    {
      registry: (remotes: unknown[], sequence: number) => ({ remotes, sequence, signature: '' }),
    } as unknown as ReleaseSigner,
  );
  bank.isAway = true;
  await expect(registry.page('shell')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  bank.isAway = false;
  await sleep(1_050);
  expect((await registry.page('shell')).registry).toMatchObject({ remotes: [], sequence: 5 });
});
