import {
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { once } from 'node:events';
import { defer, from, lastValueFrom, type Observable } from 'rxjs';
import type { IdentifiedRequest } from '../common/actor';
import { BoundedQueue } from '../common/bounded-queue';

/** Files of one person that may wait for the one that is made. */
const mostWaiting = 3;

/**
 * Files to take away are made one at a time for a person: who asks for many, in a loop or at once, waits for themself
 * and for nobody else. A file's turn is over when it was sent, or nobody takes it any more.
 */
@Injectable()
export class ExportTurns implements NestInterceptor {
  private readonly people = new Map<number, BoundedQueue>();

  /** @throws Failure TOO_MANY_REQUESTS at once when too many of the person's files wait. */
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const { raw } = http.getResponse<FastifyReply>();
    const userId = http.getRequest<IdentifiedRequest>().user?.userId ?? 0;
    const make = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    return defer(() => from(this.inTurn(userId, raw, make)));
  }

  private async inTurn(
    userId: number,
    raw: FastifyReply['raw'],
    make: () => Promise<unknown>,
  ): Promise<unknown> {
    const own =
      this.people.get(userId) ??
      new BoundedQueue(1, mostWaiting, ['TOO_MANY_REQUESTS', { retryAfterSeconds: 5 }]);
    this.people.set(userId, own);
    return new Promise((settle, reject) => {
      const turn = own.run(async () => {
        // Who left while waiting gets nothing made.
        const isSent = raw.closed ? Promise.resolve() : once(raw, 'close').catch(() => undefined);
        if (!raw.closed) await make().then(settle, reject);
        await isSent;
      });
      turn.catch(reject).finally(() => {
        if (own.isIdle) this.people.delete(userId);
      });
    });
  }
}

/** The route makes a file to take away: one at a time for a person. */
export const MakesExport = () => UseInterceptors(ExportTurns);
