import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Language } from '@bank/contracts/language';
import type { FastifyRequest } from 'fastify';
import { requestLanguage } from './language';

/** What a service may need to know of the request: for the log, the throttle and the texts. */
export interface Call {
  requestId: string;
  /** The caller's address; a proxy's word is taken only as `TRUST_PROXY` says. */
  address: string;
  userAgent: string;
  language: Language;
}

export const callOf = (request: FastifyRequest): Call => ({
  requestId: request.id,
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  language: requestLanguage(request),
});

export const CurrentCall = createParamDecorator((_data: unknown, context: ExecutionContext): Call =>
  callOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
