#!/usr/bin/env node
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './paths.mjs';
import { supervise } from './processes.mjs';
import { freePort, serve } from './serve-app.mjs';
import { remote } from './webpack-recipes.mjs';

/** `npm run dev` of a remote in a repository of its own: serves it with hot reload, for a deployed shell. */

const FIRST_PORT = 4103;

async function dev() {
  const port = await freePort(FIRST_PORT);
  const configuration = remote(pathToFileURL(path.join(ROOT, 'webpack.config.js')).href, {
    development: true,
    port,
  });
  const address = await serve(configuration.name, configuration, port);
  console.log(`
Open the bank with ?remote.${configuration.name}=${address} at the end of an address. An administrator who may
manage releases confirms it, then only this browser loads the remote from here, for an hour. Its routes and slots are those
of the version that the bank shows, or else of the newest upload: npm run ship -- --preview makes one that nobody is shown.`);
  return new Promise(() => {});
}

void supervise(dev);
