import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import webpack from 'webpack';
import { host, remote, server } from './webpack-recipes.mjs';
import { explain } from './progress.mjs';
import { freePort, report, serve } from './serve-app.mjs';
import { listTargets } from './targets.mjs';

/**
 * The compilers of `npm run dev`, for the targets named as arguments: a dev server with hot reload for each host and
 * remote, a watch for the bff and the world. (`webpack serve` with several configurations serves only the last.)
 *
 * @typedef {import('./targets.mjs').Target} Target
 * @typedef {{ built: string } | { DEV_HOSTS: string, DEV_REMOTES: string }} Message to the parent process
 */

const FIRST_PORT = 4101;

/** @param {Message} message */
const sendToParent = (message) => process.send?.(message);

/** @param {Target} target @param {number} port */
function serveTarget({ name, recipe }, port) {
  const recipeOf = name.startsWith('hosts/') ? host : remote;
  return serve(name, recipeOf(pathToFileURL(recipe).href, { development: true, port }), port);
}

/**
 * Builds again at each change; resolves after the first build.
 * @param {string} name
 * @param {import('webpack').Configuration} configuration
 * @param {() => void} [onBuilt]
 */
function watchPlainly(name, configuration, onBuilt) {
  const compiler = webpack(configuration);
  return new Promise((resolve) => {
    compiler.watch({}, (error, stats) => {
      if (error || !stats) return console.error(explain(error));
      report(name, stats);
      if (stats.hasErrors()) return;
      onBuilt?.();
      resolve(undefined);
    });
  });
}

/** The programs on Node, restarted after each build. */
const programs = ['bff', 'hosts/world'];

/** @param {Target} target */
async function watchProgram({ name, recipe }) {
  const url = pathToFileURL(recipe).href;
  const { program } = await import(url);
  await watchPlainly(name, server(url, { ...program, development: true }), () =>
    sendToParent({ built: name }),
  );
}

/**
 * Partners' pages load the same files in development: the loader, and the frames of remotes.
 * @param {Target} target
 */
async function watchEmbedded({ name, recipe }) {
  const { default: recipes } = await import(pathToFileURL(recipe).href);
  const isFrame = (/** @type {import('webpack').Configuration} */ { name }) => name?.endsWith('-frame');
  const embedded = name.startsWith('libs/') ? [recipes] : [recipes].flat().filter(isFrame);
  await Promise.all(embedded.map((configuration) => watchPlainly(configuration.name, configuration)));
}

/**
 * @param {Target[]} targets
 * @param {string} parent
 * @param {Map<Target, string>} addresses
 */
function addressesBelow(targets, parent, addresses) {
  const apps = targets.filter(({ name }) => name.startsWith(parent) && !programs.includes(name));
  return JSON.stringify(Object.fromEntries(apps.map((app) => [path.basename(app.name), addresses.get(app)])));
}

const targets = listTargets().filter(({ name }) => process.argv.includes(name));
/** @type {Map<Target, string>} */
const addresses = new Map();
/** @type {Promise<unknown>[]} */
const firstBuilds = [];
let port = FIRST_PORT;
for (const target of targets) {
  // The dist of a development build is incomplete: the next `npm start` must build it again.
  fs.rmSync(target.stamp, { force: true });
  if (programs.includes(target.name)) {
    firstBuilds.push(watchProgram(target));
    continue;
  }
  firstBuilds.push(watchEmbedded(target));
  if (target.name.startsWith('libs/')) continue;
  port = await freePort(port);
  firstBuilds.push(serveTarget(target, port++).then((address) => addresses.set(target, address)));
}
await Promise.all(firstBuilds);
sendToParent({
  DEV_HOSTS: addressesBelow(targets, 'hosts/', addresses),
  DEV_REMOTES: addressesBelow(targets, 'remotes/', addresses),
});
