import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RailMessage, readMessage, writeMessage } from '@bank/contracts/rails/messages';
import { contentDigest, type RailKey, signRequest, signResponse } from '@bank/contracts/rails/signature';
import { verifyRequest, verifyResponse } from '@bank/contracts/rails/signature';
import mysql from 'mysql2/promise';
import type { WorldConfig } from '../../hosts/world/src/config';
import { startWorld, type WorldOptions } from '../../hosts/world/src/world';
import { createEmptyDatabase } from './database';

export const railKey: RailKey = { id: 'bank-pcs', secret: 'r'.repeat(32) };
export const cardKey: RailKey = { id: 'bank-pcs', secret: 'c'.repeat(32) };
export const textKey: RailKey = { id: 'bank-pcs', secret: 's'.repeat(32) };

/** What a test's bank answers to a message; without an answer, 202. `false` closes the connection. */
export type BankBehaviour = (message: RailMessage) => RailMessage | { status: number } | undefined | false;

interface Arrived {
  message: RailMessage | undefined;
  /** Whether its signature was the rail's. */
  genuine: boolean;
  path: string;
  body: string;
}

/** The bank's end of the rail: takes signed messages, and remembers them in their order. */
async function startReceiver() {
  const arrived: Arrived[] = [];
  const receiver = { behave: (() => undefined) as BankBehaviour };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const body = Buffer.concat(chunks);
        const url = `http://${request.headers.host}${request.url}`;
        const signed = { method: 'POST', url, headers: request.headers as Record<string, string> };
        const verified = await verifyRequest([railKey], signed, {
          digest: contentDigest(body),
          at: new Date(),
        }).catch(() => undefined);
        const message = readable(body);
        arrived.push({
          message,
          genuine: verified !== undefined,
          path: request.url ?? '',
          body: body.toString(),
        });
        const isStatement = body.includes(':camt.053.');
        const answer =
          verified && isStatement
            ? undefined
            : verified && message
              ? receiver.behave(message)
              : { status: verified ? 400 : 401 };
        if (answer === false) return request.socket.destroy();
        const status = answer && 'status' in answer ? answer.status : answer ? 200 : 202;
        const text = answer && 'type' in answer ? writeMessage(answer) : '';
        const digest = contentDigest(text);
        const nonce = verified?.nonce ?? 'none';
        const headers = await signResponse(railKey, { status, digest }, { nonce });
        response.writeHead(status, { ...headers, 'content-digest': digest }).end(text);
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { receiver, arrived, url: `http://127.0.0.1:${port}`, stop: () => closed(server) };
}

function readable(body: Buffer): RailMessage | undefined {
  try {
    return readMessage(body);
  } catch {
    return undefined;
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

export type TestWorld = Awaited<ReturnType<typeof startTestWorld>>;

/** A world in this process, on a database of its own, beside a bank that only receives. */
export async function startTestWorld(options: WorldOptions = {}) {
  const own = await createEmptyDatabase();
  const bank = await startReceiver();
  const config: WorldConfig = {
    port: 0,
    host: '127.0.0.1',
    databaseUrl: own.migrationUrl,
    bankUrl: bank.url,
    railKey,
    cardKey,
    textKey,
    logLevel: 'silent',
  };
  let world = await startWorld(config, options);
  const database = await mysql.createConnection({ uri: own.migrationUrl, timezone: 'Z' });
  const url = () => `http://127.0.0.1:${world.port}`;

  /** Sends a body as the bank does, and verifies the signature of the answer. */
  async function post(
    path: string,
    body: string,
    { key = railKey, at = new Date(), nonce = '', waitMs = 5_000 } = {},
  ) {
    const address = url() + path;
    const digest = contentDigest(body);
    const once = nonce || crypto.randomUUID();
    const headers = await signRequest(key, { method: 'POST', url: address, digest }, { at, nonce: once });
    const response = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'content-digest': digest, 'content-type': 'application/xml' },
      body,
      signal: AbortSignal.timeout(waitMs),
    });
    const text = await response.text();
    if (response.status !== 401) {
      const signed = { status: response.status, headers: Object.fromEntries(response.headers) };
      await verifyResponse([key], signed, { digest: contentDigest(text), at: new Date(), nonce: once });
    }
    const message = text.startsWith('<') ? readMessage(Buffer.from(text)) : undefined;
    return { status: response.status, text, message };
  }

  return {
    url,
    post,
    database,
    bank: bank.receiver,
    arrived: bank.arrived,
    send: (message: RailMessage, options: { waitMs?: number } = {}) =>
      post('/sepa/messages', writeMessage(message), options),
    /** The balance of an account in minor units. */
    async balance(iban: string): Promise<number> {
      const [rows] = await database.query<mysql.RowDataPacket[]>(
        `SELECT a.opening + COALESCE(SUM(e.amount), 0) AS balance FROM accounts a
         LEFT JOIN entries e ON e.account_id = a.id WHERE a.iban = ? GROUP BY a.id`,
        [iban],
      );
      return Number(rows[0]?.balance);
    },
    async restart() {
      await world.stop();
      world = await startWorld(config, options);
    },
    async stop() {
      await world.stop();
      await bank.stop();
      await database.end();
      await own.drop();
    },
  };
}
