import { once } from 'node:events';
import net from 'node:net';

export type DatabaseGate = Awaited<ReturnType<typeof databaseGate>>;

/** A proxy between the server and its database, which can be cut or made silent. */
export async function databaseGate(target: string) {
  const { hostname, port, searchParams } = new URL(target);
  const socketPath = searchParams.get('socketPath');
  const open = new Set<net.Socket>();
  let silent = false;
  const gate = net.createServer((near) => {
    const far = socketPath ? net.connect(socketPath) : net.connect(Number(port || 3306), hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    near.on('data', (chunk) => silent || far.write(chunk)).on('end', () => far.end());
    far.on('data', (chunk) => silent || near.write(chunk)).on('end', () => near.end());
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const own = (gate.address() as net.AddressInfo).port;
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(own);
  url.searchParams.delete('socketPath');
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    url: url.toString(),
    async goAway() {
      gate.close();
      cut();
    },
    async comeBack() {
      gate.listen(own, '127.0.0.1');
      await once(gate, 'listening');
    },
    hush: () => (silent = true),
    /** Swallowed data is lost, which makes the connections of that time unusable. */
    speak() {
      silent = false;
      cut();
    },
    end() {
      gate.close();
      cut();
    },
  };
}
