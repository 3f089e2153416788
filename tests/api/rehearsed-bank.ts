import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPrivateDatabase } from '../../libs/cli/database.mjs';
import { knowOutbox } from '../support/approvals';
import { newCustomer, rememberBank, type NewCustomer } from '../support/customers';
import { call } from '../support/http';
import { repository } from '../support/repository';
import { freePorts, runCommand, ServerProcess, type Environment } from '../support/server';

export const passphrase = 'a long passphrase for the tests';

/** A bank with a durable private database and a server, as `npm start` runs it, without the world. */
export async function startDurableBank(dataDir: string, env: Environment, isNew = true) {
  const database = await startPrivateDatabase(dataDir);
  const own = {
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.migrationUrl,
    DATA_DIR: dataDir,
    ...env,
  };
  await runCommand('migrate', own);
  const server = new ServerProcess(await freePorts(), { ...own, APPROVAL_MESSAGES_PER_HOUR: '100000' });
  await server.start();
  const url = `http://localhost:${server.port}`;
  knowOutbox({ urls: [url], dataDir });
  if (isNew) rememberBank(url, database.migrationUrl);
  return {
    url,
    dataDir,
    database,
    stop: async () => {
      await server.stop();
      await database.server.stop();
    },
  };
}

export const newFolder = (name: string) => mkdtemp(path.join(os.tmpdir(), `bank-${name}-`));
export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

/** A customer with money on the account. */
export async function customerWith(url: string, amount: number): Promise<NewCustomer> {
  const who = await newCustomer(url);
  if (amount > 0) {
    await call('POST', `${url}/api/balance/update`, { token: who.token, body: { amount, type: 'add' } });
  }
  return who;
}

/** A transfer of one euro; its reference once it is confirmed. */
export async function transfer(url: string, { token }: NewCustomer, to: NewCustomer): Promise<string> {
  const body = { recipient_id: to.id, amount: 1, description: 'Essai' };
  const answer = await call<{ reference: string }>('POST', `${url}/api/balance/transfer`, { token, body });
  if (answer.status !== 201)
    throw new Error(`a transfer answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.reference;
}

/** Runs `npm run backup` or `npm run restore` to its end. */
export function runScript(name: 'backup' | 'restore', args: string[], env: Environment) {
  const child = spawn(process.execPath, [path.join(repository, `libs/cli/${name}.mjs`), ...args], {
    cwd: repository,
    env: { ...process.env, BACKUP_PASSPHRASE: passphrase, DATABASE_URL: '', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  return { ended, kill: () => child.kill('SIGKILL') };
}

/** Waits for the next whole second and returns it; whatever was confirmed before is before it. */
export async function nextSecond(): Promise<string> {
  const at = Math.ceil((Date.now() + 1) / 1000) * 1000;
  while (Date.now() < at + 5) await sleep(10);
  return new Date(at).toISOString().replace('.000', '');
}
