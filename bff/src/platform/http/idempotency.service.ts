import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import { Config } from '../config/config';
import { bytes, rowOf, text } from '../database/columns';
import { Database, type Query, type ResultsOf, type Statement, type Transaction } from '../database/database';
import { isDuplicateOf } from '../database/database-error';
import { ApiException } from '../errors/api-exception';
import { Clock } from '../time/clock.service';
import type { IdempotencyKey } from './idempotency-key';

const insertKey = `
  INSERT INTO idempotency_keys (client, idempotency_key, request_hash, created_at) VALUES (?, ?, ?, ?)`;
const storeAnswer = 'UPDATE idempotency_keys SET answer = ? WHERE id = ?';
const readAnswer = `
  SELECT request_hash AS requestHash, answer FROM idempotency_keys WHERE client = ? AND idempotency_key = ?`;
/** The answer is NULL when it held a secret. */
const storedAnswer = rowOf({ requestHash: bytes, answer: text.nullable() });

/** Makes a call that creates or moves something happen once, however often it is sent (wire contract, section 2). */
@Injectable()
export class Idempotency {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Runs `work` in one transaction whose first statement claims the idempotency key, and stores its answer with it. A
   * repeated call waits for the first to commit and gets that answer. A failure also undoes the claim.
   * @param opening statements that follow the claim in its packet; the work gets their results.
   * @throws ApiException IDEMPOTENCY_KEY_REUSED for another request with the key, SECRET_SHOWN_ONCE when the stored answer
   * held a secret.
   */
  async once<T, Opening extends (Statement | Query)[]>(
    request: IdempotencyKey,
    work: (tx: Transaction, opened: ResultsOf<Opening>) => Promise<T>,
    ...opening: Opening
  ): Promise<T> {
    const { key, client } = request;
    if (key === null) return this.database.transaction(work, ...opening);
    const claim: Statement = [insertKey, [client, key, this.keyedHash(request), this.clock.now()]];
    try {
      return await this.database.transaction(
        async (tx, [{ insertId }, ...opened]) => {
          const answer = await work(tx, opened);
          const stored = request.hasSecretAnswer ? null : JSON.stringify(answer);
          tx.defer([storeAnswer, [stored, insertId]]);
          return answer;
        },
        claim,
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
   * The stored answer of a repeated call, undefined for a new one.
   * @throws ApiException IDEMPOTENCY_KEY_REUSED for another request with the key.
   */
  async answered<T>(request: IdempotencyKey): Promise<T | undefined> {
    const stored = await this.read(request);
    return stored && this.answerOf<T>(request, stored);
  }

  private async read({ client, key }: IdempotencyKey): Promise<z.infer<typeof storedAnswer> | undefined> {
    return key === null ? undefined : this.database.row(storedAnswer, readAnswer, [client, key]);
  }

  private answerOf<T>(request: IdempotencyKey, { requestHash, answer }: z.infer<typeof storedAnswer>): T {
    if (!requestHash.equals(this.keyedHash(request))) throw new ApiException('IDEMPOTENCY_KEY_REUSED');
    if (answer === null) throw new ApiException('SECRET_SHOWN_ONCE');
    return JSON.parse(answer) as T;
  }

  /** Keyed, since a request may hold a password that could otherwise be guessed from its stored hash. */
  private keyedHash({ fingerprint }: IdempotencyKey): Buffer {
    return createHmac('sha256', this.config.fingerprintKey).update(fingerprint).digest();
  }
}
