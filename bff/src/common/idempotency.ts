import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import { proofFields } from '@bank/contracts/proof';
import type { FastifyReply } from 'fastify';
import { createHash, createHmac } from 'node:crypto';
import { DataSource, type QueryRunner } from 'typeorm';
import { Config } from '../config';
import type { IdentifiedRequest } from './actor';
import { Clock } from './clock';
import { isDuplicateOf } from './database-error';
import { Failure } from './failure';
import { operationKey, type OperationOptions } from './operation';
import { sendLast, type Statement, type Written } from './statements';
import { inTransaction } from './transaction';

/** What makes two calls the same one: who sent them, under which key, asking for what. */
export interface KeyedCall {
  /** The signed-in caller, told apart by id; null for a stranger, told apart by address. */
  userId: number | null;
  client: string;
  /** Null when the caller gave none: then every call is a new one. */
  key: string | null;
  /** SHA-256 of method, path and body, which may hold a password: nothing to be kept as it is. */
  fingerprint: Buffer;
  /** The answer holds a secret, which is not kept. */
  hasSecretAnswer: boolean;
  reply: Pick<FastifyReply, 'statusCode' | 'status'>;
}

interface StoredAnswer {
  request_hash: Buffer;
  status: number;
  /** Null for one that held a secret. */
  answer: string | null;
}

const insertKey = `
  INSERT INTO idempotency_keys (client, idempotency_key, request_hash, created_at) VALUES (?, ?, ?, ?)`;
const storeAnswer = 'UPDATE idempotency_keys SET status = ?, answer = ? WHERE id = ?';
const readAnswer = `
  SELECT request_hash, status, answer FROM idempotency_keys WHERE client = ? AND idempotency_key = ?`;

/** Makes a call that creates or moves something happen once, however often it is sent (wire contract, section 2). */
@Injectable()
export class Idempotency {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Runs `work` in one transaction whose first statement claims the call's key, and stores its answer with it. A
   * repeated call waits for the first to commit and gets that answer. A failure undoes the claim as well, so the
   * call may be sent again with its key.
   * @param opening statements that follow the claim in its packet; the work gets their answers.
   * @throws Failure IDEMPOTENCY_KEY_REUSED when the key came before with another request, SECRET_SHOWN_ONCE when it came
   * before and its answer held a secret.
   */
  async once<T, Opened extends unknown[] = []>(
    call: KeyedCall,
    work: (runner: QueryRunner, opened: Opened) => Promise<T>,
    opening: Statement[] = [],
  ): Promise<T> {
    const { key, client } = call;
    if (key === null) return inTransaction(this.dataSource, work, opening);
    const claim: Statement = [insertKey, [client, key, this.sealed(call), this.clock.now()]];
    try {
      return await inTransaction<T, [Written, ...Opened]>(
        this.dataSource,
        async (runner, [{ insertId }, ...opened]) => {
          const answer = await work(runner, opened);
          const kept = call.hasSecretAnswer ? null : JSON.stringify(answer);
          sendLast(runner, [storeAnswer, [call.reply.statusCode, kept, insertId]]);
          return answer;
        },
        [claim, ...opening],
      );
    } catch (error) {
      if (!isDuplicateOf(error, 'idempotency_keys_client')) throw error;
      return this.recall<T>(call, key);
    }
  }

  /**
   * The stored answer of a call that came before, if any: for what must not be asked again of a repeated call.
   * @throws Failure IDEMPOTENCY_KEY_REUSED when the key came before with another request.
   */
  async answered<T>(call: KeyedCall): Promise<T | undefined> {
    if (call.key === null) return undefined;
    const [stored] = (await this.dataSource.query(readAnswer, [call.client, call.key])) as StoredAnswer[];
    return stored && this.answerOf<T>(call, stored);
  }

  private async recall<T>(call: KeyedCall, key: string): Promise<T> {
    const [stored] = (await this.dataSource.query(readAnswer, [call.client, key])) as StoredAnswer[];
    if (!stored) throw new Failure('UNAVAILABLE', { retryAfterSeconds: 1 });
    return this.answerOf<T>(call, stored);
  }

  private answerOf<T>(call: KeyedCall, stored: StoredAnswer): T {
    if (!stored.request_hash.equals(this.sealed(call))) throw new Failure('IDEMPOTENCY_KEY_REUSED');
    if (stored.answer === null) throw new Failure('SECRET_SHOWN_ONCE');
    call.reply.status(stored.status);
    return JSON.parse(stored.answer) as T;
  }

  /** What is kept of a fingerprint: without the key, nobody can try passwords on it. */
  private sealed({ fingerprint }: KeyedCall): Buffer {
    return createHmac('sha256', this.config.fingerprintKey).update(fingerprint).digest();
  }
}

/** The call of a route that creates or moves something; see `Idempotency.once`. */
export const CurrentKeyedCall = createParamDecorator(
  (_data: unknown, context: ExecutionContext): KeyedCall => {
    const http = context.switchToHttp();
    const operation = Reflect.getMetadata(operationKey, context.getHandler()) as OperationOptions | undefined;
    const call = keyedCall(http.getRequest<IdentifiedRequest>(), http.getResponse<FastifyReply>());
    return { ...call, hasSecretAnswer: operation?.secretAnswer ?? false };
  },
);

/** @throws Failure INVALID_IDEMPOTENCY_KEY unless the header is absent or 1 to 255 visible ASCII characters. */
export function keyedCall(
  request: Pick<IdentifiedRequest, 'headers' | 'ip' | 'user' | 'method' | 'url' | 'body'>,
  reply: KeyedCall['reply'],
): KeyedCall {
  const header = request.headers['idempotency-key'];
  if (header !== undefined && (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header))) {
    throw new Failure('INVALID_IDEMPOTENCY_KEY');
  }
  const [path] = request.url.split('?');
  return {
    userId: request.user?.userId ?? null,
    client: request.user ? `user:${request.user.userId}` : `address:${request.ip}`,
    key: header ?? null,
    fingerprint: createHash('sha256')
      .update(`${request.method} ${path}\n${canonicalJson(withoutProof(request.body))}`)
      .digest(),
    hasSecretAnswer: false,
    reply,
  };
}

/** What proves who calls is no part of what they ask for: a call that is repeated with a new code is the same call. */
function withoutProof(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !(name in proofFields)));
}

/**
 * The same text for two bodies that differ only in the order of their fields or in white space.
 * @throws Failure MALFORMED_REQUEST when the body is nested deeper than anything that a call means.
 */
export function canonicalJson(body: unknown): string {
  try {
    return JSON.stringify(body ?? null, (_key, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part) ? inKeyOrder(part) : part,
    );
  } catch (error) {
    throw error instanceof RangeError ? new Failure('MALFORMED_REQUEST') : error;
  }
}

const inKeyOrder = (part: object) =>
  Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)));
