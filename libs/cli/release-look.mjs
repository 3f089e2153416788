import { findBrowser } from './browser.mjs';
import { CliError } from './progress.mjs';
import { accountsOf, signIn } from './release-sign-in.mjs';

/**
 * Opens each screen of a release inside the live shells, before any visitor gets it.
 *
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ path: string, hosts: string[], audience: string }} Route
 * @typedef {{ proof: string, cookie: string }} Proof the cookie by which this browser gets the release
 */

/** The text that the shells show in place of a screen that fails to load, see `remote.failed` in libs/client/locales. */
const STUBS = /Cette partie du site ne répond pas|This part of the site is not responding/;
/** How long a screen may take to appear, ms. */
const PATIENCE_MS = 20_000;

/**
 * @param {string} server
 * @param {Proof} proof
 * @param {any} manifest
 */
export async function lookAtRelease(server, proof, manifest) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const shells = await addressesOf(server);
    const routes = manifest.routes
      ? routesOf(manifest)
      : await screensIn(shells.origins[manifest.name], manifest.name);
    /** @type {string[]} */
    const problems = [];
    for (const { site, audience, paths } of visitsOf(routes)) {
      const context = await browser.newContext({ locale: 'fr-FR' });
      const page = await context.newPage();
      const origin = shells.origins[site];
      await enter(page, origin, proof, audience, shells.accounts);
      for (const path of paths) problems.push(...(await lookAt(page, origin + path, manifest.version)));
      await context.close();
    }
    const sentence = `Each of its screens (${routes.length}) opens inside the live shells, and axe finds nothing.`;
    return { check: 'browser', passed: problems.length === 0, sentence: problems.join('\n') || sentence };
  } finally {
    await browser.close();
  }
}

/** Every screen of a remote whose address has no parameter. @param {any} manifest @returns {Route[]} */
const routesOf = ({ routes, hosts, audience }) =>
  routes
    .map((/** @type {any} */ route) => ({ hosts, audience, ...route }))
    .filter((/** @type {Route} */ route) => !route.path.includes(':'));

/**
 * The screens of each site, by who sees them.
 * @param {Route[]} routes
 */
function visitsOf(routes) {
  /** @type {Map<string, { site: string, audience: string, paths: string[] }>} */
  const visits = new Map();
  for (const { path, hosts, audience } of routes) {
    for (const site of hosts) {
      const visit = visits.get(`${site} ${audience}`) ?? { site, audience, paths: [] };
      visit.paths.push(path);
      visits.set(`${site} ${audience}`, visit);
    }
  }
  return visits.values();
}

/**
 * For a shell: the first screen of each live remote on its site.
 * @param {string} origin
 * @param {string} site
 * @returns {Promise<Route[]>}
 */
async function screensIn(origin, site) {
  const { remotes } = (await configAt(origin)).registry;
  const shown = remotes.flatMap((/** @type {any} */ remote) =>
    routesOf(remote)
      .filter(({ hosts }) => hosts.includes(site))
      .slice(0, 1),
  );
  return shown.map((/** @type {Route} */ route) => ({ ...route, hosts: [site] }));
}

/** The configuration in a shell's document. @param {string} origin */
async function configAt(origin) {
  const html = await (await fetch(`${origin}/login`)).text();
  const config = JSON.parse(/id="bank-config">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');
  if (!config) throw new CliError(`${origin} is not a site of a bank.`);
  return config;
}

/**
 * The shells of a server, and the accounts to sign in with.
 * @param {string} server
 */
async function addressesOf(server) {
  const { origins, demo_accounts: shown } = await configAt(server);
  return { origins, accounts: accountsOf(shown) };
}

/**
 * Opens a shell with the release in it, signed in as the screens' audience.
 * @param {Page} page
 * @param {string} origin
 * @param {Proof} proof
 * @param {string} audience
 * @param {ReturnType<typeof accountsOf>} accounts
 */
async function enter(page, origin, proof, audience, accounts) {
  await page.context().addCookies([cookieOf(proof, origin)]);
  await page.goto(`${origin}/login`);
  if (audience !== 'public') await signIn(page, audience, accounts[audience]);
}

/** As the bank sets it: for this host only. @param {Proof} proof @param {string} origin */
const cookieOf = ({ cookie: name, proof: value }, origin) => {
  const secure = origin.startsWith('https:');
  return /** @type {const} */ ({ name, value, url: origin, httpOnly: true, sameSite: 'Lax', secure });
};

/**
 * @param {Page} page
 * @param {string} address
 * @param {string} version
 * @returns {Promise<string[]>} a sentence for each problem
 */
async function lookAt(page, address, version) {
  /** @type {string[]} */
  const thrown = [];
  const onError = (/** @type {Error} */ error) => thrown.push(`${address} throws: ${error.message}.`);
  page.on('pageerror', onError);
  try {
    await page.goto(address);
    const heading = page.getByRole('heading', { level: 1 }).first();
    const stub = page.getByText(STUBS).first();
    await heading.or(stub).first().waitFor({ timeout: PATIENCE_MS });
    if (await stub.isVisible()) return [`${address} does not load: look at the browser's console there.`];
    if (!(await isOf(page, version))) return [`${address} shows another version than ${version}.`];
    return [...thrown, ...(await axeFindings(page, address))];
  } catch (error) {
    return [`${address} shows no heading within ${PATIENCE_MS / 1000} s: ${String(error).split('\n')[0]}`];
  } finally {
    page.off('pageerror', onError);
  }
}

/**
 * Whether the page fetched a file of this version of a remote, or has this version of the shell.
 * @param {Page} page
 * @param {string} version
 */
const isOf = (page, version) =>
  page.evaluate(
    (wanted) =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes(`/${wanted}/`)) ||
      JSON.parse(document.getElementById('bank-config')?.textContent ?? '{}').host_version === wanted,
    version,
  );

/** @param {Page} page @param {string} address */
async function axeFindings(page, address) {
  const { AxeBuilder } = await import('@axe-core/playwright');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ help, nodes }) => `${address}: ${help} (${nodes[0]?.html}).`);
}
