/** @jest-environment ./tests/support/bank-environment.ts */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseChecks } from '@bank/contracts/releases';
import type { HostManifest } from '../../bff/src/front/releases/surface-check';
import { buildOf, deployCall, operatorToken, requestOf, ship, upload } from '../support/release-fixture';
import { repository } from '../support/repository';
import { sharedBank } from '../support/shared-bank';

const { bank } = sharedBank();
let token: string;

beforeAll(async () => {
  token = await operatorToken(bank);
});

describe('the checks', () => {
  const checksOf = async (build: ReturnType<typeof buildOf>) => {
    const { name, version } = build.manifest;
    const { body } = await deployCall<ReleaseChecks>(
      bank,
      token,
      'POST',
      `${name}/${version}/checks`,
      requestOf(build),
    );
    return Object.fromEntries(
      body.checks.filter(({ passed }) => !passed).map(({ check, sentence }) => [check, sentence]),
    );
  };

  beforeAll(async () => {
    const owner = {
      routes: [
        { path: '/owned/:id', aliases: ['/belongings'], page: 'owned', title: { fr: 'À nous', en: 'Ours' } },
      ],
      provides: ['owned.corner'],
    };
    await ship(bank, token, buildOf('owner', 'owner()', { manifest: owner }));
    const guest = { slots: [{ slot: 'owned.corner', component: 'sign', order: 1 }], uses: ['/belongings'] };
    await ship(bank, token, buildOf('guest', 'guest()', { manifest: guest }));
  });

  it('pass for an independent build, without a note where it uses nothing that is deprecated', async () => {
    const build = buildOf('newcomer', 'fine()');
    expect(await checksOf(build)).toEqual({});
    const path = `newcomer/${build.manifest.version}/checks`;
    const { body } = await deployCall<ReleaseChecks>(bank, token, 'POST', path, requestOf(build));
    expect(body.notes).toEqual([]);
  });

  it('name the owner of a claimed route, regardless of segment names', async () => {
    const routes = [{ path: '/owned/:number', page: 'mine', title: { fr: 'À moi', en: 'Mine' } }];
    const found = await checksOf(buildOf('newcomer', 'thief()', { manifest: { routes } }));
    expect(found.routes).toBe(
      'The route /owned/:number belongs to owner: choose another path, or have that team give it up first.',
    );
  });

  it('end at once with a manifest that every page would have to load', async () => {
    const aliases = Array.from({ length: 20_000 }, (_, at) => `/a${at}`);
    const routes = [{ path: '/wide', aliases, page: 'wide', title: { fr: 'Large', en: 'Wide' } }];
    expect(await checksOf(buildOf('newcomer', 'wide()', { manifest: { routes } }))).toEqual({
      manifest: expect.stringContaining('more than 64000 characters') as string,
    });
  });

  it('name the owner of addresses that a pattern would cover, in both directions', async () => {
    const claiming = async (route: string) => {
      const routes = [{ path: route, page: 'mine', title: { fr: 'À moi', en: 'Mine' } }];
      return (await checksOf(buildOf('newcomer', 'thief()', { manifest: { routes } }))).routes;
    };
    expect(await claiming('/owned/new')).toMatch(/^The route \/owned\/new belongs to owner:/);
    expect(await claiming('/:anything/first')).toMatch(/^The route \/:anything\/first belongs to cards:/);
    expect(await claiming('/owned')).toBeUndefined();
    expect(await claiming('/owned/:id/parts')).toBeUndefined();
  });

  it('name the owner of a widget', async () => {
    const frames = (script: string) => ({ widgets: { chat: { scripts: [script], styles: [] } }, files: [] });
    const manifest = { frames: frames('chat.js') };
    const found = await checksOf(buildOf('newcomer', 'talk()', { manifest, files: { 'chat.js': 'chat()' } }));
    expect(found.routes).toBe('The widget chat belongs to support: have that team give it up first.');
  });

  it('name a container that could be another remote’s', async () => {
    const inContainer = async (container: string) =>
      (await checksOf(buildOf('new-comer', 'thief()', { manifest: { container } }))).manifest;
    for (const container of ['bank_cards_0123456789', 'bank_new_comer', 'bank_new_comer_cards_0123456789'])
      expect(await inContainer(container)).toBe(
        `The container ${container} is not named after new-comer and its build: build again by the recipe.`,
      );
    expect(await inContainer('bank_new_comer_0123456789')).toBeUndefined();
  });

  it('name modules that the live shells lack', async () => {
    const shared = { react: '^18.0.0', '@bank/ui/hologram': '^0.1.0' };
    const { shared: sentence } = await checksOf(buildOf('newcomer', 'old()', { manifest: { shared } }));
    expect(sentence).toMatch(/The live shell brings react 19\.\S+, and this build asks for \^18\.0\.0/);
    expect(sentence).toContain('does not bring @bank/ui/hologram');
  });

  it('name the exports that the live shells offer in another form, and no others', async () => {
    const host = JSON.parse(
      await readFile(path.join(repository, 'hosts/shell/dist/host.json'), 'utf8'),
    ) as HostManifest;
    const module = '@bank/ui/alert';
    const [token = ''] = host.surface[module]?.Alert ?? [];
    const using = (surface: object) =>
      checksOf(buildOf('newcomer', 'user()', { manifest: { shared: { [module]: '*' }, surface } }));
    expect(await using({ [module]: { Alert: token } })).toEqual({});
    const { surface } = await using({ [module]: { Alert: '----' } });
    expect(surface).toMatch(/^Alert of @bank\/ui\/alert has changed in the live shell \(@bank\/ui 0\.\S+\)/);
    expect(await using({ [module]: { Alert: token, Alarm: 'abcd' } })).toMatchObject({
      surface: expect.stringMatching(/^Alarm of @bank\/ui\/alert is missing in the live shell/) as string,
    });
    const shared = { '@module-federation/runtime': '^3.0.0' };
    const { shared: sentence } = await checksOf(buildOf('newcomer', 'next()', { manifest: { shared } }));
    expect(sentence).toContain('this build asks for ^3.0.0');
  });

  it('name the users of a removed route or slot', async () => {
    const { contract } = await checksOf(buildOf('owner', 'without()'));
    expect(contract).toContain('guest leads to /belongings, which this build no longer has');
    expect(contract).toContain('guest fills the slot owned.corner, which this build no longer draws');
  });

  it('name an unknown slot, an exceeded budget, and an invalid manifest', async () => {
    const slots = [{ slot: 'nowhere', component: 'sign', order: 1 }];
    const budget = { kilobytes: 0.01, requests: 4 };
    const found = await checksOf(buildOf('newcomer', 'heavy()', { manifest: { slots, budget } }));
    expect(found.routes).toContain('draws the slot nowhere');
    expect(found.budget).toContain('its budget is 0.01');
    const { manifest } = await checksOf(
      buildOf('newcomer', 'odd()', { manifest: { audience: 'everybody' } }),
    );
    expect(manifest).toContain('remote.json is not valid at "audience"');
  });

  it('count once more when a release is shown, since others have shipped meanwhile', async () => {
    const routes = [{ path: '/both/:id', page: 'mine', title: { fr: 'À moi', en: 'Mine' } }];
    const late = await upload(bank, token, buildOf('late', 'late()', { manifest: { routes } }));
    const first = { routes: [{ ...routes[0], path: '/both/one' }] };
    await ship(bank, token, buildOf('first', 'first()', { manifest: first }));
    const activate = { version: late, share: 100 };
    const { status, body } = await deployCall(bank, token, 'POST', 'late/activate', activate);
    expect([status, body]).toMatchObject([409, { code: 'RELEASE_MISFIT' }]);
    await ship(bank, token, buildOf('first', 'first() elsewhere'));
    expect((await deployCall(bank, token, 'POST', 'late/activate', activate)).status).toBe(200);
  });

  it('precede publishing', async () => {
    const build = buildOf('newcomer', 'refused()', {
      manifest: { slots: [{ slot: 'nowhere', component: 'x', order: 1 }] },
    });
    const { name, version } = build.manifest;
    const answer = await deployCall(bank, token, 'POST', `${name}/${version}`, requestOf(build));
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'RELEASE_REFUSED' }]);
  });
});
