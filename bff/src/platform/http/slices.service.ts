import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { RowOutcome, SliceOutcome } from '@bank/contracts/slices';
import { isDatabaseAway } from '../database/database-away';
import { ApiException } from '../errors/api-exception';
import type { IdentifiedRequest } from './actor';
import { toErrorResponse } from './api-exception.filter';
import { canonicalJson, type IdempotencyKey } from './idempotency-key';
import { RefusalRecorder } from './refusal-recorder';
import type { RequestContext } from './request-context';

/** How long one call acts on rows; what is left is for the next. */
const sliceMilliseconds = 2_000;

/** The result of an act on one row. */
export type Act = Pick<RowOutcome, 'version'> & { outcome: 'done' | 'unchanged' };

/** Acts on several rows of a list in one call, each with a transaction, an idempotency key and an outcome of its own. */
@Injectable()
export class Slices {
  private readonly logger = new Logger('Slices');

  constructor(private readonly refusals: RefusalRecorder) {}

  /**
   * Acts on rows one after another, for a while. @param act acts on a row; a repeated call, whichever rows it has beside it,
   * has the same key for the same row in its context. @throws what the database does when it is away before the first row.
   */
  async each<Row extends { id: number }>(
    rows: readonly Row[],
    context: RequestContext,
    request: IdentifiedRequest,
    act: (row: Row, context: RequestContext) => Promise<Act>,
  ): Promise<SliceOutcome> {
    const outcomes: RowOutcome[] = [];
    const end = performance.now() + sliceMilliseconds;
    for (const row of rows) {
      if (outcomes.length > 0 && performance.now() > end) break;
      try {
        outcomes.push({ id: row.id, ...(await act(row, ofRow(context, request, row))) });
      } catch (error) {
        if (isDatabaseAway(error)) {
          if (outcomes.length === 0) throw error;
          break;
        }
        outcomes.push({ id: row.id, ...this.failureOf(error, context, request) });
      }
    }
    return { rows: outcomes };
  }

  private failureOf(
    error: unknown,
    { language, requestId }: RequestContext,
    request: IdentifiedRequest,
  ): Pick<RowOutcome, 'outcome' | 'refusal' | 'error'> {
    const { status, body } = toErrorResponse(error, language, requestId);
    if (error instanceof ApiException) this.refusals.note(error, request);
    else this.logger.error(error, error instanceof Error ? error.stack : undefined);
    const outcome = status >= 500 || status === 429 ? 'unreached' : 'refused';
    return { outcome, refusal: body.code, error: body.error };
  }
}

/** The call as that of one row. */
function ofRow(context: RequestContext, request: IdentifiedRequest, row: { id: number }): RequestContext {
  const call = context.idempotency;
  const hash = (text: string) => createHash('sha256').update(text);
  const { rows: _, ...shared } = request.body as { rows: unknown };
  const order = canonicalJson({ shared, row });
  const idempotency: IdempotencyKey = {
    ...call,
    // The answer is about several rows.
    onReplayed: undefined,
    key: call.key === null ? null : hash(`${call.key} ${row.id}`).digest('base64url'),
    fingerprint: hash(`${request.method} ${request.routeOptions.url} row\n${order}`).digest(),
  };
  return Object.create(context, { idempotency: { value: idempotency } }) as RequestContext;
}
