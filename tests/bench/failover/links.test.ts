import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { network } from './links.mjs';

const listening = async (accept: (socket: net.Socket) => void) => {
  const server = net
    .createServer((socket) => accept(socket.on('error', () => undefined)))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as net.AddressInfo).port };
};
const freePort = async () => {
  const { server, port } = await listening(() => undefined);
  server.close();
  return port;
};

let links: ReturnType<typeof network>;
let server: net.Server;
const linkTo = async (accept: (socket: net.Socket) => void) => {
  const end = await listening(accept);
  server = end.server;
  links = network(await freePort());
  return net.connect(links.link('here', 'there', end.port), '127.0.0.1');
};
afterEach(() => {
  links.close();
  server.close();
});

it('hands on the last answer of a slow connection whose other end closes it', async () => {
  const client = await linkTo((socket) => socket.once('data', () => socket.end('answer')));
  links.slow(() => true, 50);
  client.write('question');
  expect(await text(client)).toBe('answer');
});

it('keeps the order of what is on its way when a slow network is healed', async () => {
  const client = await linkTo((socket) => socket.pipe(socket));
  const parts = Array.from({ length: 100 }, (_, at) => `${at},`);
  links.slow(() => true, 50);
  let came = '';
  const all = new Promise<void>((resolve) =>
    client.on('data', (data) => {
      came += String(data);
      if (came.length >= parts.join('').length) resolve();
    }),
  );
  for (const [at, part] of parts.entries()) {
    if (at === 50) links.heal();
    client.write(part);
    await new Promise(setImmediate);
  }
  await all;
  expect(came).toBe(parts.join(''));
  client.destroy();
});
