import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { errorStatus, errorText, type ErrorBody, type ErrorCode } from '@bank/contracts/errors';
import type { Language } from '@bank/contracts/language';
import { fieldTexts, isMalformed, ruleText } from '@bank/contracts/validation';
import type { FastifyReply } from 'fastify';
import { ZodSerializationException } from 'nestjs-zod';
import { RefusedAccess } from '../audit/refused-access.service';
import type { IdentifiedRequest } from './actor';
import { isDatabaseAway } from './database';
import { Failure, InvalidInput } from './failure';
import { requestLanguage } from './language';
import { MethodNotAllowed } from './methods';

/** Seconds after which a caller may try again when the database is away. */
export const awayRetrySeconds = 5;

export interface WireFailure {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody;
}

/** Puts whatever was thrown into the form of the wire contract (section 2); nothing else leaks. */
export function wireFailure(error: unknown, language: Language, requestId: string): WireFailure {
  const { code, fields, retryAfterSeconds, allow } = describe(error, language);
  return {
    status: errorStatus[code],
    headers: {
      ...(retryAfterSeconds !== undefined && {
        'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))),
      }),
      ...(allow && { Allow: allow }),
      // RFC 9110, 11.6.1; not for a refused password, which no other credentials of the header would mend.
      ...(wantsBearer.has(code) && { 'WWW-Authenticate': 'Bearer' }),
    },
    body: { error: errorText(code, language), code, ...(fields && { fields }), request_id: requestId },
  };
}

const wantsBearer = new Set<ErrorCode>(['UNAUTHENTICATED', 'SESSION_EXPIRED']);

interface Description {
  code: ErrorCode;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  allow?: string;
}

function describe(error: unknown, language: Language): Description {
  if (error instanceof Failure) {
    const { code, fields, retryAfterSeconds } = error;
    return {
      code,
      ...(fields && { fields: worded(fields, language) }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }
  if (error instanceof InvalidInput) {
    const code = isMalformed(error.reason) ? 'MALFORMED_REQUEST' : 'INVALID_FIELDS';
    return {
      code: error.source === 'query' ? 'INVALID_QUERY' : code,
      fields: fieldTexts(error.reason, language),
    };
  }
  if (error instanceof MethodNotAllowed) return { code: 'METHOD_NOT_ALLOWED', allow: error.allow };
  if (isDatabaseAway(error)) return { code: 'UNAVAILABLE', retryAfterSeconds: awayRetrySeconds };
  return { code: codeOfStatus(statusOf(error)) };
}

const worded = (fields: Record<string, string>, language: Language) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, key]) => [
      name,
      key in errorStatus ? errorText(key as ErrorCode, language) : ruleText(key, language),
    ]),
  );

/** The status that Nest or Fastify gave to a refusal of their own; 500 for everything unforeseen. */
function statusOf(error: unknown): number {
  if (error instanceof ZodSerializationException) return 500;
  if (error instanceof HttpException) return error.getStatus();
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const fastifys = typeof code === 'string' && code.startsWith('FST_');
  return (fastifys || error instanceof SyntaxError) && typeof statusCode === 'number' ? statusCode : 500;
}

const codes: Record<number, ErrorCode> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
  // No number or name is as long as the router refuses.
  414: 'NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
};

const codeOfStatus = (status: number): ErrorCode =>
  codes[status] ?? (status >= 400 && status < 500 ? 'MALFORMED_REQUEST' : 'INTERNAL');

/** The one place where failures of any kind become answers. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  private readonly logger = new Logger('Failure');

  constructor(private readonly refusedAccess: RefusedAccess) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<IdentifiedRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { status, headers, body } = wireFailure(error, requestLanguage(request), request.id);
    if (error instanceof Failure) this.refusedAccess.note(error, request);
    if (body.code === 'INTERNAL') this.logger.error(inner(error), inner(error).stack);
    else if (isDatabaseAway(error)) this.logger.warn(`database away: ${inner(error).message}`);
    if (reply.sent) return;
    void reply.status(status).headers(headers).send(body);
  }
}

/** A refused answer is logged with what was wrong with it, and without its values. */
function inner(error: unknown): Error {
  if (error instanceof ZodSerializationException) {
    const reason = error.getZodError();
    return reason instanceof Error ? reason : error;
  }
  return error instanceof Error ? error : new Error(String(error));
}
