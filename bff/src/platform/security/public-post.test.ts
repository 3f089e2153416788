import { createServer, type AddressInfo, type Server } from 'node:net';
import { PublicPost } from './public-post';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** Posts to a server that answers with these bytes, and leaves the connection open. */
async function postTo(answer: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(answer));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new PublicPost(own, 500).post(`${own}/hook`, {}, 'an event');
}

it.each([
  ['a status', 'HTTP/1.1 204 No Content\r\n\r\n', 204],
  ['a body that never ends', 'HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\nabc', 200],
  ['hints before it', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n', 410],
])('takes the status of an answer with %s', async (_what, answer, status) => {
  expect(await postTo(answer)).toBe(status);
});

it.each([
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
  ['nothing but hints', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['what is not HTTP', 'hello\r\n\r\n'],
  ['nothing', ''],
])('fails in time where the server answers with %s', async (_what, answer) => {
  await expect(postTo(answer)).rejects.toThrow();
});
