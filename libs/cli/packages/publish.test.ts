import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { publish } from './publish.mjs';

/** A registry that has version 0.1.0 of one package, as its folder is packed at the start. */
async function startRegistry(folder: string) {
  execFileSync('npm', ['pack', '--silent'], { cwd: folder });
  const archive = readFileSync(path.join(folder, 'bank-ui-0.1.0.tgz'));
  rmSync(path.join(folder, 'bank-ui-0.1.0.tgz'));
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return response.end(archive);
    const dist = { tarball: `http://${request.headers.host}/ui.tgz` };
    const versions = { '0.1.0': { name: '@bank/ui', version: '0.1.0', dist } };
    return response.end(JSON.stringify({ name: '@bank/ui', 'dist-tags': { latest: '0.1.0' }, versions }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

it('a version that the registry has is refused with another content, and left alone with the same', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bank-publish-'));
  const made = { name: '@bank/ui', version: '0.1.0', folder };
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: made.name, version: made.version }),
  );
  writeFileSync(path.join(folder, 'card.js'), 'export const card = 1;\n');
  const { server, address } = await startRegistry(folder);
  try {
    expect(await publish(made, address)).toBe('is there already');
    writeFileSync(path.join(folder, 'card.js'), 'export const card = 2;\n');
    await expect(publish(made, address)).rejects.toThrow('another @bank/ui@0.1.0 (card.js)');
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
}, 60_000);
