import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FrameData } from '@bank/contracts/embed-frame';
import type { NewSecretKey } from '@bank/contracts/partner-servers';
import { canaryLimits, type Release } from '@bank/contracts/releases';
import { type Bucket, startBucket } from '../support/bucket';
import { newCustomer, promote } from '../support/customers';
import { call } from '../support/http';
import { buildOf, deployCall, releaseBank, ship } from '../support/release-fixture';
import { freePorts, ServerProcess } from '../support/server';
import { until } from '../support/until';
import { page, partnersOf } from './partner-fixture';

let bucket: Bucket;
let bank: Awaited<ReturnType<typeof releaseBank>>;
let second: ServerProcess;
let folder: string;
let partners: ReturnType<typeof partnersOf>;
let partner: Awaited<ReturnType<(typeof partners)['newPartner']>>;
let key: string;

beforeAll(async () => {
  bucket = await startBucket();
  const shared = { RELEASES_URL: bucket.url, DOCUMENTS_URL: bucket.url, TRUST_PROXY: 'true' };
  bank = await releaseBank(shared);
  folder = await mkdtemp(path.join(os.tmpdir(), 'bank-second-'));
  for (const name of ['data', 'remotes']) await mkdir(path.join(folder, name));
  await copyFile(path.join(bank.bank.dataDir, 'keys.json'), path.join(folder, 'data/keys.json'));
  const { databaseUrl: DATABASE_URL, migrationUrl: DATABASE_MIGRATION_URL, embedUrl } = bank.bank;
  second = new ServerProcess(await freePorts(), {
    ...shared,
    DATABASE_URL,
    DATABASE_MIGRATION_URL,
    EMBED_ORIGIN: embedUrl,
    DATA_DIR: path.join(folder, 'data'),
    REMOTES_DIR: path.join(folder, 'remotes'),
  });
  await second.start();
  const owner = await newCustomer(bank.bank.shellUrl);
  await promote(bank.database, owner);
  partners = partnersOf(bank.bank, () => owner.token);
  partner = await partners.newPartner();
  key = await partners.keyOf(partner, 'live');
}, 180_000);

afterAll(async () => {
  await second.stop();
  await bank.stop();
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The frames' origin of each server; a load balancer shows visitors one origin for both. */
const servers = () => [bank.bank.embedUrl, `http://localhost:${second.port + 3}`] as const;

const frameAt = async (server: string, address: string) => {
  const { status, body } = await call<string>(
    'GET',
    `${server}/embed/frame/chat?partner=${key}&page=${page}`,
    {
      headers: { 'x-forwarded-for': address },
    },
  );
  const data = /id="bank-frame">(.*?)<\/script>/.exec(body)?.[1] ?? '{}';
  return { status, body, data: JSON.parse(data) as FrameData };
};

const withChat = (script: string) =>
  buildOf('talk', `entry('${script}')`, {
    manifest: {
      frames: {
        widgets: { chat: { scripts: [`chat.${script}.js`], styles: [] } },
        files: [`chat.${script}.js`, `more.${script}.js`],
      },
    },
    files: { [`chat.${script}.js`]: `draw('${script}')`, [`more.${script}.js`]: `more('${script}')` },
  });

const addresses = (net: number, count: number) =>
  Array.from({ length: count }, (_, at) => `203.0.${net}.${at + 1}`);

const shown = async (server: string, version: string, of: string[]) => {
  const versions = await Promise.all(of.map((address) => frameAt(server, address)));
  return of.filter((_, at) => versions[at]?.data.release?.version === version);
};

/** Reports of a frame: its document came from one server, and its call goes to another. */
const report = (
  server: string,
  data: FrameData,
  version: string,
  address: string,
  message = 'x is undefined',
) =>
  call('POST', `${server}/api/embed/errors`, {
    headers: { origin: bank.bank.embedUrl, 'x-forwarded-for': address },
    body: {
      partner: key,
      token: data.token,
      widget: 'chat',
      is_broken: true,
      errors: [{ remote: 'talk', version, kind: 'render', name: 'TypeError', message, stack: '', count: 1 }],
    },
  });

const releaseOf = async (version: string) => {
  const { body } = await deployCall<{ releases: Release[] }>(bank.bank, bank.token, 'GET', 'talk');
  return body.releases.find((each) => each.version === version);
};

it('a canary’s frames reach the same visitors by each server, which has none of their files', async () => {
  const live = await ship(bank.bank, bank.token, withChat('live'));
  const canary = await ship(bank.bank, bank.token, withChat('tried'), 40);
  const [first, other] = servers();
  const all = addresses(1, 40);
  for (const server of servers()) {
    await until(async () => (await shown(server, canary, all)).length > 0);
    await until(async () => (await shown(server, live, all)).length > 0);
  }
  const mine = await shown(first, canary, all);
  expect(await shown(other, canary, all)).toEqual(mine);
  expect((await frameAt(other, mine[0] ?? '')).body).toContain('src="/embed/assets/talk/chat.tried.js"');
  for (const file of ['chat.tried', 'more.tried', 'chat.live']) {
    const answer = await fetch(`${other}/embed/assets/talk/${file}.js`);
    expect([file, answer.status]).toEqual([file, 200]);
  }
  expect(bucket.refused).toEqual([]);
});

it('a canary is taken back for the failed visitors of both servers together, everywhere', async () => {
  const live = (await frameAt(servers()[1], '203.0.9.1')).data.release?.version ?? '';
  const version = await ship(bank.bank, bank.token, withChat('broken'), 90);
  const all = addresses(2, 40);
  for (const server of servers()) await until(async () => (await shown(server, version, all)).length > 5);
  const mine = (await shown(servers()[0], version, all)).slice(0, canaryLimits.failedVisitors);
  for (const [at, address] of mine.entries()) {
    expect(await releaseOf(version)).toMatchObject({ status: 'canary', reports: { render: at } });
    const [from = '', to = ''] = at % 2 ? servers() : [...servers()].reverse();
    const { data } = await frameAt(from, address);
    expect((await report(to, data, version, address)).status).toBe(204);
    // The same visitor again, at the other server, is not another one.
    expect((await report(from, data, version, address)).status).toBe(204);
  }
  await until(async () => (await releaseOf(version))?.status === 'rolled_back');
  for (const server of servers()) await until(async () => (await shown(server, version, all)).length === 0);
  expect(live).not.toBe(version);
});

describe('a flood', () => {
  it('of error reports from one address is refused by both servers together', async () => {
    const [first, other] = servers();
    const address = '203.0.3.1';
    const { data } = await frameAt(first, address);
    const version = data.release?.version ?? '';
    const send = (server: string) => report(server, data, version, address);
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(first)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
    // The other server learns of it within a second or two, unless the minute ends meanwhile.
    await until(async () => (await send(other)).status === 429);
  });

  it('of invented errors from many networks fills no table, takes back no live release, and holds up nobody', async () => {
    const { data } = await frameAt(servers()[0], '203.0.4.1');
    const version = data.release?.version ?? '';
    const statuses = new Set<number>();
    for (let round = 0; round < 5; round += 1) {
      const calls = Array.from({ length: 100 }, (_, at) => {
        const letter = (digit: string) => 'abcdefghijk'['0123456789-'.indexOf(digit)];
        const message = [...`${round}-${at}`].map(letter).join('');
        return report(servers()[at % 2 ? 1 : 0], data, version, `198.${18 + round}.${at}.7`, message);
      });
      const [customer, ...answers] = await Promise.all([
        call('GET', `${bank.bank.shellUrl}/api/auth/me`, { token: bank.admin.token }),
        ...calls,
      ]);
      expect(customer.status).toBe(200);
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses].filter((status) => status !== 204 && status !== 429)).toEqual([]);
    const [stored] = await bank.database.rows(
      "SELECT COUNT(*) AS count FROM error_groups WHERE remote = 'talk'",
    );
    // New stacks are 120 a minute, and a minute may have begun meanwhile; each server counts a second by itself.
    expect(Number(stored?.count)).toBeLessThan(500);
    expect((await releaseOf(version))?.status).toBe('live');
  });

  it('of calls with one secret key is limited over both servers together', async () => {
    const body = { mode: 'test', name: 'Serveur', scopes: ['applications:read'], calls_per_minute: 10 };
    const made = await partners.admin<NewSecretKey>('POST', `partners/${partner.id}/secret_keys`, body);
    const read = (server: string) =>
      call('GET', `${server}/api/partner/applications`, { token: made.body.secret });
    const at = [bank.bank.shellUrl, `http://localhost:${second.port}`] as const;
    const answers = await Promise.all(Array.from({ length: 30 }, () => read(at[0])));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
    await until(async () => (await read(at[1])).status === 429);
  });
});
