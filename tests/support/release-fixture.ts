import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Release, ReleaseChecks } from '@bank/contracts/releases';
import type { PublishedRemote, Registry } from '@bank/contracts/remotes';
import { registryText, signedText } from '../../libs/contracts/signed-text';
import { type Bank, startBank } from './bank';
import { connectTo, newCustomer, promote } from './customers';
import { call } from './http';
import type { Environment } from './server';

/** A shipped build of a remote or a shell: its manifest and its files. */
export interface Build {
  manifest: Record<string, unknown> & { name: string; version: string };
  files: Record<string, string>;
}

/** A small valid remote, whose version depends on its entry. */
export function buildOf(
  name: string,
  entry: string,
  more: { manifest?: Record<string, unknown>; files?: Record<string, string> } = {},
): Build {
  const hash = createHash('sha256')
    .update(entry + JSON.stringify(more))
    .digest('hex')
    .slice(0, 10);
  const version = `1.0.0-${hash}`;
  return {
    manifest: {
      name,
      version,
      container: `bank_${name.replaceAll('-', '_')}_${hash}`,
      hosts: ['shell'],
      audience: 'public',
      nav: [],
      slots: [],
      shared: {},
      routes: [{ path: `/${name}`, page: name, title: { fr: name, en: name } }],
      entry: 'entry.js',
      preload: { scripts: [], styles: [] },
      ...more.manifest,
    },
    files: { 'entry.js': entry, ...more.files },
  };
}

/** A small valid shell of the customer site; without a surface it fits every remote. */
export function shellOf(script: string, manifest: Record<string, unknown> = {}): Build {
  const hash = createHash('sha256')
    .update(script + JSON.stringify(manifest))
    .digest('hex')
    .slice(0, 10);
  const main = `main.${hash.slice(0, 8)}.js`;
  return {
    manifest: {
      name: 'shell',
      version: `0.1.0-${hash}`,
      scripts: [main],
      styles: [],
      fonts: [],
      icon: 'favicon.svg',
      shared: {},
      slots: ['assistant', 'floating', 'ui.stories'],
      ...manifest,
    },
    files: { [main]: script, 'favicon.svg': '<svg/>', 'worker.js': `worker(${JSON.stringify(script)})` },
  };
}

/** Whether a key of a shell (raw, base64url) signed a remote. */
export const isSigned = (remote: PublishedRemote, key = ''): boolean =>
  isWord(signedText(remote), remote.signature, key);

/** Whether it signed the versions of a registry. */
export const isRegistrySigned = (registry: Registry, key = ''): boolean =>
  isWord(registryText(registry), registry.signature, key);

function isWord(text: string, signature: string, key: string): boolean {
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'));
}

/** A bank without remotes of the installation, the token for all that are shipped to it, and staff with the role `releases`. */
export async function releaseBank(env: Environment = {}) {
  const remotesDir = await mkdtemp(path.join(os.tmpdir(), 'bank-remotes-'));
  const bank = await startBank({ remotesDir, env: { TRUST_PROXY: 'true', ...env } });
  const database = connectTo(bank.migrationUrl);
  const admin = await newCustomer(bank.shellUrl);
  await promote(database, admin, ['releases']);
  const stop = async () => {
    await database.end();
    await bank.stop();
    await rm(remotesDir, { recursive: true, force: true });
  };
  return { bank, remotesDir, database, admin, token: await operatorToken(bank), stop };
}

/** The token stored with a bank's keys, for all of its remotes. */
export const operatorToken = async ({ dataDir }: Bank): Promise<string> =>
  (await readFile(path.join(dataDir, 'deploy-token'), 'utf8')).trim();

export const deployCall = <Body>(
  bank: Bank,
  token: string,
  method: string,
  address: string,
  body?: unknown,
) => call<Body>(method, `${bank.shellUrl}/api/deploy/${address}`, { token, body });

/** The calls to check and publish a build. */
export const requestOf = ({ manifest, files }: Build) => ({
  manifest,
  files: Object.keys(files),
  first_load_bytes: gzipSync(files['entry.js'] ?? '').length,
});

/** Uploads and publishes a build without showing it. */
export async function upload(bank: Bank, token: string, build: Build): Promise<string> {
  const { name, version } = build.manifest;
  for (const [file, content] of Object.entries(build.files)) {
    const sent = { name: file, content: Buffer.from(content).toString('base64') };
    const { status } = await deployCall(bank, token, 'PUT', `${name}/${version}/files`, sent);
    if (status !== 204) throw new Error(`${file} was answered ${status}`);
  }
  const answer = await deployCall<{ releases: Release[] }>(
    bank,
    token,
    'POST',
    `${name}/${version}`,
    requestOf(build),
  );
  if (answer.status !== 201) {
    const found = await deployCall<ReleaseChecks>(
      bank,
      token,
      'POST',
      `${name}/${version}/checks`,
      requestOf(build),
    );
    throw new Error(JSON.stringify(found.body));
  }
  return version;
}

/** Ships a build to all visitors, or to a share of them in percent. */
export async function ship(bank: Bank, token: string, build: Build, share = 100): Promise<string> {
  const version = await upload(bank, token, build);
  const { status, body } = await deployCall(bank, token, 'POST', `${build.manifest.name}/activate`, {
    version,
    share,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return version;
}
