import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { deployServer } from './deploy-server.mjs';
import { ROOT } from './paths.mjs';
import { supervise } from './processes.mjs';
import { CliError, stepper } from './progress.mjs';
import { buildRelease, checkTexts } from './release-build.mjs';
import { lookAtRelease } from './release-look.mjs';

/**
 * `npm run ship -- <remote>`: build, check, upload, activate. The handbook is remotes/README.md.
 *
 * @typedef {{ check: string, passed: boolean, sentence: string }} Check
 * @typedef {import('./deploy-server.mjs').DeployServer} DeployServer
 */

const USAGE = `npm run ship -- <remote> [what]
  (nothing)                     build, check, upload, and show to everybody
  --canary <percent>            the same, shown to a share of the visitors
  --dry-run                     build and check, and change nothing
  --preview                     build, check and upload, show it to nobody, and print where an
                                administrator looks at it
  --promote                     show the canary to everybody
  --rollback --reason "<why>"   take back the canary, or else the live release
  --list                        the releases of the remote
  --server <address>            another server than SHIP_SERVER or http://localhost:3000
  --from <folder>               where the remote's folder is, if not in remotes`;

const options = /** @type {const} */ ({
  canary: { type: 'string' },
  promote: { type: 'boolean' },
  rollback: { type: 'boolean' },
  reason: { type: 'string' },
  list: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  preview: { type: 'boolean' },
  server: { type: 'string' },
  from: { type: 'string', default: 'remotes' },
});

/** @returns {Promise<number>} */
async function ship() {
  const { remote, wanted } = readArguments();
  const server = deployServer(wanted.server);
  if (wanted.list) printReleases(await server.call('GET', remote));
  else if (wanted.promote) printReleases(await server.call('POST', `${remote}/promote`, {}));
  else if (wanted.rollback)
    printReleases(await server.call('POST', `${remote}/rollback`, { reason: wanted.reason }));
  else await shipBuild(server, wanted.from, remote, { ...wanted, share: shareOf(wanted.canary) });
  return 0;
}

function readArguments() {
  const { values, positionals } = parseOrExplain();
  const [remote = '', ...more] = positionals;
  const known = fs
    .readdirSync(path.join(ROOT, values.from))
    .filter((name) => fs.existsSync(path.join(ROOT, values.from, name, 'remote.json')));
  if (more.length > 0 || !known.includes(remote))
    throw new CliError(
      `${remote ? `There is no remote called ${remote}` : 'Name a remote'} (${known.join(', ')}).\n\n${USAGE}`,
    );
  if (values.rollback && (values.reason ?? '').trim().length < 3)
    throw new CliError('A rollback needs a reason: --rollback --reason "the button does nothing".');
  return { remote, wanted: values };
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
 * @param {string} from
 * @param {string} remote
 * @param {{ share: number, 'dry-run'?: boolean, preview?: boolean }} wanted
 */
async function shipBuild(server, from, remote, { share, 'dry-run': isDryRun, preview: isPreview }) {
  const source = path.join(ROOT, from, remote);
  const step = stepper(isDryRun ? 2 : isPreview ? 4 : 5);
  const build = await step('Build', () => buildRelease(source));
  const { manifest, files, folder } = build;
  const at = `${remote}/${manifest.version}`;
  const request = { manifest, files, first_load_bytes: build.firstLoadBytes };
  await step('Checks', async () => {
    const { checks } = await server.call('POST', `${at}/checks`, request);
    requirePassed([checkTexts(source), ...checks]);
  });
  if (isDryRun) return console.log(`\n${remote} ${manifest.version} may be shipped. Nothing was changed.`);
  await step('Upload', async () => {
    for (const name of files) {
      const content = fs.readFileSync(path.join(folder, name)).toString('base64');
      await server.call('PUT', `${at}/files`, { name, content });
    }
    await server.call('POST', at, request);
  });
  const link = await step('Browser', async () => {
    const { link: shownAt, ...proof } = await server.call('POST', `${at}/preview`, {});
    requirePassed([await lookAtRelease(server.address, proof, manifest)]);
    return shownAt;
  });
  if (isPreview) {
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
