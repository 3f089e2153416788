import { newCustomer, promote } from '../support/customers';
import { call } from '../support/http';
import { type Build, buildOf, deployCall, releaseBank, ship, upload } from '../support/release-fixture';
import { until } from '../support/until';
import { partnersOf } from './partner-fixture';

let bank: Awaited<ReturnType<typeof releaseBank>>;
let frame: (widget: string) => Promise<{ status: number; body: string }>;

beforeAll(async () => {
  bank = await releaseBank();
  const owner = await newCustomer(bank.bank.shellUrl);
  await promote(bank.database, owner);
  const partners = partnersOf(bank.bank, () => owner.token);
  const key = await partners.keyOf(await partners.newPartner(), 'live');
  frame = (widget) => partners.frame(widget, key);
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

it('are not those of a release that is uploaded or a canary', async () => {
  await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'live'));
  await until(shows('chat', 'chat.live.js'));
  await upload(bank.bank, bank.token, withFrame('talk', 'chat', 'hidden'));
  await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'tried'), 99);
  expect((await frame('chat')).body).toContain('chat.live.js');
  expect(await file('talk/chat.hidden.js')).toBe(404);
  expect(await file('talk/chat.tried.js')).toBe(404);
});

it('name a file that two of them have under one address', async () => {
  await ship(bank.bank, bank.token, withFrame('talk', 'chat', 'shared'));
  await ship(bank.bank, bank.token, withFrame('enrol', 'signup', 'shared'));
  await until(shows('signup', 'signup.shared.js'));
  const { body } = await frame('signup');
  expect(body).toContain('src="/embed/assets/talk/framework.js"');
  expect(body).toContain('src="/embed/assets/enrol/signup.shared.js"');
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
