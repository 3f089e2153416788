import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { tap, type Observable } from 'rxjs';

/** Sets status 202 when a change awaits a second administrator (wire contract, section 4). */
@Injectable()
export class AwaitingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(tap((answer) => isAwaiting(answer) && void reply.status(202)));
  }
}

const isAwaiting = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'success' in answer && 'awaiting' in answer;
