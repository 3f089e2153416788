import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATA_DIR, IS_PACKAGE } from './paths.mjs';
import { CliError } from './progress.mjs';

/**
 * The server that a team ships to, and the team's token.
 * @typedef {object} DeployServer
 * @property {string} address
 * @property {(method: string, path: string, body?: unknown) => Promise<any>} call below `/api/deploy/`
 */

/** A call without an answer of the bank: it may have been carried out or not. */
export class LostAnswer extends CliError {}

/** A load balancer's answers when the server of the call went away, or took too long. */
const LOST = [502, 504];
/** The pauses before a file is sent again, ms: a server that stops is replaced within seconds, and a kept file never changes. */
const PAUSES_MS = [1_000, 3_000];

/** Too many calls: how often one is sent again, and the pause where the answer names none, s. */
const MOST_WAITS = 10;
const DEFAULT_WAIT_S = 10;
/** The longest pause that is waited for, s: the bank counts the calls of a minute. */
const LONGEST_WAIT_S = 120;

const DEFAULT_SERVER = 'http://localhost:3000';
/** Timeout of a request, ms. */
const PATIENCE_MS = 60_000;

/**
 * @param {string} [named] its address
 * @returns {DeployServer}
 */
export function deployServer(named) {
  const address = addressOf(named ?? process.env.SHIP_SERVER);
  const token = readToken(address);
  return { address, call: (method, below, body) => send(address, token, method, below, body) };
}

/** @param {string | undefined} given */
function addressOf(given) {
  if (!given && IS_PACKAGE)
    throw new CliError('Which bank? Set SHIP_SERVER to its address, such as https://bank.example.');
  const address = given || DEFAULT_SERVER;
  if (!/^https?:/.test(address) || !URL.canParse(address))
    throw new CliError(`${address} is no address of a bank, such as https://bank.example.`);
  if (new URL(address).protocol === 'http:' && !isThisMachine(address))
    throw new CliError(
      `${address} would get your deploy token unencrypted, for everyone on the way to read. Use https://; plain http:// is for a bank on this machine only.`,
    );
  return address.replace(/\/$/, '');
}

/** Whether an address is of the loopback interface, which no other machine can listen to. @param {string} address */
const isThisMachine = (address) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

/** The token of the environment, or the one that a bank run from this folder stored with its keys. */
function readToken(/** @type {string} */ address) {
  if (process.env.DEPLOY_TOKEN) return process.env.DEPLOY_TOKEN;
  const file = path.join(DATA_DIR, 'deploy-token');
  const isLocal = !IS_PACKAGE && isThisMachine(address);
  if (isLocal && fs.existsSync(file)) return fs.readFileSync(file, 'utf8').trim();
  throw new CliError(
    isLocal
      ? `No token: start the bank first (npm start), or set DEPLOY_TOKEN to your team's deploy token.`
      : `No token: set DEPLOY_TOKEN to your team's deploy token. An administrator makes one in the back-office, under Releases.`,
  );
}

/**
 * @param {string} address
 * @param {string} token
 * @param {string} method
 * @param {string} below
 * @param {unknown} body
 */
async function send(address, token, method, below, body) {
  for (const pause of method === 'PUT' ? PAUSES_MS : []) {
    try {
      return await ask(address, token, method, below, body);
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error;
    }
    await sleep(pause);
  }
  return ask(address, token, method, below, body);
}

/**
 * Waits where the bank takes no more calls for now: a shell has more files than it takes in a minute.
 * @param {string} address @param {string} token @param {string} method @param {string} below @param {unknown} body
 */
async function ask(address, token, method, below, body) {
  for (let waits = 0; ; waits += 1) {
    const { answer, text } = await askOnce(address, token, method, below, body);
    if (answer.status !== 429 || waits === MOST_WAITS) return valueOf(address, method, answer, text);
    const asked = Number(answer.headers.get('Retry-After'));
    const seconds = asked > 0 ? asked : DEFAULT_WAIT_S;
    if (seconds > LONGEST_WAIT_S)
      throw new CliError(
        `${address} refused (429): ${sentenceOf(429, text)}\n` +
          `It takes the next call in ${durationOf(seconds)}. Run the same command then: it goes on where it ended.`,
      );
    console.log(`      The bank takes the next call in ${seconds} s.`);
    await sleep(seconds * 1000);
  }
}

/** @param {number} seconds */
const durationOf = (seconds) => (seconds < 7_200 ? `${seconds} s` : `${Math.ceil(seconds / 3_600)} hours`);

/** @param {string} address @param {string} token @param {string} method @param {string} below @param {unknown} body */
async function askOnce(address, token, method, below, body) {
  const request = {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Accept-Language': 'en',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  };
  return fetch(`${address}/api/deploy/${below}`, request)
    .then(async (response) => ({ answer: response, text: await response.text() }))
    .catch(() => {
      throw new LostAnswer(`No answer from ${address}: is the bank running there?${unknown(method)}`);
    });
}

/** @param {string} address @param {string} method @param {Response} answer @param {string} text */
function valueOf(address, method, answer, text) {
  if (LOST.includes(answer.status))
    throw new LostAnswer(`The server behind ${address} went away (${answer.status}).${unknown(method)}`);
  if (answer.ok) return text ? JSON.parse(text) : undefined;
  const refusal = `${address} refused (${answer.status}): ${sentenceOf(answer.status, text)}`;
  throw answer.status === 503 ? new LostAnswer(refusal) : new CliError(refusal);
}

/** @param {string} method */
const unknown = (method) => (method === 'GET' ? '' : ' --list shows whether it was done.');

/**
 * @param {number} status
 * @param {string} text
 */
function sentenceOf(status, text) {
  try {
    const { code, error } = JSON.parse(text);
    if (code === 'UNAUTHENTICATED') return 'the deploy token is unknown or was revoked.';
    if (code === 'FORBIDDEN') return "the deploy token is not for this remote or shell: use your own team's.";
    return error;
  } catch {
    return 'this is not an answer of the bank. Is the address right?';
  }
}
