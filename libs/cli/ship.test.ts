import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { deployServer } from './deploy-server.mjs';

/** A bank whose answers to a rollback get lost: it goes away before or after it carried the call out. */
async function startBank(goesAway: 'before' | 'after' | 'behind its balancer') {
  const releases = [
    { version: '3', status: 'live' },
    { version: '2', status: 'retired' },
    { version: '1', status: 'retired' },
  ].map((each) => ({ ...each, share: 0, published_by: 'Essais', created_at: '2026-11-27T21:00:00Z' }));
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'GET')
        return response.end(
          JSON.stringify({
            releases: releases.map((each) => ({ ...each, reason: null, failure_rate: null })),
          }),
        );
      asked.push(JSON.parse(Buffer.concat(chunks).toString()));
      if (goesAway !== 'before') Object.assign(releases[0]!, { status: 'rolled_back' });
      if (goesAway !== 'before') Object.assign(releases[1]!, { status: 'live' });
      if (goesAway === 'behind its balancer') return response.writeHead(502).end('<html>Bad Gateway</html>');
      return request.socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, asked };
}

const rollBack = (bank: { server: Server }) => shipBy(bank, ['--rollback', '--reason', 'Un essai']);

const shipBy = ({ server }: { server: Server }, args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(__dirname, 'ship.mjs'), 'cards', ...args], {
    env: {
      ...process.env,
      SHIP_SERVER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      DEPLOY_TOKEN: 'bpd_test',
    },
  }).then(
    ({ stdout }) => ({ done: true, said: stdout }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ done: false, said: stdout + stderr }),
  );

it.each(['after', 'behind its balancer'] as const)(
  'a rollback whose answer is lost is found done, and names what it takes back: %s',
  async (goesAway) => {
    const bank = await startBank(goesAway);
    try {
      const { done, said } = await rollBack(bank);
      expect(said).toMatch(/^3 {2}rolled back[^]*^2 {2}live/m);
      expect(done).toBe(true);
      expect(bank.asked).toEqual([{ reason: 'Un essai', shown: { version: '3', status: 'live' } }]);
    } finally {
      bank.server.close();
    }
  },
);

it('a rollback that was not carried out fails, and is not sent twice', async () => {
  const bank = await startBank('before');
  try {
    const { done, said } = await rollBack(bank);
    expect(said).toContain('--list shows whether it was done.');
    expect(done).toBe(false);
    expect(bank.asked).toHaveLength(1);
  } finally {
    bank.server.close();
  }
});

it.each([
  [['--promote', '--dry-run'], '--promote and --dry-run do not go together.'],
  [['--rollback', '--reason', 'Un essai', '--dry-run'], '--rollback and --dry-run do not go together.'],
  [['--promote', '--canary', '20'], '--promote and --canary do not go together.'],
  [['--promote', '--rollback', '--reason', 'Un essai'], '--promote and --rollback do not go together.'],
  [['--write-link', 'link.txt'], '--write-link is for --preview only.'],
  [['--reason', 'Un essai'], '--reason is for --rollback only.'],
])('changes nothing by %j, which contradicts itself', async (args, refusal) => {
  const bank = await startBank('before');
  try {
    const { done, said } = await shipBy(bank, args);
    expect(said).toContain(refusal);
    expect(done).toBe(false);
    expect(bank.asked).toEqual([]);
  } finally {
    bank.server.close();
  }
});

it('a file is sent to the next server when its server went away, and a refused file is not sent again', async () => {
  const statuses = [502, 503, 204, 422];
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(statuses.shift() ?? 500).end('{"error":"Non."}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.DEPLOY_TOKEN = 'bpd_test';
  try {
    const { call } = deployServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await call('PUT', 'cards/1.0.0/files', {});
    await expect(call('PUT', 'cards/1.0.0/files', {})).rejects.toThrow('refused (422): Non.');
    expect(statuses).toEqual([]);
  } finally {
    delete process.env.DEPLOY_TOKEN;
    server.close();
  }
});

it.each(['bank.example', 'ftp://bank.example', 'https://'])('%s is no address to ship to', (address) => {
  expect(() => deployServer(address)).toThrow(`${address} is no address of a bank`);
});

it.each([
  'http://bank.example',
  'http://192.168.1.10:3000',
  'http://localhost.bank.example',
  'http://localhost@bank.example',
  'http://127.0.0.1.example',
])('no token goes to %s, where others on the way would read it', (address) => {
  process.env.DEPLOY_TOKEN = 'bpd_test';
  expect(() => deployServer(address)).toThrow(`${address} would get your deploy token unencrypted`);
  delete process.env.DEPLOY_TOKEN;
});

it.each([
  'https://bank.example',
  'http://localhost:3000',
  'http://LOCALHOST',
  'http://127.0.0.1:3000',
  'http://127.1.2.3',
  'http://[::1]:3000',
])('a token may go to %s', (address) => {
  process.env.DEPLOY_TOKEN = 'bpd_test';
  expect(deployServer(address).address).toBe(address);
  delete process.env.DEPLOY_TOKEN;
});

it('a call that may be sent only much later is refused instead of waited for', async () => {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request
      .resume()
      .on('end', () => response.writeHead(429, { 'Retry-After': '86400' }).end('{"error":"Too much."}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.DEPLOY_TOKEN = 'bpd_test';
  try {
    const { call } = deployServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await expect(call('PUT', 'cards/1.0.0/files', {})).rejects.toThrow(
      /refused \(429\): Too much\.\n.*takes the next call in 24 hours\./,
    );
    expect(calls).toBe(1);
  } finally {
    delete process.env.DEPLOY_TOKEN;
    server.close();
  }
});

it('a rate-limited call is sent again when the limit allows it', async () => {
  const answered = [429, 204, 429, 429, 200];
  const log = jest.spyOn(console, 'log').mockImplementation();
  const times: number[] = [];
  const server = createServer((request, response) => {
    times.push(performance.now());
    const status = answered.shift() ?? 500;
    request.resume().on('end', () => response.writeHead(status, { 'Retry-After': '1' }).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.DEPLOY_TOKEN = 'bpd_test';
  try {
    const { call } = deployServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await call('PUT', 'cards/1.0.0/files', {});
    await call('POST', 'cards/activate', {});
    expect(answered).toEqual([]);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990);
    expect(log).toHaveBeenCalledTimes(3);
  } finally {
    log.mockRestore();
    delete process.env.DEPLOY_TOKEN;
    server.close();
  }
});
