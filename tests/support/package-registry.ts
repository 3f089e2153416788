import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { repository } from './repository';
import { until } from './until';

/** A private registry for the packages of `@bank` alone; others come from where npm takes them on this machine. */
export interface PackageRegistry {
  /** For npm: its settings of a person who may publish there. */
  env: { NPM_CONFIG_USERCONFIG: string };
  /** Puts something else in the place of the stored archives of a package, as who has broken into the registry can. */
  alter: (name: string) => Promise<void>;
  stop: () => Promise<void>;
}

const settings = (folder: string) => `storage: ${folder}/storage
auth:
  htpasswd:
    file: ${folder}/htpasswd
    max_users: -1
uplinks: {}
packages:
  '@bank/*':
    access: $all
    publish: $all
log: { type: stdout, format: json, level: error }
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function startPackageRegistry(): Promise<PackageRegistry> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bank-registry-'));
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  await writeFile(path.join(folder, 'config.yaml'), settings(folder));
  const npmrc = path.join(folder, 'npmrc');
  // npm publishes nothing without a token; the registry does not read it.
  await writeFile(npmrc, `@bank:registry=http://${address}/\n//${address}/:_authToken=none\n`);
  const program = path.join(repository, 'tests/registry/node_modules/verdaccio/bin/verdaccio');
  const child = spawn(
    process.execPath,
    [program, '--config', path.join(folder, 'config.yaml'), '--listen', address],
    { cwd: folder, stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  await until(() =>
    fetch(`http://${address}/-/ping`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    env: { NPM_CONFIG_USERCONFIG: npmrc },
    alter: async (name) => {
      const stored = path.join(folder, 'storage', name);
      const archives = (await readdir(stored)).filter((file) => file.endsWith('.tgz'));
      for (const file of archives) {
        const content = gunzipSync(await readFile(path.join(stored, file)));
        await writeFile(path.join(stored, file), gzipSync(content, { level: 1 }));
      }
    },
    stop: async () => {
      child.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
