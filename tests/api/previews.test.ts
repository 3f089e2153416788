/** @jest-environment ./tests/support/bank-environment.ts */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from '@bank/contracts/remotes';
import type { NewDeployToken, StartedPreview } from '@bank/contracts/releases';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { configOf } from '../support/document-config';
import { call, cookieIn } from '../support/http';
import { buildOf, deployCall, ship, upload } from '../support/release-fixture';
import { releasePeople } from '../support/release-people';
import { logLines } from '../support/log-lines';
import { until } from '../support/until';
import { sharedBank } from '../support/shared-bank';

/** How long another server may take to notice a change, ms. */
const agreed = 1_200;

const { bank, database } = sharedBank();
let token: string;
let customer: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  ({ token, customer, admin } = await releasePeople(bank, database));
});

const versionOf = async (name: string, cookie = '') => {
  const { body } = await call<Registry>('GET', `${bank.shellUrl}/remotes.json`, { headers: { cookie } });
  return body.remotes.find((remote) => remote.name === name)?.version;
};

const entryOf = async (name: string, version: string, cookie = '') =>
  (await fetch(`${bank.shellUrl}/remotes/${name}/${version}/entry.js`, { headers: { cookie } })).status;

const start = (who: SignedIn | undefined, name: string, version: string, site = 'back-office') =>
  call<StartedPreview>('POST', `${bank.backOfficeUrl}/api/admin/releases/${name}/${version}/preview`, {
    token: who?.token,
    body: { site },
  });
const take = (code: string) =>
  call<StartedPreview>('POST', `${bank.shellUrl}/api/remotes/preview`, { body: { code } });
const codeIn = ({ address }: StartedPreview) => address.split('#')[1] ?? '';

const lines = (action: string) => logLines(database, 'action = ?', [action]);

const isListed = async (name: string, version: string) => {
  const registries = await Promise.all(
    [bank.shellUrl, bank.backOfficeUrl].map((url) => call<Registry>('GET', `${url}/remotes.json`)),
  );
  return registries.some(({ body }) =>
    body.remotes.some((remote) => remote.name === name && remote.version === version),
  );
};

/** An uploaded release that is not shown, beside a live one. */
async function hidden(name: string, manifest: Record<string, unknown> = {}) {
  const live = await ship(bank, token, buildOf(name, 'live()', { manifest }));
  const next = await upload(bank, token, buildOf(name, 'next()', { manifest }));
  await until(() => isListed(name, live));
  return { live, next };
}

const inBackOffice = (name: string) => ({
  hosts: ['back-office'],
  audience: 'administrator',
  routes: [{ path: `/admin/${name}`, page: name, title: { fr: name, en: name } }],
});

describe('a preview', () => {
  it('is not started by an address, even with a team’s proof', async () => {
    const { live, next } = await hidden('lured');
    const made = await deployCall<{ proof: string; cookie: string; link: string }>(
      bank,
      token,
      'POST',
      `lured/${next}/preview`,
      {},
    );
    expect(made.body.link).toBe(`${bank.backOfficeUrl}/admin/preview/lured/${next}`);
    for (const address of [
      `${bank.shellUrl}/login?preview=${made.body.proof}`,
      `${bank.shellUrl}/preview?preview=${made.body.proof}`,
      `${bank.backOfficeUrl}/admin/preview/lured/${next}?preview=${made.body.proof}`,
    ]) {
      const answer = await fetch(address, { redirect: 'manual' });
      expect([address, answer.status, answer.headers.get('set-cookie')]).toEqual([address, 200, null]);
    }
    // Only the team's own browser has the cookie.
    expect(await versionOf('lured', `${made.body.cookie}=${made.body.proof}`)).toBe(next);
    expect(await versionOf('lured')).toBe(live);
    expect((await lines('release.preview_checked')).at(-1)?.message).toContain(`lured ${next}`);
  });

  it('is confirmed on a page of the shell, which shows an administrator the release and its publisher', async () => {
    const { next } = await hidden('asked');
    const page = await fetch(`${bank.backOfficeUrl}/admin/preview/asked/${next}`);
    expect(page.status).toBe(200);
    const elsewhere = await fetch(`${bank.shellUrl}/admin/preview/asked/${next}`, { redirect: 'manual' });
    expect(elsewhere.headers.get('location')).toBe(`${bank.backOfficeUrl}/admin/preview/asked/${next}`);
    const read = (who?: SignedIn) =>
      call('GET', `${bank.shellUrl}/api/admin/releases/asked/${next}`, { token: who?.token });
    expect([(await read()).status, (await read(customer)).status]).toEqual([401, 403]);
    expect((await read(admin)).body).toMatchObject({
      remote: 'asked',
      version: next,
      published_by: 'operator',
      status: 'uploaded',
      hosts: ['shell'],
    });
  });

  it('starts in the back-office for administrators only, is logged, and lasts until they end it', async () => {
    const { live, next } = await hidden('desk', inBackOffice('desk'));
    expect((await start(undefined, 'desk', next)).status).toBe(401);
    expect((await start(customer, 'desk', next)).status).toBe(403);
    const started = await start(admin, 'desk', next);
    expect([started.status, started.body]).toEqual([200, { address: '/admin/desk' }]);
    expect(started.headers.get('set-cookie')).toMatch(
      /^bank_preview=[\w.%-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax$/,
    );
    const cookie = cookieIn(started);
    expect([await versionOf('desk', cookie), await versionOf('desk')]).toEqual([next, live]);
    expect(await configOf(`${bank.backOfficeUrl}/admin/desk`, cookie)).toMatchObject({
      preview: { remote: 'desk', version: next },
    });
    expect((await configOf(`${bank.backOfficeUrl}/admin/desk`)).preview).toBeUndefined();
    expect((await lines('release.preview_started')).at(-1)).toMatchObject({ user_id: admin.id });
    const ended = await call('POST', `${bank.shellUrl}/api/remotes/preview/end`, { body: {} });
    expect(ended.headers.get('set-cookie')).toMatch(/^bank_preview=; Path=\/; Max-Age=0;/);
    const forged = cookie.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    expect(await versionOf('desk', forged)).toBe(live);
  });

  it('starts on the customer site by a code that works once', async () => {
    const { next } = await hidden('handed');
    const asked = await start(admin, 'handed', next, 'shell');
    expect(asked.headers.get('set-cookie')).toBeNull();
    expect(asked.body.address).toMatch(new RegExp(`^${bank.shellUrl}/preview#`));
    const code = codeIn(asked.body);
    const taken = await take(code);
    expect([taken.status, taken.body]).toEqual([200, { address: '/handed' }]);
    expect(await versionOf('handed', cookieIn(taken))).toBe(next);
    const again = await take(code);
    expect([again.status, again.body, again.headers.get('set-cookie')]).toMatchObject([
      422,
      { code: 'PREVIEW_CODE_INVALID' },
      null,
    ]);
  });

  it('has a code signed by the bank, valid for a minute', async () => {
    const { next } = await hidden('late');
    const code = codeIn((await start(admin, 'late', next, 'shell')).body);
    const [text = '', seal = ''] = code.split('.');
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as object;
    const changed = Buffer.from(JSON.stringify({ ...claims, remote: 'desk' })).toString('base64url');
    expect((await take(`${changed}.${seal}`)).status).toBe(422);
    await database.rows('UPDATE preview_codes SET expires_at = expires_at - INTERVAL 61 SECOND');
    expect((await take(code)).status).toBe(422);
    // A cookie is not accepted as a code, nor a code as a cookie.
    const { proof } = (await deployCall<{ proof: string }>(bank, token, 'POST', `late/${next}/preview`, {}))
      .body;
    expect((await take(proof)).status).toBe(422);
    expect(await versionOf('late', `bank_preview=${code}`)).not.toBe(next);
  });

  it('ends when the administrator who started it loses the permission', async () => {
    const { live, next } = await hidden('former');
    const other = await newCustomer(bank.shellUrl);
    await promote(database, other);
    const taken = await take(codeIn((await start(other, 'former', next, 'shell')).body));
    const cookie = cookieIn(taken);
    const pending = codeIn((await start(other, 'former', next, 'shell')).body);
    expect(await versionOf('former', cookie)).toBe(next);
    await database.rows("UPDATE users SET role = 'user' WHERE id = ?", [other.id]);
    expect(await versionOf('former', cookie)).toBe(live);
    expect((await take(pending)).status).toBe(422);
  });
});

describe('files', () => {
  it('are served only for releases that are shown, were shown or are previewed by this browser', async () => {
    const { live, next } = await hidden('guarded');
    const cookie = cookieIn(await take(codeIn((await start(admin, 'guarded', next, 'shell')).body)));
    expect(await entryOf('guarded', live)).toBe(200);
    expect(await entryOf('guarded', next)).toBe(404);
    const previewed = await fetch(`${bank.shellUrl}/remotes/guarded/${next}/entry.js`, {
      headers: { cookie },
    });
    expect([previewed.status, previewed.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const other = await upload(bank, token, buildOf('guarded', 'other()'));
    expect(await entryOf('guarded', other, cookie)).toBe(404);
    await deployCall(bank, token, 'POST', 'guarded/activate', { version: next });
    expect([await entryOf('guarded', next), await entryOf('guarded', live)]).toEqual([200, 200]);
    await deployCall(bank, token, 'POST', 'guarded/rollback', { reason: 'Essai' });
    expect(await entryOf('guarded', next)).toBe(200);
  });

  it('without a release are not served', async () => {
    const { manifest } = buildOf('loose', 'loose()');
    const file = { name: 'entry.js', content: Buffer.from('loose()').toString('base64') };
    await deployCall(bank, token, 'PUT', `loose/${manifest.version}/files`, file);
    await deployCall(bank, token, 'PUT', `loose/${manifest.version}/files`, { ...file, name: 'part.js' });
    expect(await entryOf('loose', manifest.version)).toBe(404);
    const told = (await lines('release.uploaded')).filter(({ message }) => message.includes('loose'));
    expect(told).toHaveLength(1);
    expect(told[0]?.message).toContain('par l’équipe operator');
  });

  it('of a published release are logged', async () => {
    const { next } = await hidden('told');
    const told = (await lines('release.published')).at(-1);
    expect(told?.message).toBe(
      `Version told ${next} publiée par l’équipe operator, encore montrée à personne.`,
    );
    expect(told?.request_id).not.toBeNull();
  });
});

describe('a deploy token', () => {
  const make = async (request: object) =>
    (
      await call<NewDeployToken>('POST', `${bank.shellUrl}/api/admin/deploy_tokens`, {
        token: admin.token,
        body: { team: 'Cartes', ...request },
      })
    ).body;

  it('is valid for 90 days at most, with a clear error once expired', async () => {
    const made = await make({ remotes: ['lasting'] });
    const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000;
    expect([days, made.hosts]).toEqual([90, ['shell']]);
    const { status } = await call('POST', `${bank.shellUrl}/api/admin/deploy_tokens`, {
      token: admin.token,
      body: { team: 'Cartes', remotes: ['lasting'], days: 91 },
    });
    expect(status).toBe(422);
    expect((await deployCall(bank, made.token, 'GET', 'lasting')).status).toBe(200);
    await database.rows('UPDATE deploy_tokens SET expires_at = ? WHERE id = ?', [new Date(), made.id]);
    const over = await deployCall(bank, made.token, 'GET', 'lasting');
    expect([over.status, over.body]).toMatchObject([401, { code: 'DEPLOY_TOKEN_EXPIRED' }]);
    expect((await lines('deploy_token.refused')).at(-1)?.message).toMatch(
      /^Jeton de livraison expiré de l’équipe Cartes refusé depuis [\d.:a-f]+\.$/,
    );
  });

  it('for the customer site ships no remote of the back-office', async () => {
    const made = await make({ remotes: ['spread'] });
    const own = await ship(bank, made.token, buildOf('spread', 'own()'));
    for (const manifest of [
      inBackOffice('spread'),
      { hosts: ['shell', 'back-office'] },
      { routes: [{ path: '/spread', page: 'p', title: { fr: 'p', en: 'p' }, hosts: ['back-office'] }] },
      { slots: [{ slot: 'floating', component: 'c', order: 1, audience: 'administrator' }] },
    ]) {
      const build = buildOf('spread', 'wider()', { manifest });
      await expect(upload(bank, made.token, build)).rejects.toThrow('SITE_NOT_ALLOWED');
    }
    const wide = await upload(
      bank,
      token,
      buildOf('spread', 'operator()', { manifest: inBackOffice('spread') }),
    );
    for (const [address, body] of [
      ['activate', { version: wide }],
      [`${wide}/preview`, {}],
    ] as const) {
      const answer = await deployCall(bank, made.token, 'POST', `spread/${address}`, body);
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'SITE_NOT_ALLOWED' }]);
    }
    await sleep(agreed);
    expect(await versionOf('spread')).toBe(own);
    expect((await lines('deploy_token.refused')).at(-1)?.message).toContain(
      'pour un site qui n’est pas le sien',
    );
  });

  it('for the customer site neither replaces what the back-office shows nor shows it again', async () => {
    const made = await make({ remotes: ['joint'] });
    const send = (as: string, address: string, body: object) =>
      deployCall<{ code?: string }>(bank, as, 'POST', `joint/${address}`, body);
    const expectRefused = async (address: string, body: object) => {
      const answer = await send(made.token, address, body);
      expect([address, answer.status, answer.body.code]).toEqual([address, 403, 'SITE_NOT_ALLOWED']);
    };
    const wide = await ship(bank, token, buildOf('joint', 'wide()', { manifest: inBackOffice('joint') }));
    const own = await upload(bank, made.token, buildOf('joint', 'own()'));
    await expectRefused('activate', { version: own });
    await expectRefused('activate', { version: own, share: 5 });
    expect((await send(token, 'activate', { version: own, share: 5 })).status).toBe(200);
    await expectRefused('promote', {});
    expect((await send(token, 'promote', {})).status).toBe(200);
    const reason = 'Essai';
    await expectRefused('rollback', { reason });
    // Between releases of the customer site the team changes what it likes.
    await ship(bank, made.token, buildOf('joint', 'next()'));
    expect((await send(made.token, 'rollback', { reason })).status).toBe(200);
    await expectRefused('rollback', { reason });
    expect((await send(token, 'rollback', { reason })).status).toBe(200);
    const rows = await database.rows(
      "SELECT version FROM releases WHERE remote = 'joint' AND status = 'live'",
    );
    expect(rows).toEqual([{ version: wide }]);
  });

  it('that is refused is logged once, even many times', async () => {
    const made = await make({ remotes: ['narrow'] });
    await deployCall(bank, made.token, 'GET', 'lured');
    expect((await lines('deploy_token.refused')).at(-1)?.message).toContain('pour le module lured');
    const before = (await lines('deploy_token.refused')).length;
    await Promise.all(Array.from({ length: 20 }, () => deployCall(bank, 'bpd_guessed', 'GET', 'lured')));
    const after = await lines('deploy_token.refused');
    expect(after.length - before).toBeLessThanOrEqual(2);
    expect(after.at(-1)?.message).toContain('inconnu');
  });
});
