import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import type { Config } from '../../platform/config/config';
import type { Clock } from '../../platform/time/clock.service';
import { until } from '../../../../tests/support/until';
import { DeployTokensService } from './deploy-tokens.service';

it('renews the operator’s token, and goes on where the disk does not take it', async () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'operator-token-'));
  const file = path.join(dataDir, 'deploy-token');
  const unhandled = jest.fn();
  process.on('unhandledRejection', unhandled);
  const interval = jest.spyOn(globalThis, 'setInterval');
  let now = new Date('2026-11-27T12:00:00Z');
  const config = { keepsKeys: true, dataDir, signingKey: randomBytes(32) } as Config;
  const unused = undefined as never;
  const clock = { now: () => now } as Clock;
  await new DeployTokensService(unused, config, unused, unused, unused, clock).onApplicationBootstrap();
  const everyHour = interval.mock.calls[0]?.[0] as () => void;
  const first = readFileSync(file, 'utf8');

  now = new Date('2027-11-27T12:00:00Z');
  rmSync(dataDir, { recursive: true });
  writeFileSync(dataDir, 'no folder');
  everyHour();
  await until(() => Promise.resolve(warned.mock.calls.length === 1));
  expect(unhandled).not.toHaveBeenCalled();

  rmSync(dataDir);
  everyHour();
  await until(() => Promise.resolve(existsSync(file) && readFileSync(file, 'utf8') !== first));
  process.off('unhandledRejection', unhandled);
  jest.restoreAllMocks();
  rmSync(dataDir, { recursive: true });
});
