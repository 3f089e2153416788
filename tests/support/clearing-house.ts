import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CreditTransfer } from '../../libs/contracts/rails/credit-transfers';
import { type RailMessage, readMessage, writeMessage } from '../../libs/contracts/rails/messages';
import {
  contentDigest,
  type RailKey,
  signRequest,
  signResponse,
  verifyRequest,
} from '../../libs/contracts/rails/signature';
import type { ReportedStatus, StatusReport } from '../../libs/contracts/rails/status-reports';

/**
 * What the clearing house does with a credit: its status, late or not, nothing (`silent`: taken but not answered), or refuses for
 * now (`busy`), or settles with an answer that is cut off (`garbled`), or takes no message that names it (`unread`).
 */
export type Behaviour =
  | ReportedStatus['status']
  | { refuse: string }
  | { settleAfterMs: number }
  | 'silent'
  | 'busy'
  | 'garbled'
  | 'unread'
  | 'lost';

export type ClearingHouse = Awaited<ReturnType<typeof startClearingHouse>>;

export const railKey: RailKey = { id: 'bank-pcs', secret: 'the key of the clearing house in the tests' };

/** A top-up of this amount, in euros, is declined. */
export const declinedAmount = 9_999.51;

/**
 * A clearing house, a card network and the telephones for one bank, which settles every credit unless a test decides otherwise for its account. It answers
 * questions from what it did, and forgets nothing.
 */
export async function startClearingHouse() {
  const received: RailMessage[] = [];
  const behaviours = new Map<string, Behaviour>();
  const known = new Map<string, ReportedStatus>();
  const payees = new Map<string, object>();
  const unrecalled = new Map<string, number>();
  const topUps: string[] = [];
  const telephones = telephoneNetwork();

  const decide = (transfer: CreditTransfer): Behaviour => behaviours.get(transfer.creditor.account) ?? 'ACSC';

  function settle(transfer: CreditTransfer): ReportedStatus | undefined {
    const { transactionId, endToEndId } = transfer;
    const behaviour = decide(transfer);
    if (behaviour === 'lost' || behaviour === 'busy' || behaviour === 'unread') return undefined;
    const earlier = known.get(transactionId);
    const status: ReportedStatus = earlier ?? {
      transactionId,
      endToEndId,
      ...statusOf(behaviour),
    };
    known.set(transactionId, status);
    return behaviour === 'silent' ? undefined : status;
  }

  const behaves = (message: RailMessage, behaviour: Behaviour) =>
    message.type === 'pacs.008.001.08' && message.transfers.map(decide).includes(behaviour);

  /** How long the answer to a message is kept back, ms. */
  function delayOf(message: RailMessage): number {
    if (message.type !== 'pacs.008.001.08') return 0;
    const delays = message.transfers
      .map(decide)
      .map((behaviour) =>
        typeof behaviour === 'object' && 'settleAfterMs' in behaviour ? behaviour.settleAfterMs : 0,
      );
    return Math.max(...delays);
  }

  function answer(message: RailMessage): StatusReport | undefined {
    const statuses = statusesOf(message);
    if (!statuses) return undefined;
    return {
      type: 'pacs.002.001.10',
      messageId: newId(),
      createdAt: new Date(),
      originalMessageId: message.messageId,
      originalType: message.type,
      statuses,
    };
  }

  function statusesOf(message: RailMessage): ReportedStatus[] | undefined {
    if (message.type === 'pacs.008.001.08') {
      const statuses = message.transfers.map(settle);
      return statuses.includes(undefined) ? undefined : (statuses as ReportedStatus[]);
    }
    if (message.type !== 'pacs.028.001.03') return undefined;
    return message.transactions.map(({ transactionId }) => {
      const unknown = { transactionId, status: 'RJCT' as const, reason: { code: 'NOOR' } };
      const status = known.get(transactionId) ?? unknown;
      known.set(transactionId, status);
      return status;
    });
  }

  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.writeHead(401).end());
  });

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const body = await bodyOf(request);
    const url = `${origin()}${request.url ?? ''}`;
    const signed = { method: 'POST', url, headers: request.headers as Record<string, string> };
    const { nonce } = await verifyRequest([railKey], signed, { digest: contentDigest(body), at: new Date() });
    if (request.url === '/cards/top-ups') return send(response, nonce, JSON.stringify(topUp(body)));
    if (request.url === '/telephones/messages') {
      const status = telephones.take(body);
      return status === 'lost' ? request.socket.destroy() : send(response, nonce, '{}', status);
    }
    if (request.url === '/sepa/verification') return send(response, nonce, JSON.stringify(verify(body)));
    const message = readMessage(body);
    received.push(message);
    if (behaves(message, 'busy')) return send(response, nonce, '', 429);
    const untaken = message.type === 'camt.056.001.08' ? unrecalled.get(message.transactionId) : undefined;
    if (untaken !== undefined || behaves(message, 'unread'))
      return send(response, nonce, '{"code":"MALFORMED_MESSAGE"}', untaken ?? 400);
    const report = answer(message);
    await sleep(delayOf(message));
    const isSilent = message.type === 'pacs.008.001.08' && !report;
    if (isSilent) return request.socket.destroy();
    const text = report ? writeMessage(report) : '';
    return send(response, nonce, behaves(message, 'garbled') ? text.slice(0, -40) : text);
  }

  function topUp(body: Buffer) {
    const { id, amount } = JSON.parse(body.toString()) as { id: string; amount: number };
    topUps.push(id);
    return amount === declinedAmount
      ? { id, result: 'declined', code: '51' }
      : { id, result: 'approved', code: '00' };
  }

  const verify = (body: Buffer) =>
    payees.get((JSON.parse(body.toString()) as { account: string }).account) ?? { result: 'match' };

  async function send(
    response: ServerResponse,
    nonce: string,
    body: string,
    status = body === '' ? 202 : 200,
  ) {
    const digest = contentDigest(body);
    const signature = await signResponse(railKey, { status, digest }, { nonce });
    response.writeHead(status, { ...signature, 'content-digest': digest }).end(body);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  // Connections that the bank keeps open do not keep a test's process from ending.
  server.on('connection', (socket) => socket.unref());
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    environment: {
      RAIL_URL: `${origin()}/sepa`,
      RAIL_KEY: railKey.secret,
      CARD_NETWORK_URL: `${origin()}/cards`,
      CARD_NETWORK_KEY: railKey.secret,
      SMS_URL: `${origin()}/telephones`,
      SMS_KEY: railKey.secret,
      MAIL_BOUNCE_KEY: railKey.secret,
    },
    telephones,
    /** The ids of the top-ups that were asked for. */
    topUps,
    received,
    /** What becomes of credits to an account, until it is changed. */
    behave: (account: string, behaviour: Behaviour) => void behaviours.set(account, behaviour),
    /** Refuses recalls of a payment as messages, with an HTTP status, or takes them again. */
    refuseRecalls: (transactionId: string, status: number | undefined) =>
      void (status === undefined ? unrecalled.delete(transactionId) : unrecalled.set(transactionId, status)),
    /** The answer to the verification of an account's holder. */
    verifyAs: (account: string, result: object) => void payees.set(account, result),
    /** Sends a message to the bank. */
    post: (shellUrl: string, message: RailMessage) => postToBank(shellUrl, writeMessage(message)),
    stop: () => new Promise<void>((resolve) => closeAll(server, resolve)),
  };
}

/** A text message as it was sent; `to` by E.164. */
export interface SentText {
  id: string;
  to: string;
  text: string;
}

/** Takes text messages, each once by its id; the next ones as a test decides. */
function telephoneNetwork() {
  const arrived = new Map<string, SentText>();
  const tries: string[] = [];
  const next: (number | 'lost')[] = [];
  return {
    /** What happens to the next messages: a status without delivery, or delivered and the answer lost. */
    disturb: (...outcomes: (number | 'lost')[]) => void next.push(...outcomes),
    /** The ids as they came, repeats included. */
    tries,
    /** The delivered messages of a number, oldest first. */
    textsTo: (number: string) => [...arrived.values()].filter(({ to }) => to === number),
    take(body: Buffer): number | 'lost' {
      const message = JSON.parse(body.toString()) as SentText;
      const outcome = next.shift();
      tries.push(message.id);
      if (typeof outcome === 'number') return outcome;
      if (!arrived.has(message.id)) arrived.set(message.id, message);
      return outcome ?? 200;
    },
  };
}

function statusOf(
  behaviour: Exclude<Behaviour, 'lost' | 'busy' | 'unread'>,
): Pick<ReportedStatus, 'status' | 'reason'> {
  if (behaviour === 'silent' || behaviour === 'garbled') return { status: 'ACSC' };
  if (typeof behaviour === 'string') return { status: behaviour };
  return 'refuse' in behaviour ? { status: 'RJCT', reason: { code: behaviour.refuse } } : { status: 'ACSC' };
}

/** Posts a body to the bank's port, signed unless a test changes the headers. */
export async function postToBank(
  shellUrl: string,
  body: string | Uint8Array<ArrayBuffer>,
  {
    key = railKey,
    at = new Date(),
    change = {},
    path = 'sepa/messages',
    digest = contentDigest(body),
  }: PostOptions = {},
): Promise<{ status: number; text: string; headers: Record<string, string>; signed: boolean }> {
  const url = `${shellUrl}/rails/${path}`;
  const signature = await signRequest(key, { method: 'POST', url, digest }, { at });
  const headers = { ...signature, 'content-digest': digest, 'content-type': 'application/xml', ...change };
  const response = await fetch(url, { method: 'POST', headers, body });
  const signed = response.headers.has('signature');
  return { status: response.status, text: await response.text(), headers, signed };
}

interface PostOptions {
  key?: RailKey;
  at?: Date;
  change?: Record<string, string>;
  path?: string;
  /** What is signed as the digest of the body. */
  digest?: string;
}

export const newId = () => `T${randomUUID().replaceAll('-', '').slice(0, 30)}`;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function closeAll(server: Server, resolve: () => void) {
  server.close(() => resolve());
  server.closeAllConnections();
}
