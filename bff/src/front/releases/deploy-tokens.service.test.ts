import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import type { Config } from '../../platform/config/config';
import type { Clock } from '../../platform/time/clock.service';
import { DeployTokensService } from './deploy-tokens.service';

it('renews the operator’s token, and goes on where the disk does not take it', async () => {
  Logger.overrideLogger(false);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'operator-token-'));
  const token = () => readFileSync(path.join(dataDir, 'deploy-token'), 'utf8');
  let now = new Date('2026-11-27T12:00:00Z');
  const config = { keepsKeys: true, dataDir, signingKey: randomBytes(32) } as Config;
  const unused = undefined as never;
  const clock = { now: () => now } as Clock;
  const tokens = new DeployTokensService(unused, config, unused, unused, unused, unused, clock);
  await tokens.onApplicationBootstrap();
  const first = token();

  now = new Date('2027-11-27T12:00:00Z');
  rmSync(dataDir, { recursive: true });
  writeFileSync(dataDir, 'no folder');
  await tokens.renewOperatorToken();

  rmSync(dataDir);
  await tokens.renewOperatorToken();
  expect(token()).not.toBe(first);
  rmSync(dataDir, { recursive: true });
});
