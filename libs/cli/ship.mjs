#!/usr/bin/env node
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { deployServer, LostAnswer } from './deploy-server.mjs';
import { IS_PACKAGE, ROOT } from './paths.mjs';
import { supervise } from './processes.mjs';
import { CliError, stepper } from './progress.mjs';
import { buildRelease, checkTexts, isShell } from './release-build.mjs';
import { lookAtRelease } from './release-look.mjs';

/**
 * `npm run ship -- <remote or shell>`: build, check, upload, activate. The handbook is remotes/README.md. In a repository of its
 * own a remote is the whole folder, and its name stands in its remote.json: `npm run ship`.
 *
 * @typedef {{ check: string, passed: boolean, sentence: string }} Check
 * @typedef {import('./deploy-server.mjs').DeployServer} DeployServer
 */

const USAGE = `npm run ship --${IS_PACKAGE ? '' : ' <remote or shell>'} [what]
  (nothing)                     build, check, upload, and show to everybody
  --canary <percent>            the same, shown to a share of the visitors
  --dry-run                     build and check, and change nothing
  --preview                     build, check and upload, show it to nobody, and print where an
                                administrator looks at it
  --write-link <file>           with --preview: also writes this address to a file, for continuous integration
  --promote                     show the canary to everybody
  --rollback --reason "<why>"   take back the canary, or else the live release
  --list                        its releases
  --gallery                     a link to every component and story of the customer site, for eight hours
  --server <address>            another server than SHIP_SERVER or http://localhost:3000
${IS_PACKAGE ? '' : '  --from <folder>               where its folder is, if not in remotes or hosts\n'}
Screens behind a sign-in are opened as SHIP_ACCOUNT and SHIP_ADMIN_ACCOUNT (<name>:<password>), with the secrets of their
authenticator applications in SHIP_TOTP and SHIP_ADMIN_TOTP, or else as the demonstration's people.
`;

/** Of these one is asked for; a canary may also be tried by a dry run. */
const WAYS = /** @type {const} */ ([
  'list',
  'gallery',
  'promote',
  'rollback',
  'preview',
  'canary',
  'dry-run',
]);

const options = /** @type {const} */ ({
  canary: { type: 'string' },
  promote: { type: 'boolean' },
  rollback: { type: 'boolean' },
  reason: { type: 'string' },
  list: { type: 'boolean' },
  gallery: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  preview: { type: 'boolean' },
  'write-link': { type: 'string' },
  server: { type: 'string' },
  from: { type: 'string' },
});

/** @returns {Promise<number>} */
async function ship() {
  const { remote, source, wanted } = readArguments();
  const server = deployServer(wanted.server);
  if (wanted.list) printReleases(await server.call('GET', remote));
  else if (wanted.gallery) printGallery(await server.call('POST', `${remote}/gallery`, {}));
  else if (wanted.promote) printReleases(await promote(server, remote));
  else if (wanted.rollback) printReleases(await rollBack(server, remote, wanted.reason ?? ''));
  else await shipBuild(server, source, remote, { ...wanted, share: shareOf(wanted.canary) });
  return 0;
}

/**
 * Takes back the release that is shown now and, however the call ends, no other one: without its answer the list shows whether it
 * was taken back, so that nobody asks again and takes back the next.
 * @param {DeployServer} server
 * @param {string} remote
 * @param {string} reason
 */
async function rollBack(server, remote, reason) {
  const shown = shownIn(await server.call('GET', remote));
  try {
    return await server.call('POST', `${remote}/rollback`, { reason, ...(shown && { shown }) });
  } catch (error) {
    if (!(error instanceof LostAnswer) || !shown) throw error;
    const list = await server.call('GET', remote);
    if (shownIn(list)?.version === shown.version) throw error;
    return list;
  }
}

/**
 * Promotes the trial that is there now, and no other one that takes its place meanwhile.
 * @param {DeployServer} server
 * @param {string} remote
 */
async function promote(server, remote) {
  const shown = shownIn(await server.call('GET', remote));
  const version = shown?.status === 'canary' ? shown.version : undefined;
  return server.call('POST', `${remote}/promote`, { version });
}

/** The canary, or else the live release. @param {{ releases: any[] }} list */
function shownIn({ releases }) {
  const found = ['canary', 'live'].map((status) => releases.find((each) => each.status === status));
  const { version, status } = found.find(Boolean) ?? {};
  return version && { version, status };
}

function readArguments() {
  const { values, positionals } = parseOrExplain();
  refuseContradictions(values);
  const found = IS_PACKAGE ? ownRemote(positionals) : namedFolder(values.from, positionals);
  if (values.rollback && (values.reason ?? '').trim().length < 3)
    throw new CliError('A rollback needs a reason: --rollback --reason "the button does nothing".');
  return { ...found, wanted: values };
}

/** @param {ReturnType<typeof parseOrExplain>['values']} values */
function refuseContradictions(values) {
  const chosen = WAYS.filter((way) => values[way] !== undefined);
  if (chosen.length > 1 && chosen.join() !== 'canary,dry-run')
    throw new CliError(`--${chosen.join(' and --')} do not go together.\n\n${USAGE}`);
  for (const [option, way] of /** @type {const} */ ([
    ['write-link', 'preview'],
    ['reason', 'rollback'],
  ]))
    if (values[option] !== undefined && !values[way])
      throw new CliError(`--${option} is for --${way} only.\n\n${USAGE}`);
}

/** The remote that is a repository by itself. @param {string[]} positionals */
function ownRemote(positionals) {
  const file = path.join(ROOT, 'remote.json');
  if (!fs.existsSync(file)) throw new CliError(`There is no remote.json in this folder.\n\n${USAGE}`);
  const { name } = JSON.parse(fs.readFileSync(file, 'utf8'));
  if (positionals.some((other) => other !== name))
    throw new CliError(`The remote of this folder is ${name}.\n\n${USAGE}`);
  return { remote: name, source: ROOT };
}

/** @param {string | undefined} from @param {string[]} positionals */
function namedFolder(from, [name = '', ...more]) {
  const known = (from === undefined ? ['remotes', 'hosts'] : [from])
    .flatMap((parent) =>
      fs.readdirSync(path.join(ROOT, parent)).map((child) => path.join(ROOT, parent, child)),
    )
    .filter((folder) => fs.existsSync(path.join(folder, 'remote.json')) || isShell(folder));
  const source = known.find((folder) => path.basename(folder) === name);
  if (more.length > 0 || !source)
    throw new CliError(
      `${name ? `There is no remote or shell called ${name}` : 'Name a remote or a shell'} (${known.map((folder) => path.basename(folder)).join(', ')}).\n\n${USAGE}`,
    );
  return { remote: name, source };
}

function parseOrExplain() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new CliError(`${/** @type {Error} */ (error).message}\n\n${USAGE}`);
  }
}

/** @param {string | undefined} percent */
function shareOf(percent) {
  const share = percent === undefined ? 100 : Number(percent);
  if (Number.isInteger(share) && share >= 1 && share <= 100) return share;
  throw new CliError('--canary takes a whole percentage from 1 to 100.');
}

/**
 * @param {DeployServer} server
 * @param {string} source the folder of the remote or shell
 * @param {string} remote its name
 * @param {{ share: number, 'dry-run'?: boolean, preview?: boolean, 'write-link'?: string }} wanted
 */
async function shipBuild(
  server,
  source,
  remote,
  { share, 'dry-run': isDryRun, preview: isPreview, ...wanted },
) {
  const step = stepper(isDryRun ? 2 : isPreview ? 4 : 5);
  const build = await step('Build', () => buildRelease(source));
  const { manifest, files, pathOf, maps } = build;
  const at = `${remote}/${manifest.version}`;
  const request = { manifest, files, first_load_bytes: build.firstLoadBytes };
  await step('Checks', async () => {
    const { checks, notes = [] } = await server.call('POST', `${at}/checks`, request);
    for (const note of notes) console.log(`      note    ${note}`);
    requirePassed([checkTexts(source), ...checks]);
  });
  if (isDryRun) return console.log(`\n${remote} ${manifest.version} may be shipped. Nothing was changed.`);
  await step('Upload', async () => {
    for (const name of files) {
      const content = fs.readFileSync(pathOf(name)).toString('base64');
      await server.call('PUT', `${at}/files`, { name, content });
    }
    for (const { script, file } of maps) {
      const content = gzipSync(fs.readFileSync(file)).toString('base64');
      await server.call('PUT', `${at}/maps`, { name: script, content });
    }
    await server.call('POST', at, request);
  });
  const link = await step('Browser', async () => {
    const { link: shownAt, ...proof } = await server.call('POST', `${at}/preview`, {});
    requirePassed([await lookAtRelease(server.address, proof, manifest)]);
    return shownAt;
  });
  if (isPreview) {
    if (wanted['write-link']) fs.writeFileSync(wanted['write-link'], `${link}\n`);
    return console.log(
      `\n${remote} ${manifest.version} is uploaded and shown to nobody. An administrator who may manage releases\n` +
        `starts its preview, for eight hours in one browser, at ${link}`,
    );
  }
  const shown = await step('Activate', () =>
    server.call('POST', `${remote}/activate`, { version: manifest.version, share }),
  );
  printReleases(shown);
}

/** @param {Check[]} checks */
function requirePassed(checks) {
  for (const { check, passed, sentence } of checks)
    console.log(`      ${passed ? 'ok    ' : 'failed'}  ${check}: ${sentence}`);
  if (checks.some(({ passed }) => !passed)) throw new CliError('\nNothing was activated.');
}

/** @param {{ link: string, until: string }} gallery */
function printGallery({ link, until }) {
  console.log(
    `Every component and the stories of all remotes, as this bank shows them, until ${until.slice(0, 16)} (UTC):\n${link}`,
  );
}

/** @param {{ releases: any[] }} list */
function printReleases({ releases }) {
  for (const {
    version,
    status,
    share,
    published_by: by,
    created_at: at,
    reason,
    failure_rate: rate,
  } of releases) {
    const shown = status === 'canary' ? `canary ${share} %` : status.replace('_', ' ');
    const failures = rate === null ? '' : `  ${(rate * 100).toFixed(1)} % failures`;
    console.log(
      `${version}  ${shown.padEnd(12)}  ${at.slice(0, 16)}  ${by}${failures}${reason ? `  (${reason})` : ''}`,
    );
  }
}

void supervise(ship);
