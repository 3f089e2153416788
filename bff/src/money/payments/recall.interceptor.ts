import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { OwnPayment } from '@bank/contracts/payments';
import type { FastifyReply } from 'fastify';
import { tap, type Observable } from 'rxjs';

/** Sets status 202 when a payment is not cancelled but recalled (the bank and the world, section 3). */
@Injectable()
export class RecallInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<OwnPayment>): Observable<OwnPayment> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(tap(({ stage }) => stage !== 'cancelled' && void reply.status(202)));
  }
}
