import { Injectable } from '@nestjs/common';
import { createHmac, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { Config } from '../config/config';
import { bytes, moment, rowOf, text } from '../database/columns';
import { Database, type Query, type ResultsOf, type Statement, type Transaction } from '../database/database';
import { isDuplicateOf } from '../database/database-error';
import type { Outcome } from '../database/shared-commits';
import { ApiException } from '../errors/api-exception';
import { Clock } from '../time/clock.service';
import type { IdempotencyKey } from './idempotency-key';

const insertKeys = 'INSERT INTO idempotency_keys (client, idempotency_key, request_hash, created_at) VALUES';
/** For a transaction of calls without a key. */
const noClaim: Statement = ['DO 0', []];
/** The id of a row, by its place among those that one statement inserted: they have ids in equal steps. */
const nthId = '? + ? * @@auto_increment_increment';
const storeAnswer = 'UPDATE idempotency_keys SET answer = ? WHERE id = ?';
const freeKey = 'DELETE FROM idempotency_keys WHERE client = ? AND idempotency_key = ?';
const readAnswer = `
  SELECT request_hash AS requestHash, answer, created_at AS firstAt FROM idempotency_keys
  WHERE client = ? AND idempotency_key = ?`;
/** The answer is NULL when it held a secret. */
const storedAnswer = rowOf({ requestHash: bytes, answer: text.nullable(), firstAt: moment });

/** Makes a call that creates or moves something happen once, however often it is sent (wire contract, section 2). */
@Injectable()
export class Idempotency {
  /** Calls in progress on this server, by sender and key. */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Runs `work` in one transaction whose first statement claims the idempotency key, settles what the call needs (see
   * `NeedsApproval`), and stores its answer with it. A repeated call waits for the first to commit and gets that answer. A
   * failure also undoes the claim.
   * @param opening statements that follow the claim in its packet; the work gets their results.
   * @throws ApiException IDEMPOTENCY_KEY_REUSED for another request with the key, SECRET_SHOWN_ONCE when the stored answer
   * held a secret.
   */
  async once<T, Opening extends (Statement | Query)[]>(
    request: IdempotencyKey,
    work: (tx: Transaction, opened: ResultsOf<Opening>) => Promise<T>,
    ...opening: Opening
  ): Promise<T> {
    const settled = async (tx: Transaction, opened: ResultsOf<Opening>): Promise<T> => {
      const answer = await work(tx, opened);
      await request.settlement?.settle(tx);
      return answer;
    };
    if (request.key === null) return this.database.transaction(settled, ...opening);
    try {
      return await this.database.transaction(
        async (tx, [{ insertId }, ...opened]) => {
          const answer = await settled(tx, opened);
          const stored = request.hasSecretAnswer ? null : JSON.stringify(answer);
          tx.defer([storeAnswer, [stored, insertId]]);
          return answer;
        },
        this.claim([request]),
        ...opening,
      );
    } catch (error) {
      if (!isDuplicateOf(error, 'idempotency_keys_client')) throw error;
      const stored = await this.read(request);
      if (!stored) throw new ApiException('UNAVAILABLE', { retryAfterSeconds: 1 });
      return this.answerOf<T>(request, stored);
    }
  }

  /**
   * As `once`, of several calls in one transaction, each with an outcome of its own: the claim of one that fails is undone.
   * No two may have the same key, and none may need an approval. Where some are repeated calls, those get their stored answers,
   * and nothing is done for the others, whose outcome is `again`.
   */
  async onceEach<T, Opening extends (Statement | Query)[]>(
    requests: IdempotencyKey[],
    work: (tx: Transaction, opened: ResultsOf<Opening>) => Promise<Outcome<T>[]>,
    ...opening: Opening
  ): Promise<Outcome<T>[]> {
    try {
      return await this.database.transaction(
        async (tx, [{ insertId }, ...opened]) => {
          const outcomes = await work(tx, opened);
          tx.defer(...settleClaims(insertId, requests, outcomes));
          return outcomes;
        },
        this.claim(requests),
        ...opening,
      );
    } catch (error) {
      if (!isDuplicateOf(error, 'idempotency_keys_client')) throw error;
      return this.repeated(requests);
    }
  }

  /**
   * Runs `work` after earlier calls with the same key on this server, whose stored answer it then gets: copies that arrive
   * at the same moment do not fail each other's transactions.
   */
  async inTurn<T>(request: IdempotencyKey, work: () => Promise<T>): Promise<T> {
    const { key, client } = request;
    if (key === null) return work();
    const name = `${client} ${key}`;
    for (let earlier = this.underWay.get(name); earlier; earlier = this.underWay.get(name)) {
      await earlier;
      const answer = await this.answered<T>(request);
      if (answer !== undefined) return answer;
    }
    const result = work();
    const ended = result.then(none, none).finally(() => this.underWay.delete(name));
    this.underWay.set(name, ended);
    return result;
  }

  /**
   * As `once`, of a call that also does what is no part of a transaction, such as sending a message: `after` gets what the work
   * returned, once that is committed, and runs for no repeated call. Where it fails, the key is free for another try.
   * @throws what `once` and `after` do.
   */
  async onceAndAfter<T>(
    request: IdempotencyKey,
    work: (tx: Transaction) => Promise<T>,
    after: (done: T) => void | Promise<void>,
  ): Promise<void> {
    const own = randomUUID();
    let done: { value: T } | undefined;
    const answered = await this.once(request, async (tx) => {
      done = { value: await work(tx) };
      return own;
    });
    if (!done || answered !== own) return;
    try {
      await after(done.value);
    } catch (error) {
      await this.database.transaction((tx) => this.free(tx, request));
      throw error;
    }
  }

  /** Undoes a claim that was committed, for a call that came to nothing: another one may then use its key. */
  async free(tx: Transaction, { client, key }: IdempotencyKey): Promise<void> {
    if (key !== null) await tx.write(freeKey, [client, key]);
  }

  private claim(requests: IdempotencyKey[]): Statement {
    const now = this.clock.now();
    const rows = requests.flatMap((request) =>
      request.key === null ? [] : [[request.client, request.key, this.keyedHash(request), now]],
    );
    return rows.length === 0 ? noClaim : [`${insertKeys} ?`, [rows]];
  }

  /** Without a stored answer, another server's transaction has the key: a commit of its own waits for that one. */
  private async repeated<T>(requests: IdempotencyKey[]): Promise<Outcome<T>[]> {
    const outcomes = await Promise.all(
      requests.map((request) =>
        this.answered<T>(request).then(
          (answer): Outcome<T> => (answer === undefined ? 'again' : { answer }),
          (error: unknown): Outcome<T> => ({ error }),
        ),
      ),
    );
    return outcomes.every((outcome) => outcome === 'again') ? requests.map(() => 'alone') : outcomes;
  }

  /**
   * The stored answer of a repeated call, undefined for a new one.
   * @throws ApiException IDEMPOTENCY_KEY_REUSED for another request with the key.
   */
  async answered<T>(request: IdempotencyKey): Promise<T | undefined> {
    const stored = await this.read(request);
    return stored && this.answerOf<T>(request, stored);
  }

  /**
   * Whether an earlier call with the key succeeded, of whatever content: `once` responds to this one without its work, so
   * limits of new calls do not hold for it.
   */
  async isUsed(request: IdempotencyKey): Promise<boolean> {
    return (await this.read(request)) !== undefined;
  }

  private async read({ client, key }: IdempotencyKey): Promise<z.infer<typeof storedAnswer> | undefined> {
    return key === null ? undefined : this.database.row(storedAnswer, readAnswer, [client, key]);
  }

  private answerOf<T>(
    request: IdempotencyKey,
    { requestHash, answer, firstAt }: z.infer<typeof storedAnswer>,
  ): T {
    if (!requestHash.equals(this.keyedHash(request))) throw new ApiException('IDEMPOTENCY_KEY_REUSED');
    request.settlement?.repeated();
    if (answer === null) throw new ApiException('SECRET_SHOWN_ONCE');
    request.onReplayed?.(firstAt);
    return JSON.parse(answer) as T;
  }

  /** Keyed, since a request may hold a password that could otherwise be guessed from its stored hash. */
  private keyedHash({ fingerprint }: IdempotencyKey): Buffer {
    return createHmac('sha256', this.config.fingerprintKey).update(fingerprint).digest();
  }
}

const none = () => undefined;

/** Stores the answers of the calls that succeeded, and undoes the claims of the others. */
function settleClaims<T>(firstId: number, requests: IdempotencyKey[], outcomes: Outcome<T>[]): Statement[] {
  const answered: [id: [number, number], answer: string | null][] = [];
  const failed: [number, number][] = [];
  let place = 0;
  for (const [at, { key, hasSecretAnswer }] of requests.entries()) {
    if (key === null) continue;
    const outcome = outcomes[at];
    const id: [number, number] = [firstId, place];
    if (typeof outcome === 'object' && 'answer' in outcome) {
      answered.push([id, hasSecretAnswer ? null : JSON.stringify(outcome.answer)]);
    } else failed.push(id);
    place += 1;
  }
  return [...storeAnswers(answered), ...(failed.length > 0 ? [undoClaims(failed)] : [])];
}

function storeAnswers(answered: [id: [number, number], answer: string | null][]): Statement[] {
  if (answered.length === 0) return [];
  const cases = answered.map(() => `WHEN ${nthId} THEN ?`).join(' ');
  const ids = answered.map(() => nthId).join(', ');
  return [
    [
      `UPDATE idempotency_keys SET answer = CASE id ${cases} END WHERE id IN (${ids})`,
      [...answered.flat(2), ...answered.flatMap(([id]) => id)],
    ],
  ];
}

const undoClaims = (ids: [number, number][]): Statement => [
  `DELETE FROM idempotency_keys WHERE id IN (${ids.map(() => nthId).join(', ')})`,
  ids.flat(),
];
