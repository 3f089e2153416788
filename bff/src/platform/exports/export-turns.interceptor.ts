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
import type { IdentifiedRequest } from '../http/actor';
import { FairQueue } from '../tasks/fair-queue';

/** Exports of one person that may wait. */
const maxWaiting = 3;

/** Runs the exports of each person one at a time, until the file was sent or the client disconnected. */
@Injectable()
export class ExportTurns implements NestInterceptor {
  private readonly queue = new FairQueue(Infinity, maxWaiting);

  /** @throws ApiException TOO_MANY_REQUESTS at once when too many of the person's exports wait. */
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
    return new Promise((settle, reject) => {
      const turn = this.queue.run(userId, async () => {
        // The client may have disconnected while waiting.
        const isSent = raw.closed ? Promise.resolve() : once(raw, 'close').catch(() => undefined);
        if (!raw.closed) await make().then(settle, reject);
        await isSent;
      });
      turn.catch(reject);
    });
  }
}

/** For routes that export a file: one at a time per person. */
export const MakesExport = () => UseInterceptors(ExportTurns);
