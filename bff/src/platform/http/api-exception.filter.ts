import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { errorStatus, type ErrorBody, type ErrorCode } from '@bank/contracts/errors';
import type { Language } from '@bank/contracts/language';
import { levelText } from '@bank/contracts/level-texts';
import { namedErrorText } from '@bank/contracts/named-errors';
import { refusalOf } from '@bank/contracts/next-steps';
import { fieldTexts, isMalformed, ruleText } from '@bank/contracts/validation';
import type { FastifyReply } from 'fastify';
import { ZodSerializationException } from 'nestjs-zod';
import { RefusalRecorder } from './refusal-recorder';
import type { IdentifiedRequest } from './actor';
import { isDatabaseAway } from '../database/database-away';
import { ApiException, InvalidInput, type ApiExceptionOptions } from '../errors/api-exception';
import { requestLanguage } from './language';
import { MethodNotAllowed } from './methods';

/** Seconds after which a caller may try again when the database, or something else that is needed, is away. */
export const awayRetrySeconds = 5;

interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody;
}

/** The response to a thrown error in the form of the wire contract (section 2), without any detail of other errors. */
export function toErrorResponse(error: unknown, language: Language, requestId: string): ErrorResponse {
  const description = describe(error, language);
  const { code, fields, retryAfterSeconds = usualRetrySeconds[code] } = description;
  const { allow, approval, level, knownId, by } = description;
  const text = level ? levelText(level, language) : namedErrorText(code, language, by);
  return {
    status: errorStatus[code],
    headers: {
      ...(retryAfterSeconds !== undefined && {
        'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))),
      }),
      ...(allow && { Allow: allow }),
      // RFC 9110, 11.6.1; not for a refused password, which is not in the Authorization header.
      ...(wantsBearer.has(code) && { 'WWW-Authenticate': 'Bearer' }),
    },
    body: {
      error: text,
      code,
      fields,
      approval,
      level,
      known_id: knownId,
      ...refusalOf(code, language),
      request_id: requestId,
    },
  };
}

/** For what names no time of its own. */
const usualRetrySeconds: Partial<Record<ErrorCode, number>> = { UNAVAILABLE: awayRetrySeconds };

const wantsBearer = new Set<ErrorCode>(['UNAUTHENTICATED', 'SESSION_EXPIRED']);

interface Description extends Omit<ApiExceptionOptions, 'isOfAnother'> {
  code: ErrorCode;
  allow?: string;
}

function describe(error: unknown, language: Language): Description {
  if (error instanceof ApiException) {
    const { code, fields, retryAfterSeconds, approval, level, knownId, by } = error;
    const shown = fields && translated(fields, language, by);
    return { code, fields: shown, retryAfterSeconds, approval, level, knownId, by };
  }
  if (error instanceof InvalidInput) {
    const code = isMalformed(error.reason) ? 'MALFORMED_REQUEST' : 'INVALID_FIELDS';
    return {
      code: error.source === 'query' ? 'INVALID_QUERY' : code,
      fields: fieldTexts(error.reason, language),
    };
  }
  if (error instanceof MethodNotAllowed) return { code: 'METHOD_NOT_ALLOWED', allow: error.allow };
  if (isDatabaseAway(error)) return { code: 'UNAVAILABLE' };
  return { code: codeOfStatus(statusOf(error)) };
}

const translated = (fields: Record<string, string>, language: Language, by: string | undefined) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, key]) => [
      name,
      key in errorStatus ? namedErrorText(key as ErrorCode, language, by) : ruleText(key, language),
    ]),
  );

/** The status of an error of Nest or Fastify; 500 for everything else. */
function statusOf(error: unknown): number {
  if (error instanceof ZodSerializationException) return 500;
  if (error instanceof HttpException) return error.getStatus();
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const isFastify = typeof code === 'string' && code.startsWith('FST_');
  return (isFastify || error instanceof SyntaxError) && typeof statusCode === 'number' ? statusCode : 500;
}

const codes: Record<number, ErrorCode> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
  // A parameter longer than the router accepts names nothing.
  414: 'NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
};

const codeOfStatus = (status: number): ErrorCode =>
  codes[status] ?? (status >= 400 && status < 500 ? 'MALFORMED_REQUEST' : 'INTERNAL');

/** Turns every thrown error into a response, and logs unexpected ones. */
@Catch()
export class ApiExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger('Failure');

  constructor(private readonly refusals: RefusalRecorder) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<IdentifiedRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { status, headers, body } = toErrorResponse(error, requestLanguage(request), request.id);
    if (error instanceof ApiException) this.refusals.note(error, request);
    logFault(this.logger, error, body);
    if (reply.sent) return;
    void reply.status(status).headers(headers).send(body);
  }
}

/** Logs an error that is the bank's own, none that its caller caused, with the id of the request. */
export function logFault(logger: Logger, error: unknown, { code, request_id: reqId }: ErrorBody): void {
  const err = loggedError(error);
  if (code === 'INTERNAL') logger.error({ reqId, err });
  else if (isDatabaseAway(error)) logger.warn({ reqId, msg: `database away: ${err.message}` });
}

/** The error to log: of a response that its schema refused the reason, without values. */
function loggedError(error: unknown): Error {
  if (error instanceof ZodSerializationException) {
    const reason = error.getZodError();
    return reason instanceof Error ? reason : error;
  }
  return error instanceof Error ? error : new Error(String(error));
}
