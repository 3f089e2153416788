/** @jest-environment ./tests/support/bank-environment.ts */
import path from 'node:path';
import type { HostConfig } from '@bank/contracts/host-config';
import { type GalleryLink, gallerySeconds, type NewDeployToken } from '@bank/contracts/releases';
import { deriveKeys, storedKeys } from '../../bff/src/platform/config/keys';
import { sealed } from '../../bff/src/front/releases/sealed';
import { startBank } from '../support/bank';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { configOf } from '../support/document-config';
import { call, cookieIn } from '../support/http';
import { logLines } from '../support/log-lines';
import { buildOf, deployCall, operatorToken, ship, upload } from '../support/release-fixture';
import { releasePeople } from '../support/release-people';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';

const { bank, database } = sharedBank();
let token: string;
let customer: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  ({ token, customer, admin } = await releasePeople(bank, database));
});

const gallery = `${bank.shellUrl}/_ui`;
const get = (address: string, cookie = '') => fetch(address, { redirect: 'manual', headers: { cookie } });
const linkOf = async (by: string, remote = 'shown') =>
  (await deployCall<GalleryLink>(bank, by, 'POST', `${remote}/gallery`, {})).body.link;
const passIn = (link: string) => new URL(link).searchParams.get('pass') ?? '';
const teamToken = async (by = admin) =>
  (
    await call<NewDeployToken>('POST', `${bank.shellUrl}/api/admin/deploy_tokens`, {
      token: by.token,
      body: { team: 'Épargne', remotes: ['shown'] },
    })
  ).body;

/** The server's own key, to seal what it never would. */
const { signing } = deriveKeys({}, () => storedKeys(path.join(bank.dataDir, 'keys.json')));

/** What every visitor without a link gets. */
async function expectClosed(answer: Response) {
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([404, null]);
  expect(await answer.text()).not.toContain('"gallery":true');
}

describe('the gallery of the customer site', () => {
  it('opens by a team’s link, which becomes a cookie for eight hours', async () => {
    const { status, body } = await deployCall<GalleryLink>(bank, token, 'POST', 'shown/gallery', {});
    expect(status).toBe(201);
    expect(body.link).toMatch(new RegExp(`^${gallery}\\?pass=[\\w.-]+$`));
    const left = (Date.parse(body.until) - Date.now()) / 1000;
    expect(left).toBeGreaterThan(gallerySeconds - 60);
    expect(left).toBeLessThanOrEqual(gallerySeconds);
    const opened = await get(body.link);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/_ui']);
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
    expect(opened.headers.get('cache-control')).toBe('no-store');
    const set = opened.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^bank_gallery=[\w.%-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    expect(Number(/Max-Age=(\d+)/.exec(set)?.[1])).toBeLessThanOrEqual(gallerySeconds);

    const page = await get(gallery, cookieIn(opened));
    expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect(page.headers.get('integrity-policy')).toBe('blocked-destinations=(script)');
    const ordinary = await get(`${bank.shellUrl}/login`);
    expect(page.headers.get('content-security-policy')).toBe(
      (await get(`${bank.shellUrl}/preview`)).headers.get('content-security-policy'),
    );
    expect(ordinary.headers.get('x-robots-tag')).toBeNull();
    expect(await page.text()).toContain('<meta name="robots" content="noindex">');
    expect((await configOf(gallery, cookieIn(opened))).gallery).toBe(true);
    expect((await logLines(database, 'action = ?', ['release.gallery_linked'])).at(-1)?.message).toContain(
      'operator',
    );
  });

  it('is not found without a link, as before', async () => {
    await expectClosed(await get(gallery));
    await expectClosed(await get(`${gallery}?pass=`));
    await expectClosed(await get(`${gallery}?pass=nothing`));
    await expectClosed(await get(gallery, 'bank_gallery=%7B%7D.e30'));
  });

  it('has links that only this bank makes, each valid until its end and for nothing else', async () => {
    const pass = passIn(await linkOf(token));
    const [text = '', seal = ''] = pass.split('.');
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as object;
    const later = Buffer.from(JSON.stringify({ ...claims, until: 9_999_999_999 })).toString('base64url');
    const now = Math.floor(Date.now() / 1000);
    const by = { token: null };
    const made = (until: number, purpose = 'gallery') => sealed(signing, purpose, { until, by });
    // The seal of this test is the server's own.
    expect((await get(`${gallery}?pass=${made(now + 60)}`)).status).toBe(303);
    for (const refused of [
      `${later}.${seal}`,
      `${text}.${seal.slice(0, -2)}AA`,
      made(now - 1),
      made(now + 60, 'preview'),
      sealed(signing, 'gallery', { until: now + 60 }),
      `${pass}${'a'.repeat(5_000)}`,
    ]) {
      await expectClosed(await get(`${gallery}?pass=${refused}`));
      await expectClosed(await get(gallery, `bank_gallery=${refused}`));
    }
    // An invalid link opens nothing, not even beside a valid cookie.
    await expectClosed(await get(`${gallery}?pass=${later}.${seal}`, `bank_gallery=${pass}`));
  });

  it('refuses the links of another bank', async () => {
    const other = await startBank({});
    try {
      const made = await deployCall<GalleryLink>(
        other,
        await operatorToken(other),
        'POST',
        'shown/gallery',
        {},
      );
      expect((await get(made.body.link)).status).toBe(303);
      await expectClosed(await get(`${gallery}?pass=${passIn(made.body.link)}`));
    } finally {
      await other.stop();
    }
  });

  it('opens nothing else by its cookie', async () => {
    const cookie = `bank_gallery=${passIn(await linkOf(token))}`;
    const plain = async (address: string) => (await get(address)).headers.get('etag');
    for (const page of ['/login', '/contact', '/preview'])
      expect((await get(`${bank.shellUrl}${page}`, cookie)).headers.get('etag')).toBe(
        await plain(`${bank.shellUrl}${page}`),
      );
    expect((await configOf(`${bank.shellUrl}/login`, cookie)).gallery).toBeUndefined();
    for (const call of ['auth/me', 'admin/releases', 'deploy/shown', 'carte'])
      expect([call, (await get(`${bank.shellUrl}/api/${call}`, cookie)).status]).toEqual([call, 401]);
    const live = await ship(bank, token, buildOf('unseen', 'live()'));
    const hidden = await upload(bank, token, buildOf('unseen', 'hidden()'));
    const file = (version: string) => `${bank.shellUrl}/remotes/unseen/${version}/entry.js`;
    expect((await get(file(live), cookie)).status).toBe(200);
    expect((await get(file(hidden), cookie)).status).toBe(404);
    await expectClosed(await get(`${bank.backOfficeUrl}/_ui`, cookie));
    const { partnerUrl, embedUrl } = bank;
    for (const site of [partnerUrl, embedUrl])
      expect([site, (await get(`${site}/_ui`, cookie)).status]).toEqual([site, 404]);
    // A preview's proof opens no gallery, nor is a pass a preview.
    const { body } = await deployCall<{ proof: string }>(bank, token, 'POST', `unseen/${hidden}/preview`, {});
    await expectClosed(await get(gallery, `bank_gallery=${body.proof}`));
    const { preview } = await configOf(`${bank.shellUrl}/login`, cookie.replace('gallery', 'preview'));
    expect(preview).toBeUndefined();
  });

  it('shows the releases that the browser gets anyway: its preview in place of the live one', async () => {
    const story = { slots: [{ slot: 'ui.stories', component: 'story', order: 1, audience: 'signed-in' }] };
    const live = await ship(bank, token, buildOf('shown', 'live()', { manifest: story }));
    const next = await upload(bank, token, buildOf('shown', 'next()', { manifest: story }));
    const cookie = `bank_gallery=${passIn(await linkOf(token))}`;
    const shownOf = ({ registry }: HostConfig) => registry.remotes.find(({ name }) => name === 'shown');
    const { body } = await deployCall<{ proof: string; cookie: string }>(
      bank,
      token,
      'POST',
      `shown/${next}/preview`,
      {},
    );
    await until(async () => shownOf(await configOf(gallery, cookie))?.version === live);
    const previewed = await configOf(gallery, `${cookie}; ${body.cookie}=${body.proof}`);
    expect(previewed).toMatchObject({ gallery: true, preview: { remote: 'shown', version: next } });
    expect(shownOf(previewed)).toMatchObject({ version: next, slots: [{ slot: 'ui.stories' }] });
  });
});

describe('a link to the gallery', () => {
  it('is for teams and their own remotes, whose token it does not outlive', async () => {
    const made = await teamToken();
    const ask = (by: string | undefined, remote = 'shown') =>
      call<GalleryLink>('POST', `${bank.shellUrl}/api/deploy/${remote}/gallery`, { token: by, body: {} });
    expect([(await ask(undefined)).status, (await ask(customer.token)).status]).toEqual([401, 401]);
    expect((await ask(made.token, 'cards')).status).toBe(403);
    const { link } = (await ask(made.token)).body;
    expect((await logLines(database, 'action = ?', ['release.gallery_linked'])).at(-1)?.message).toBe(
      'Lien vers la galerie du site client créé par l’équipe Épargne.',
    );
    const cookie = cookieIn(await get(link));
    expect((await get(gallery, cookie)).status).toBe(200);
    const revoked = await call('POST', `${bank.shellUrl}/api/admin/deploy_tokens/${made.id}/revoke`, {
      token: admin.token,
      body: {},
    });
    expect(revoked.status).toBe(200);
    await expectClosed(await get(gallery, cookie));
    await expectClosed(await get(link));
    expect((await ask(made.token)).status).toBe(401);
  });

  it('ends with an expired token, and with the permission of the token’s author', async () => {
    const expiring = await teamToken();
    const first = cookieIn(await get(await linkOf(expiring.token)));
    expect((await get(gallery, first)).status).toBe(200);
    await database.rows('UPDATE deploy_tokens SET expires_at = ? WHERE id = ?', [new Date(), expiring.id]);
    await expectClosed(await get(gallery, first));

    const maker = await newCustomer(bank.shellUrl);
    await promote(database, maker);
    const second = cookieIn(await get(await linkOf((await teamToken(maker)).token)));
    expect((await get(gallery, second)).status).toBe(200);
    await database.rows("UPDATE users SET role = 'user' WHERE id = ?", [maker.id]);
    await expectClosed(await get(gallery, second));
  });

  it('is made in the back-office by who may manage releases, as long as they may', async () => {
    const ask = (who?: SignedIn) =>
      call<GalleryLink>('POST', `${bank.backOfficeUrl}/api/admin/gallery`, { token: who?.token, body: {} });
    expect([(await ask()).status, (await ask(customer)).status]).toEqual([401, 403]);
    const other = await newCustomer(bank.shellUrl);
    await promote(database, other);
    const { status, body } = await ask(other);
    expect(status).toBe(201);
    expect((await logLines(database, 'action = ?', ['release.gallery_linked'])).at(-1)).toMatchObject({
      user_id: other.id,
      message: 'Lien vers la galerie du site client créé dans le back-office.',
    });
    const cookie = cookieIn(await get(body.link));
    expect((await get(gallery, cookie)).status).toBe(200);
    await database.rows("UPDATE users SET role = 'user' WHERE id = ?", [other.id]);
    await expectClosed(await get(gallery, cookie));
  });
});
