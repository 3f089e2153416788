import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { generateSync } from 'otplib';
import { CliError } from './progress.mjs';

/**
 * Signs the browser of a release's check in, by the bank's own page.
 *
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ username: string, password: string, secret?: string, needsCode?: boolean }} Account `secret`: of its authenticator
 *   application (TOTP, base 32); `needsCode`: the bank shows it nothing without a second factor
 * @typedef {{ account: string, secret: string }} Variables of the environment
 */

/** The variables with which each audience signs in. @type {Record<string, Variables>} */
const VARIABLES = {
  'signed-in': { account: 'SHIP_ACCOUNT', secret: 'SHIP_TOTP' },
  administrator: { account: 'SHIP_ADMIN_ACCOUNT', secret: 'SHIP_ADMIN_TOTP' },
};
/** How long each step may take, ms. */
const PATIENCE_MS = 20_000;
/** Of a code (RFC 6238), ms. */
const PERIOD_MS = 30_000;

/**
 * The accounts to sign in with: those of the environment, or of the bank's sign-in page.
 * @param {{ username: string, password: string, role: string }[]} shown the demonstration's accounts
 * @returns {Record<string, Account | undefined>} by audience
 */
export const accountsOf = (shown) => ({
  'signed-in': named('signed-in') ?? shown.find(({ role }) => role === 'user'),
  // The demonstration alone lets administrators in without a second factor.
  administrator: named('administrator', shown.length === 0) ?? shown.find(({ role }) => role === 'admin'),
});

/** @param {string} audience @param {boolean} [needsCode] @returns {Account | undefined} */
function named(audience, needsCode = false) {
  const variables = variablesOf(audience);
  const [, username, password] = /^([^:]+):(.+)$/s.exec(process.env[variables.account] ?? '') ?? [];
  if (!username || !password) return undefined;
  const secret = (process.env[variables.secret] ?? '').replaceAll(/\s/g, '').toUpperCase();
  return { username, password, needsCode, ...(secret && { secret }) };
}

/** @param {string} audience */
const variablesOf = (audience) => /** @type {Variables} */ (VARIABLES[audience]);

/**
 * Signs in on the sign-in page that is shown.
 * @param {Page} page
 * @param {string} audience
 * @param {Account | undefined} account
 * @throws CliError for an account that is missing or refused, or whose second factor is.
 */
export async function signIn(page, audience, account) {
  const variables = variablesOf(audience);
  if (!account) {
    throw new CliError(
      `Its screens are for people who signed in: set ${variables.account}=<name>:<password> of somebody for trying.`,
    );
  }
  await page.getByLabel(/^(Nom d’utilisateur ou e-mail|Username or email)$/).fill(account.username);
  await page.getByLabel(/^(Mot de passe|Password)$/).fill(account.password);
  await page.getByRole('button', { name: /^(Se connecter|Sign In)$/ }).click();
  const code = page.getByLabel(/^(Code à 6 chiffres|6-digit code)$/);
  const isAsked = await Promise.race([
    code.waitFor({ timeout: PATIENCE_MS }).then(() => true),
    left(page),
  ]).catch(() => refuse(page, account, `look at ${variables.account}`));
  if (isAsked) await enterCode(page, code, account, variables);
  else if (account.needsCode) {
    throw new CliError(
      `This bank shows an administrator nothing without a second factor, and ${account.username} has no authenticator application: ` +
        `set one up for that account, and ${variables.secret}=<its secret>.`,
    );
  }
}

/**
 * @param {Page} page
 * @param {import('playwright-core').Locator} field
 * @param {Account} account
 * @param {Variables} variables
 */
async function enterCode(page, field, account, variables) {
  if (!account.secret) {
    throw new CliError(
      `The bank asks ${account.username} for a code: set ${variables.secret}=<the secret of its authenticator application>.`,
    );
  }
  await field.fill(await nextCode(account.secret, variables.secret));
  await page.getByRole('button', { name: /^(Vérifier le code|Check the code)$/ }).click();
  const advice = `look at ${variables.secret}, and try again in a minute where another run has used the same code`;
  await left(page).catch(() => refuse(page, account, advice));
}

/** Resolves to false once the sign-in has ended. @param {Page} page */
const left = (page) =>
  page.waitForURL((url) => url.pathname !== '/login', { timeout: PATIENCE_MS }).then(() => false);

/** @param {Page} page @param {Account} account @param {string} advice @returns {Promise<never>} */
async function refuse(page, account, advice) {
  const alert = await page.getByRole('alert').allInnerTexts();
  const shown = alert.join(' ').replaceAll(/\s+/g, ' ').trim();
  throw new CliError(
    `${account.username} does not get past ${page.url()}${shown && ` ("${shown}")`}: ${advice}.`,
  );
}

/** The step of the newest code: the bank accepts each once. */
let lastStep = 0;

/** @param {string} secret @param {string} variable where it comes from */
async function nextCode(secret, variable) {
  await delay(Math.max(0, (lastStep + 1) * PERIOD_MS - Date.now()));
  const now = Date.now();
  lastStep = Math.floor(now / PERIOD_MS);
  try {
    return generateSync({ secret, epoch: Math.floor(now / 1000) });
  } catch {
    throw new CliError(`${variable} is no secret of an authenticator application (base 32).`);
  }
}
