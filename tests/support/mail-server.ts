import { once } from 'node:events';
import net from 'node:net';

/**
 * A mail server that stores its mails; it first refuses `refuse` messages, each with a temporary failure, and accepts none
 * before the event given to `answerAfter`.
 */
export async function startMailServer() {
  const mails: string[] = [];
  let refusals = 0;
  let offered = 0;
  let answering: Promise<unknown> = Promise.resolve();
  const server = net.createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`);
    let waiting = '';
    let isData = false;
    socket.setEncoding('utf8').on('error', () => socket.destroy());
    say('220 test');
    socket.on('data', (chunk: string) => {
      waiting += chunk;
      for (;;) {
        const end = waiting.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = waiting.slice(0, end);
        waiting = waiting.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          offered += 1;
          if (refusals > 0) say('451 later');
          else {
            mails.push(text);
            void answering.then(() => say('250 taken'));
          }
          refusals = Math.max(0, refusals - 1);
        } else if (text.startsWith('DATA')) {
          isData = true;
          say('354 go on');
        } else if (text.startsWith('QUIT')) {
          say('221 bye');
          socket.end();
        } else say(text.startsWith('STARTTLS') ? '502 not here' : '250 fine');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    offered: () => offered,
    answerAfter: (event: Promise<unknown>) => (answering = event),
    refuse: (count: number) => (refusals = count),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
