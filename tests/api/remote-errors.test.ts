import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { errorReportLimits } from '@bank/contracts/error-report-limits';
import type { ErrorDetails, ErrorGroup, ErrorGroupList } from '@bank/contracts/remote-errors';
import type { Bank } from '../support/bank';
import { newCustomer, promote, type SignedIn, type TestConnection } from '../support/customers';
import { call } from '../support/http';
import { logLines } from '../support/log-lines';
import { repository } from '../support/repository';
import {
  type Build,
  buildOf,
  deployCall,
  releaseBank,
  shellOf,
  ship,
  upload,
} from '../support/release-fixture';

let bank: Bank;
let token: string;
let releases: SignedIn;
let operations: SignedIn;
let database: TestConnection;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ bank, token, database, admin: releases, stop } = await releaseBank());
  operations = await newCustomer(bank.shellUrl);
  await promote(database, operations, ['operations']);
}, 120_000);

afterAll(() => stop());

/** Column 20 of the built file is line 5, column 2 of the remote's own source; column 40 is in a package. */
const map = {
  version: 3,
  sources: ['remotes/cards/src/balance.tsx', 'node_modules/react/index.js'],
  names: ['balanceOf'],
  mappings: 'AAAA,oBAIEA,oBCIA',
  sourcesContent: ['const secret = 1;', ''],
};
const shellMap = {
  ...map,
  names: ['menuOf'],
  sourcesContent: [],
  sources: ['hosts/shell/src/menu.tsx', 'node_modules/react/index.js'],
};
const packed = (content: unknown) => gzipSync(JSON.stringify(content)).toString('base64');

const sendMap = (build: Build, content: string, name = 'entry.js') => {
  const { name: remote, version } = build.manifest;
  return deployCall(bank, token, 'PUT', `${remote}/${version}/maps`, { name, content });
};

/** Ships a build with the map of its script. */
async function shipMapped(build: Build): Promise<string> {
  await upload(bank, token, build);
  expect((await sendMap(build, packed(map))).status).toBe(204);
  return ship(bank, token, build);
}

const stackOf = (remote: string, version: string) =>
  [
    `    at s (${bank.shellUrl}/remotes/${remote}/${version}/entry.js:1:21)`,
    `    at t (${bank.shellUrl}/remotes/${remote}/${version}/entry.js:1:41)`,
    '    at a (chrome-extension://abcdef/content.js:1:2)',
  ].join('\n');

let networks = 0;
const newNetwork = () => `198.51.${100 + Math.floor((networks += 1) / 250)}.${networks % 250}`;

interface Thrown {
  remote: string;
  version: string;
  message?: string;
  stack?: string;
  count?: number;
}

const report = (errors: Thrown[], address = newNetwork()) =>
  call('POST', `${bank.shellUrl}/api/remotes/errors`, {
    headers: { 'X-Forwarded-For': address },
    body: {
      errors: errors.map(({ remote, version, message = 'x is undefined', stack, count = 1 }) => ({
        remote,
        version,
        kind: 'render',
        name: 'TypeError',
        message,
        count,
        stack: stack ?? stackOf(remote, version),
      })),
    },
  });

const shown = (remote: string, version: string, address: string) =>
  call('POST', `${bank.shellUrl}/api/remotes/reports`, {
    headers: { 'X-Forwarded-For': address },
    body: { reports: [{ remote, version, kind: 'shown', count: 1 }] },
  });

const asStaff = <Body>(method: string, below = '', who = releases) =>
  call<Body>(method, `${bank.shellUrl}/api/admin/remote_errors${below}`, {
    token: who.token,
    ...(method === 'POST' && { body: {} }),
  });

const groupsOf = async (query: string): Promise<ErrorGroup[]> =>
  (await asStaff<ErrorGroupList>('GET', `?${query}`)).body.groups;

describe('a source map', () => {
  it('is served at no address, and names no text of the sources', async () => {
    const build = buildOf('mapped', 'mapped()');
    const version = await shipMapped(build);
    const file = 'entry.js.map';
    const paths = [
      `/remotes/mapped/${version}/${file}`,
      `/remotes/mapped/${version}/maps/${file}`,
      `/remotes/mapped/${version}/maps%2F${file}`,
      `/remotes/mapped/${version}/${file}.gz`,
      `/source-maps/remotes/mapped/${version}/${file}`,
      `/maps/${file}`,
      `/remotes/..%2Fsource-maps/remotes%2Fmapped/${file}`,
      `/assets/shell/${file}`,
      `/assets/shell/maps/${file}`,
      `/assets/shell/maps%2F${file}`,
      `/embed/assets/mapped/${file}`,
    ];
    for (const site of ['shell', 'back-office']) {
      const built = await readdir(path.join(repository, 'hosts', site, 'dist/maps'));
      expect(built.length).toBeGreaterThan(0);
      for (const name of built) paths.push(`/assets/${site}/${name}`, `/assets/${site}/maps%2F${name}`);
    }
    for (const url of [bank.shellUrl, bank.backOfficeUrl, bank.embedUrl]) {
      for (const each of paths) expect([each, (await fetch(url + each)).status]).toEqual([each, 404]);
    }
    const script = await (await fetch(`${bank.shellUrl}/remotes/mapped/${version}/entry.js`)).text();
    expect(script).not.toContain('sourceMappingURL');
    const kept = await readFile(path.join(bank.dataDir, 'source-maps/remotes/mapped', version, file), 'utf8');
    expect(JSON.parse(kept)).not.toHaveProperty('sourcesContent');
  });

  it('never changes, belongs to an uploaded script, and is a map', async () => {
    const build = buildOf('strict', 'strict()');
    expect((await sendMap(build, packed(map))).status).toBe(422);
    await upload(bank, token, build);
    for (const [content, name] of [
      ['bm8gZ3ppcA==', 'entry.js'],
      [packed({ ...map, version: 2 }), 'entry.js'],
      [packed({ version: 3, sections: [] }), 'entry.js'],
      [gzipSync(Buffer.alloc(50_000_000)).toString('base64'), 'entry.js'],
      [packed(map), '../entry.js'],
      [packed(map), 'other.js'],
    ] as const) {
      expect((await sendMap(build, content, name)).status).toBe(422);
    }
    expect((await sendMap(build, packed(map))).status).toBe(204);
    expect((await sendMap(build, packed(map))).status).toBe(204);
    expect((await sendMap(build, packed({ ...map, names: ['other'] }))).status).toBe(422);
  });
});

it('keeps the first of two maps that are sent at once, and refuses the other one', async () => {
  const build = buildOf('racing', 'racing()');
  await upload(bank, token, build);
  const { version } = build.manifest;
  const send = (name: string) => sendMap(build, packed({ ...map, names: [name] }));
  const names = ['one', 'other', 'one', 'third'];
  const statuses = await Promise.all(names.map(async (name) => (await send(name)).status));
  const file = path.join(bank.dataDir, 'source-maps/remotes/racing', version, 'entry.js.map');
  const [kept] = (JSON.parse(await readFile(file, 'utf8')) as { names: string[] }).names;
  expect(statuses).toEqual(names.map((name) => (name === kept ? 204 : 422)));
});

describe('an error', () => {
  it('is grouped with the same fault of other people and releases, in the names and lines of the sources', async () => {
    const first = await shipMapped(buildOf('grouped', 'one()'));
    const ofOne = { remote: 'grouped', version: first };
    await report([{ ...ofOne, message: 'no balance of marie@exemple.fr: 12,50 €', count: 3 }]);
    await report([{ ...ofOne, message: 'no balance of paul@exemple.fr: 7 €' }]);
    const second = await shipMapped(buildOf('grouped', 'two()'));
    await report([{ remote: 'grouped', version: second, message: 'no balance of marie@exemple.fr: 1 €' }]);
    const [group, ...others] = await groupsOf('remote=grouped');
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      name: 'TypeError',
      kind: 'render',
      message: 'no balance of [email] # €',
      count: 5,
      place: 'remotes/cards/src/balance.tsx (balanceOf)',
      releases: [
        { version: second, count: 1, visitors: 1 },
        { version: first, count: 4, visitors: 2 },
      ],
    });
    const { body } = await asStaff<ErrorDetails>('GET', `/${group?.id}`);
    const own = {
      file: 'remotes/cards/src/balance.tsx',
      line: 5,
      column: 3,
      name: 'balanceOf',
      is_own: true,
    };
    expect(body.stacks[0]?.frames).toEqual([
      { ...own, is_source: true },
      { file: 'node_modules/react/index.js', line: 9, column: 3, name: null, is_own: false, is_source: true },
    ]);
    expect(JSON.stringify(body)).not.toContain('chrome-extension');
    expect((await groupsOf(`remote=grouped&version=${first}`)).map(({ id }) => id)).toEqual([group?.id]);
    expect(await groupsOf('version=9.9.9-0123456789')).toEqual([]);
  });

  it('of a shell is grouped too, by its own calls in the names and lines of the sources', async () => {
    const build = shellOf('shell()', { name: 'shell' });
    const { name, version } = build.manifest;
    const [script = ''] = Object.keys(build.files);
    await upload(bank, token, build);
    expect((await sendMap(build, packed(shellMap), script)).status).toBe(204);
    await ship(bank, token, build);
    const stack = `    at a (${bank.shellUrl}/assets/shell/${script}:1:41)\n    at b (${bank.shellUrl}/assets/shell/${script}:1:21)`;
    await report([{ remote: name, version, message: 'no menu of marie@exemple.fr', stack }]);
    const [group] = await groupsOf('remote=shell');
    expect(group).toMatchObject({
      message: 'no menu of [email]',
      place: 'hosts/shell/src/menu.tsx (menuOf)',
    });
    const { body } = await asStaff<ErrorDetails>('GET', `/${group?.id}`);
    expect(body.stacks[0]?.frames.map(({ is_own }) => is_own)).toEqual([false, true]);
  });

  it('concerns a share of the visitors to whom its release was shown', async () => {
    const version = await ship(bank, token, buildOf('shared', 'shared()'));
    const addresses = Array.from({ length: 10 }, newNetwork);
    for (const address of addresses) await shown('shared', version, address);
    await shown('shared', version, addresses[0] ?? '');
    for (const address of addresses.slice(0, 3)) await report([{ remote: 'shared', version }], address);
    await report([{ remote: 'shared', version }], addresses[0]);
    const [group] = await groupsOf('remote=shared');
    expect(group?.releases).toMatchObject([{ visitors: 3, share: 0.3, count: 4 }]);
    expect(group?.place).toBeNull();
  });

  it('that is resolved is open again when a later release has it, and not before', async () => {
    const first = await shipMapped(buildOf('again', 'one()'));
    await report([{ remote: 'again', version: first }]);
    const [group] = await groupsOf('remote=again');
    const resolved = await asStaff<ErrorGroup>('POST', `/${group?.id}/resolve`);
    expect([resolved.status, resolved.body.resolved_by]).toEqual([200, expect.stringContaining('@')]);
    await report([{ remote: 'again', version: first }]);
    expect(await groupsOf('remote=again')).toEqual([]);
    expect(await groupsOf('remote=again&state=resolved')).toHaveLength(1);
    const second = await shipMapped(buildOf('again', 'two()'));
    await report([{ remote: 'again', version: second }]);
    expect(await groupsOf('remote=again')).toMatchObject([{ id: group?.id, resolved_at: null, count: 3 }]);
    expect((await asStaff('POST', `/${group?.id}/reopen`)).status).toBe(200);
    const lines = await logLines(database, 'action = ?', ['remote_error.resolved']);
    expect(lines.at(-1)?.message).toContain('again');
  });

  it('is read by those who may see releases, and marked by those who publish them', async () => {
    const version = await ship(bank, token, buildOf('guarded', 'guarded()'));
    await report([{ remote: 'guarded', version }]);
    const [group] = await groupsOf('remote=guarded');
    const customer = await newCustomer(bank.shellUrl);
    expect((await asStaff('GET', '', operations)).status).toBe(200);
    expect((await asStaff('POST', `/${group?.id}/resolve`, operations)).status).toBe(403);
    for (const below of ['', `/${group?.id}`])
      expect((await asStaff('GET', below, customer)).status).toBe(403);
    expect((await call('GET', `${bank.shellUrl}/api/admin/remote_errors`)).status).toBe(401);
    expect((await asStaff('GET', '/999999999')).status).toBe(404);
  });
});

describe('a flood', () => {
  it('of invented errors adds ten groups a minute from one network, and counts those that are known', async () => {
    const version = await ship(bank, token, buildOf('flooded', 'flooded()'));
    const address = newNetwork();
    const invented = (from: number) =>
      Array.from({ length: errorReportLimits.errors }, (_each, at) => ({
        remote: 'flooded',
        version,
        message: `${'abcdefghij'[at]}${'klmnopqrst'[from]} is broken`,
      }));
    for (let round = 0; round < 4; round += 1) await report(invented(round), address);
    const groups = await groupsOf('remote=flooded&limit=100');
    // The minute may have changed once meanwhile, also amid a report: 10 to 20 of 40 are added.
    expect(groups.length).toBeGreaterThanOrEqual(10);
    expect(groups.length).toBeLessThanOrEqual(20);
    await report([{ remote: 'flooded', version, message: 'ak is broken', count: 5 }], address);
    const known = (await groupsOf('remote=flooded&limit=100')).find(
      ({ message }) => message === 'ak is broken',
    );
    expect(known?.count).toBe(6);
  });

  it('of calls is refused', async () => {
    const address = newNetwork();
    const version = '1.0.0-0123456789';
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => report([{ remote: 'unknown', version }], address)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await groupsOf('remote=unknown&state=all')).toEqual([]);
  });

  it('of giant or hostile texts is refused, or stored without what is hostile', async () => {
    const version = await ship(bank, token, buildOf('hostile', 'hostile()'));
    const giant = 'a'.repeat(100_000);
    const ofHostile = { remote: 'hostile', version };
    expect((await report([{ ...ofHostile, message: giant }])).status).toBe(422);
    expect((await report([{ ...ofHostile, stack: giant }])).status).toBe(422);
    expect((await report(Array.from({ length: 11 }, () => ofHostile))).status).toBe(422);
    expect((await report([{ ...ofHostile, remote: '../keys' }])).status).toBe(422);
    const stack = `at \u202E<img src=x> (${bank.shellUrl}/remotes/hostile/${version}/entry.js:9999999:9999999)`;
    await report([{ ...ofHostile, message: "'; DROP TABLE users;--\u202E\u0000 <script>", stack }]);
    const [group] = await groupsOf('remote=hostile');
    expect(group?.message).not.toMatch(/[\u202E\u0000]/);
    const { body } = await asStaff<ErrorDetails>('GET', `/${group?.id}`);
    expect(body.stacks[0]?.frames).toMatchObject([{ file: 'entry.js', is_source: false, name: null }]);
  });

  it('about a release that is shown to nobody is ignored', async () => {
    const version = await upload(bank, token, buildOf('unseen', 'unseen()'));
    expect((await report([{ remote: 'unseen', version }])).status).toBe(204);
    expect(await groupsOf('remote=unseen&state=all')).toEqual([]);
  });
});
