import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type NewDeployToken, type Release, uploadBytesPerDay } from '@bank/contracts/releases';
import { call } from '../support/http';
import { logLines } from '../support/log-lines';
import {
  type Build,
  buildOf,
  deployCall,
  releaseBank,
  requestOf,
  ship,
  upload,
} from '../support/release-fixture';
import { until } from '../support/until';

let bank: Awaited<ReturnType<typeof releaseBank>>;

beforeAll(async () => {
  bank = await releaseBank();
}, 120_000);
afterAll(() => bank.stop());

const byAdmin = <Body>(method: string, address: string, body?: unknown) =>
  call<Body>(method, `${bank.bank.shellUrl}/api/admin/${address}`, { token: bank.admin.token, body });

const teamOf = async (team: string, remotes: string[]) =>
  (await byAdmin<NewDeployToken>('POST', 'deploy_tokens', { team, remotes })).body;

const releasesOf = async (remote: string) =>
  (await deployCall<{ releases: Release[] }>(bank.bank, bank.token, 'GET', remote)).body.releases.map(
    ({ version, status }) => [version, status],
  );

/** Every call of a ship, as a thief who saw it would repeat it. */
function callsOf(build: Build): [method: string, address: string, body?: unknown][] {
  const { name, version } = build.manifest;
  const files = Object.entries(build.files).map(([file, content]) => ({
    name: file,
    content: Buffer.from(content).toString('base64'),
  }));
  return [
    ['GET', name],
    ['POST', `${name}/${version}/checks`, requestOf(build)],
    ...files.map((file): [string, string, unknown] => ['PUT', `${name}/${version}/files`, file]),
    ['PUT', `${name}/${version}/maps`, { name: 'entry.js', content: 'H4sIAAAAAAAAAwMAAAAAAAAAAAA=' }],
    ['POST', `${name}/${version}`, requestOf(build)],
    ['POST', `${name}/${version}/preview`, {}],
    ['POST', `${name}/activate`, { version, share: 100 }],
    ['POST', `${name}/promote`, {}],
    ['POST', `${name}/rollback`, { reason: 'vol' }],
  ];
}

const statusesOf = async (token: string, build: Build) => {
  const statuses: number[] = [];
  for (const [method, address, body] of callsOf(build))
    statuses.push((await deployCall(bank.bank, token, method, address, body)).status);
  return new Set(statuses);
};

it('a stolen token ships nothing of another team, by any call, and each try is logged', async () => {
  const thief = await teamOf('Voleurs', ['theirs']);
  const live = await ship(bank.bank, bank.token, buildOf('ours', 'ours()'));
  const before = await releasesOf('ours');
  expect(await statusesOf(thief.token, buildOf('ours', 'stolen()'))).toEqual(new Set([403]));
  // Under another's name in a manifest of its own address, too.
  const forged = buildOf('theirs', 'forged()');
  forged.manifest.name = 'ours';
  const { version } = forged.manifest;
  const content = Buffer.from('forged()').toString('base64');
  await deployCall(bank.bank, thief.token, 'PUT', `theirs/${version}/files`, { name: 'entry.js', content });
  const sent = await deployCall(bank.bank, thief.token, 'POST', `theirs/${version}`, requestOf(forged));
  expect(sent.status).toBe(422);
  expect(await releasesOf('ours')).toEqual(before);
  expect(before).toEqual([[live, 'live']]);
  const lines = await logLines(bank.database, 'action LIKE ?', ['deploy_token.%']);
  expect(lines.some(({ message }) => message.includes('Voleurs') && message.includes('ours'))).toBe(true);
});

it('a token that was revoked after the theft ships nothing, whatever was seen of a ship is repeated', async () => {
  const team = await teamOf('Cartes', ['replayed']);
  const first = buildOf('replayed', 'first()');
  const second = buildOf('replayed', 'second()');
  await ship(bank.bank, team.token, first);
  await ship(bank.bank, team.token, second);
  const before = await releasesOf('replayed');
  await byAdmin('POST', `deploy_tokens/${team.id}/revoke`, {});
  for (const build of [first, second, buildOf('replayed', 'third()')])
    expect(await statusesOf(team.token, build)).toEqual(new Set([401]));
  expect(await releasesOf('replayed')).toEqual(before);
});

it('repeated uploads of an earlier release change nothing of what is shown', async () => {
  const first = buildOf('repeated', 'first()');
  await ship(bank.bank, bank.token, first);
  const live = await ship(bank.bank, bank.token, buildOf('repeated', 'second()'));
  const before = await releasesOf('repeated');
  for (const [method, address, body] of callsOf(first).filter(([, to]) =>
    /\/(files|checks)$|-[0-9a-f]{10}$/.test(to),
  ))
    expect((await deployCall(bank.bank, bank.token, method, address, body)).status).toBeLessThan(500);
  expect(await releasesOf('repeated')).toEqual(before);
  expect(before[0]).toEqual([live, 'live']);
});

it('a file that was exchanged after the release was signed has another hash than its statement', async () => {
  const build = buildOf('exchanged', 'genuine()');
  const version = await upload(bank.bank, bank.token, build);
  const other = { name: 'entry.js', content: Buffer.from('forged()').toString('base64') };
  const refused = await deployCall(bank.bank, bank.token, 'PUT', `exchanged/${version}/files`, other);
  expect([409, 422]).toContain(refused.status);
  await ship(bank.bank, bank.token, build);
  await until(async () => (await fetch(`${bank.bank.shellUrl}/remotes/exchanged/${version}/entry.js`)).ok);
  const served = await fetch(`${bank.bank.shellUrl}/remotes/exchanged/${version}/entry.js`);
  expect(await served.text()).toBe('genuine()');
});

describe('what a token stores', () => {
  const version = '1.0.0-0123456789';
  const put = (token: string, remote: string, name: string, content = name) =>
    deployCall<{ code?: string; error: string }>(bank.bank, token, 'PUT', `${remote}/${version}/files`, {
      name,
      content: Buffer.from(content).toString('base64'),
    });
  const almostFull = (limit: string, key: string, most: number) =>
    bank.database.rows('UPDATE address_counts SET taken = ? WHERE limit_name = ? AND address = ?', [
      most - uploadBytesPerDay.leastOfFile,
      limit,
      key,
    ]);

  it('is bounded for each day, by token and by remote; what is stored may be sent again', async () => {
    const { token, id } = await teamOf('Remplisseurs', ['filled', 'other']);
    const full = { status: 429, body: { code: 'UPLOAD_LIMIT_REACHED' } };
    expect((await put(token, 'filled', 'a.js')).status).toBe(204);
    await almostFull('remote_bytes', 'remote filled', uploadBytesPerDay.remote);
    expect((await put(token, 'filled', 'b.js')).status).toBe(204);
    const taken = `SELECT taken FROM address_counts WHERE limit_name = 'token_bytes' AND address = ?`;
    const before = await bank.database.rows(taken, [`token ${id}`]);
    expect(before).toEqual([{ taken: 2 * uploadBytesPerDay.leastOfFile }]);
    const refused = await put(token, 'filled', 'c.js');
    expect(refused).toMatchObject(full);
    expect(await bank.database.rows(taken, [`token ${id}`])).toEqual(before);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect((await put(bank.token, 'filled', 'c.js')).status).toBe(429);
    expect((await put(token, 'filled', 'a.js')).status).toBe(204);
    const map = { version: 3, sources: ['a.ts'], names: [], mappings: '' };
    const content = gzipSync(JSON.stringify(map)).toString('base64');
    const sentMap = { name: 'a.js', content };
    expect(await deployCall(bank.bank, token, 'PUT', `filled/${version}/maps`, sentMap)).toMatchObject(full);

    await almostFull('token_bytes', `token ${id}`, uploadBytesPerDay.token);
    expect((await put(token, 'other', 'a.js')).status).toBe(204);
    expect(await put(token, 'other', 'b.js')).toMatchObject(full);
    expect((await put(bank.token, 'other', 'b.js')).status).toBe(204);
    const lines = await logLines(bank.database, 'action LIKE ?', ['deploy_token.%']);
    expect(lines.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/Remplisseurs.*trop de fichiers envoyés en un jour, module filled/),
    );
  });

  it('is of the first of several simultaneous files of one name, and the others are refused', async () => {
    const contents = Array.from({ length: 8 }, (_, nth) => `raced(${nth})`);
    const answers = await Promise.all(
      contents.map((content) => put(bank.token, 'hurried', 'entry.js', content)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(7).fill(422)]);
    const kept = contents[answers.findIndex(({ status }) => status === 204)];
    const stored = path.join(bank.bank.dataDir, 'releases/hurried', version, 'entry.js');
    expect(await readFile(stored, 'utf8')).toBe(kept);
    expect((await put(bank.token, 'hurried', 'entry.js', kept)).status).toBe(204);
  });
});

it('a team’s rollback of a trial that has ended meanwhile leaves the live release', async () => {
  const { token } = await teamOf('Essais', ['trialled']);
  await ship(bank.bank, token, buildOf('trialled', 'before()'));
  const live = await ship(bank.bank, token, buildOf('trialled', 'live()'));
  const version = await ship(bank.bank, token, buildOf('trialled', 'trial()'), 50);
  const request = { reason: 'Essai', shown: { version, status: 'canary' } };
  const rollBack = () => deployCall<{ code: string }>(bank.bank, token, 'POST', 'trialled/rollback', request);
  expect((await rollBack()).status).toBe(200);
  expect(await rollBack()).toMatchObject({ status: 409, body: { code: 'RELEASE_CHANGED' } });
  expect(await releasesOf('trialled')).toContainEqual([live, 'live']);
});
