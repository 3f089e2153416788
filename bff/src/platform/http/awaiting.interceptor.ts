import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { tap, type Observable } from 'rxjs';

/** Sets status 202 where an answer shows that what was asked for has not happened yet. */
@Injectable()
export class AwaitingInterceptor<Answer = unknown> implements NestInterceptor<Answer> {
  constructor(private readonly isAwaiting: (answer: Answer) => boolean) {}

  intercept(context: ExecutionContext, next: CallHandler<Answer>): Observable<Answer> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(tap((answer) => this.isAwaiting(answer) && void reply.status(202)));
  }
}

/** Whether a change awaits a second administrator (wire contract, section 4). */
export const awaitsSecond = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'success' in answer && 'awaiting' in answer;
