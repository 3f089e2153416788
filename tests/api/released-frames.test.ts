import { createHash } from 'node:crypto';
import { canaryLimits, type Release } from '@bank/contracts/releases';
import { newCustomer, promote } from '../support/customers';
import { call } from '../support/http';
import { type Build, buildOf, deployCall, releaseBank, ship, upload } from '../support/release-fixture';
import { until } from '../support/until';
import { partnersOf } from './partner-fixture';

let bank: Awaited<ReturnType<typeof releaseBank>>;
let partners: ReturnType<typeof partnersOf>;
let key: string;
/** The document of a widget's frame for a visitor, by its address; otherwise for anybody. */
const frame = (widget: string, address?: string) =>
  partners.frame(widget, key, address ? { 'x-forwarded-for': address } : {});

beforeAll(async () => {
  bank = await releaseBank();
  const owner = await newCustomer(bank.bank.shellUrl);
  await promote(bank.database, owner);
  partners = partnersOf(bank.bank, () => owner.token);
  key = await partners.keyOf(await partners.newPartner(), 'live');
}, 120_000);

afterAll(() => bank.stop());

/** A remote with the frame of a widget, which loads `framework.js` first and `more.<name>.js` late. */
function withFrame(name: string, widget: string, script: string): Build {
  const files = { [`${widget}.${script}.js`]: `draw('${script}')`, 'framework.js': 'framework()' };
  const late = { [`more.${script}.js`]: `more('${script}')` };
  const frames = {
    widgets: { [widget]: { scripts: ['framework.js', `${widget}.${script}.js`], styles: [] } },
    files: [...Object.keys(files), ...Object.keys(late)],
  };
  return buildOf(name, `entry('${script}')`, { manifest: { frames }, files: { ...files, ...late } });
}

const shows = (widget: string, script: string) => async () => (await frame(widget)).body.includes(script);
const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const file = async (address: string) => {
  const { status, body } = await call<string>('GET', `${bank.bank.embedUrl}/embed/assets/${address}`);
  return status === 200 ? body : status;
};

it('of a widget are those of its remote’s live release, with their hashes, also after a rollback', async () => {
  expect((await frame('chat')).status).toBe(404);
  await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'one'));
  await until(shows('chat', 'chat.one.js'));
  const { body } = await frame('chat');
  expect(body).toMatch(
    /<script src="\/embed\/assets\/talk\/framework\.js" integrity="sha256-[\w+/]+=" defer>/,
  );
  expect((await frame('chat')).data.files).toEqual({ 'more.one.js': sha256(`more('one')`) });
  expect(await file('talk/chat.one.js')).toBe(`draw('one')`);
  expect(await file('talk/more.one.js')).toBe(`more('one')`);

  await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'two'));
  await until(shows('chat', 'chat.two.js'));
  // A page that was opened before still loads what it needs late.
  expect(await file('talk/more.one.js')).toBe(`more('one')`);
  const reason = 'two draws nothing';
  expect((await deployCall(bank.bank, bank.token, 'POST', 'talk/rollback', { reason })).status).toBe(200);
  await until(shows('chat', 'chat.one.js'));
});

it('are still loaded late by pages that have a release which was taken back, or is older than several others', async () => {
  for (const script of ['kept0', 'kept1', 'kept2', 'kept3', 'kept4', 'kept5', 'kept6'])
    await ship(bank.bank, bank.token, withFrame('talk', 'chat', script));
  await until(shows('chat', 'chat.kept6.js'));
  await deployCall(bank.bank, bank.token, 'POST', 'talk/rollback', { reason: 'kept6 draws nothing' });
  await until(shows('chat', 'chat.kept5.js'));
  expect(await file('talk/more.kept6.js')).toBe(`more('kept6')`);
  expect(await file('talk/more.kept0.js')).toBe(`more('kept0')`);
});

it('have one inline script, which their policy names by its hash', async () => {
  await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'watched'));
  await until(shows('chat', 'chat.watched.js'));
  const { body, headers } = await frame('chat');
  const [script = '', ...more] = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text);
  expect(more).toEqual([]);
  expect(headers.get('content-security-policy')).toContain(`script-src 'self' '${sha256(script)}';`);
});

it('are not those of a release that is only uploaded', async () => {
  await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'live'));
  await until(shows('chat', 'chat.live.js'));
  await upload(bank.bank, bank.token, withFrame('talk', 'chat', 'hidden'));
  expect(await file('talk/chat.hidden.js')).toBe(404);
});

describe('of a canary', () => {
  const addresses = (net: number, count = 40) =>
    Array.from({ length: count }, (_, at) => `198.51.${net}.${at + 1}`);
  /** The addresses of those in the share, which reported nothing yet. */
  const inside = async (script: string, of: string[]) => {
    const seen = await Promise.all(
      of.map(async (address) => (await frame('chat', address)).body.includes(script)),
    );
    return of.filter((_, at) => seen[at]);
  };
  const anyInside = (script: string, of: string[]) =>
    until(async () => (await inside(script, of)).length > 0);
  /** A frame of the canary that broke at once, at the visitor's address. */
  const breaks = async (version: string, address: string, isBroken = true, reason?: 'load') => {
    const { token } = (await frame('chat', address)).data;
    const error = { remote: 'talk', version, kind: isBroken ? 'render' : 'uncaught', count: 1 };
    const stack = `    at a (${bank.bank.embedUrl}/embed/assets/talk/chat.js:1:9)`;
    const errors = [{ ...error, name: 'TypeError', message: 'x is undefined', stack }];
    const body = { partner: key, token, widget: 'chat', is_broken: isBroken, reason, errors };
    return partners.send('errors', body, { 'x-forwarded-for': address });
  };
  const release = async (version: string) => {
    const { body } = await deployCall<{ releases: Release[] }>(bank.bank, bank.token, 'GET', 'talk');
    return body.releases.find((each) => each.version === version);
  };

  it('are given to its share of visitors, always the same ones, and count as shown', async () => {
    const live = await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'steady'));
    const version = await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'tried'), 30);
    const all = addresses(100);
    await anyInside('chat.tried.js', all);
    const mine = await inside('chat.tried.js', all);
    expect(mine.length).toBeGreaterThan(2);
    expect(mine.length).toBeLessThan(25);
    expect(await inside('chat.tried.js', all)).toEqual(mine);
    expect(await inside('chat.steady.js', all)).toHaveLength(all.length - mine.length);
    expect(await file('talk/chat.tried.js')).toBe(`draw('tried')`);
    const [first = ''] = mine;
    const { token, release: named } = (await frame('chat', first)).data;
    expect(named).toEqual({ remote: 'talk', version });
    const opened = { partner: key, token, widget: 'chat', release: named };
    expect((await partners.send('opens', opened, { 'x-forwarded-for': first })).status).toBe(204);
    expect((await release(version))?.reports.shown).toBe(1);
    await deployCall(bank.bank, bank.token, 'POST', 'talk/rollback', { reason: 'enough' });
    await until(async () => (await inside('chat.tried.js', all)).length === 0);
    expect((await release(live))?.status).toBe('live');
  });

  it('take it back when they break for several visitors, whose errors are grouped', async () => {
    const version = await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'broken'), 60);
    const all = addresses(101);
    await anyInside('chat.broken.js', all);
    const mine = (await inside('chat.broken.js', all)).slice(0, canaryLimits.failedVisitors);
    const outside = all.filter((address) => !mine.includes(address));
    // Errors that leave the widget there, and those of visitors who cannot have seen it, are no reason.
    for (const address of mine) expect((await breaks(version, address, false)).status).toBe(204);
    for (const address of outside.slice(0, 8)) await breaks(version, address, false);
    expect((await release(version))?.status).toBe('canary');
    const [first = '', ...others] = mine;
    // One whose scripts did not load cannot tell what it throws.
    expect((await breaks(version, first, true, 'load')).status).toBe(204);
    expect((await release(version))?.reports).toMatchObject({ load: 1, render: 0 });
    for (const address of others) expect((await breaks(version, address)).status).toBe(204);
    await until(async () => (await release(version))?.status === 'rolled_back');
    await until(async () => (await inside('chat.broken.js', all)).length === 0);
    const groups = await bank.database.rows(
      "SELECT kind, name FROM error_groups WHERE remote = 'talk' ORDER BY kind",
    );
    expect(groups).toEqual([
      { kind: 'render', name: 'TypeError' },
      { kind: 'uncaught', name: 'TypeError' },
    ]);
  });

  it('are replaced in a frame in which they failed, and so is a live release', async () => {
    const live = await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'good'));
    const canary = await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'failing'), 99);
    const all = addresses(103, 10);
    await anyInside('chat.failing.js', all);
    const [address = ''] = await inside('chat.failing.js', all);
    const headers = { 'x-forwarded-for': address };
    const without = async (version: string) =>
      (await partners.frame('chat', key, headers, `&avoid=talk@${version}`)).data.release?.version;
    expect(await without(canary)).toBe(live);
    expect(await without(live)).toBe(canary);
    await deployCall(bank.bank, bank.token, 'POST', 'talk/rollback', { reason: 'it fails' });
    await until(async () => (await without('1.0.0-0123456789')) === live);
    expect([undefined, live, canary]).not.toContain(await without(live));
  });

  it('take over no widget of another remote', async () => {
    await expect(upload(bank.bank, bank.token, withFrame('thief', 'chat', 'stolen'))).rejects.toThrow(
      'The widget chat belongs to talk',
    );
  });

  it('report with the token of their own document, from the bank’s frame only', async () => {
    const { token } = (await frame('chat')).data;
    const [error] = [{ remote: 'talk', version: '1.0.0-0123456789', kind: 'render', count: 1 }];
    const errors = [{ ...error, name: 'E', message: '', stack: '' }];
    const body = { partner: key, token, widget: 'chat', is_broken: true, errors };
    expect((await partners.send('errors', body)).status).toBe(204);
    expect((await partners.send('errors', body, { origin: 'https://ponts.example' })).status).toBe(403);
    const other = { ...body, widget: 'signup' };
    expect((await partners.send('errors', other)).body.code).toBe('FRAME_TOKEN_INVALID');
    expect((await partners.send('errors', { ...body, errors: [] })).status).toBe(422);
  });
});

it('name a file that two of them have under one address', async () => {
  await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'shared'));
  await ship(bank.bank, bank.token, withFrame('enrol', 'signup', 'shared'));
  await until(shows('signup', 'signup.shared.js'));
  const { body } = await frame('signup');
  expect(body).toContain('src="/embed/assets/talk/framework.js"');
  expect(body).toContain('src="/embed/assets/enrol/signup.shared.js"');
});

it('are their own where an older remote has another file under their name', async () => {
  const thief = withFrame('talk', 'chat', 'stealing');
  const own = withFrame('enrol', 'signup', 'owned');
  const name = 'signup.owned.js';
  thief.files[name] = 'steal()';
  (thief.manifest.frames as { files: string[] }).files.push(name);
  await ship(bank.bank, bank.token, thief);
  await ship(bank.bank, bank.token, own);
  await until(shows('signup', name));
  const { body } = await frame('signup');
  expect(body).toContain(`src="/embed/assets/enrol/${name}" integrity="${sha256(own.files[name] ?? '')}"`);
});

it('are no part of what every page of the bank gets', async () => {
  const html = await (await fetch(`${bank.bank.shellUrl}/talk`)).text();
  expect(html).toContain('"frames":"');
  expect(html).not.toContain('chat.shared.js');
});

it('are refused when they were changed in the database after the release was signed', async () => {
  const version = await upload(bank.bank, bank.token, withFrame('sums', 'exchange', 'genuine'));
  await bank.database.rows(
    `UPDATE releases SET build = REPLACE(build, 'exchange.genuine.js', 'more.genuine.js') WHERE version = ?`,
    [version],
  );
  await deployCall(bank.bank, bank.token, 'POST', 'sums/activate', { version, share: 100 });
  await until(async () => (await fetch(`${bank.bank.shellUrl}/sums`)).status === 200);
  expect((await frame('exchange')).status).toBe(404);
});

it('must all be uploaded', async () => {
  const build = withFrame('short', 'pay', 'missing');
  const { 'more.missing.js': _, ...files } = build.files;
  await expect(upload(bank.bank, bank.token, { ...build, files })).rejects.toThrow();
  expect(await upload(bank.bank, bank.token, build)).toBe(build.manifest.version);
});
