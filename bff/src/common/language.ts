import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { languageOf, type Language } from '@bank/contracts/language';
import type { FastifyRequest } from 'fastify';

/** The language that a request asks for; French when it asks for none that we have. */
export const requestLanguage = (request: Pick<FastifyRequest, 'headers'>): Language =>
  languageOf(request.headers['accept-language']);

export const CurrentLanguage = createParamDecorator((_data: unknown, context: ExecutionContext): Language =>
  requestLanguage(context.switchToHttp().getRequest<FastifyRequest>()),
);
