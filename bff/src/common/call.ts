import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Language } from '@bank/contracts/language';
import type { FastifyRequest } from 'fastify';
import { readCookie } from './cookies';
import { requestLanguage } from './language';

/** The name of the cookie of a known device. */
export const deviceCookie = 'known_device';

/** What a service may need to know of the request: for the log, the throttle and the texts. */
export interface Call {
  requestId: string;
  /** The caller's address; a proxy's word is taken only as `TRUST_PROXY` says. */
  address: string;
  userAgent: string;
  language: Language;
  /** What the browser's cookie of a known device says; see `KnownDevices`. */
  device?: string | undefined;
}

export const callOf = (request: FastifyRequest): Call => ({
  device: readCookie(request, deviceCookie, true) ?? readCookie(request, deviceCookie, false),
  requestId: request.id,
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  language: requestLanguage(request),
});

export const CurrentCall = createParamDecorator((_data: unknown, context: ExecutionContext): Call =>
  callOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
