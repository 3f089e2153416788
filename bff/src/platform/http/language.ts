import { languageOf, type Language } from '@bank/contracts/language';
import type { FastifyRequest } from 'fastify';

/** The supported language of `Accept-Language`; French by default. */
export const requestLanguage = (request: Pick<FastifyRequest, 'headers'>): Language =>
  languageOf(request.headers['accept-language']);
