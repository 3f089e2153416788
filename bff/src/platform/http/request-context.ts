import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Language, languages } from '@bank/contracts/language';
import type { FastifyReply } from 'fastify';
import { readCookie } from './cookies';
import type { Actor, AuditAuthor, IdentifiedRequest } from './actor';
import { idempotencyKeyOf, type IdempotencyKey, replayedHeader } from './idempotency-key';
import { requestLanguage } from './language';
import { operationKey, type OperationOptions } from './operation';

/** The name of the cookie of a known device. */
export const deviceCookie = 'known_device';

/** The name of the cookie of a browser in which the second factor is not asked for. */
export const browserCookie = 'remembered_browser';

/** The part of a request that services use for logs, limits and texts; the caller may be anonymous. */
export interface Caller {
  requestId: string;
  /** The caller's address; proxies are trusted as `TRUST_PROXY` states. */
  address: string;
  userAgent: string;
  /** The origin of the page that calls, as far as a browser states it. */
  origin?: string | undefined;
  language: Language;
  /** That of the bank's own client, which names exactly one; the header of a browser is no choice. */
  chosenLanguage?: Language | undefined;
  /** The cookie of a known device; see `KnownDevices`. */
  device?: string | undefined;
  /** The secret of a remembered browser; see `RememberedBrowsers`. */
  browser?: string | undefined;
}

/** The request of a signed-in user: all that services know of HTTP. */
export interface RequestContext extends Caller {
  /** On a route that recognises callers, whether this one is signed in. */
  readonly isSignedIn: boolean;
  /** @throws Error on a route without `@Permission`, which has no actor. */
  readonly actor: Actor;
  /** The identity of a repeated call. @throws ApiException INVALID_IDEMPOTENCY_KEY. */
  readonly idempotency: IdempotencyKey;
}

/** The author of the audit lines of a request. */
export const authorOf = ({ actor, requestId }: Pick<RequestContext, 'actor' | 'requestId'>): AuditAuthor => ({
  userId: actor.userId,
  email: actor.email,
  requestId,
});

/** Evaluated lazily: public routes have no actor, and most routes no idempotency key. */
class HttpRequestContext implements RequestContext {
  constructor(
    private readonly request: IdentifiedRequest,
    private readonly reply: FastifyReply,
    private readonly operation: OperationOptions | undefined,
  ) {}

  get isSignedIn(): boolean {
    return Boolean(this.request.user);
  }

  get actor(): Actor {
    if (!this.request.user) throw new Error('a route without @Permission has no actor');
    return this.request.user;
  }

  get idempotency(): IdempotencyKey {
    return idempotencyKeyOf(
      this.request,
      this.operation?.secretAnswer,
      (firstAt) => void this.reply.header(replayedHeader, firstAt.toISOString()),
    );
  }

  get requestId(): string {
    return this.request.id;
  }

  get address(): string {
    return this.request.ip;
  }

  get userAgent(): string {
    return this.request.headers['user-agent'] ?? '';
  }

  get origin(): string | undefined {
    return this.request.headers.origin;
  }

  get language(): Language {
    return requestLanguage(this.request);
  }

  get chosenLanguage(): Language | undefined {
    return languages.find((language) => language === this.request.headers['accept-language']);
  }

  get device(): string | undefined {
    return this.cookie(deviceCookie);
  }

  get browser(): string | undefined {
    return this.cookie(browserCookie);
  }

  private cookie(name: string): string | undefined {
    const { request } = this;
    return readCookie(request, name, true) ?? readCookie(request, name, false);
  }
}

/** The request of a route's call. */
export const contextOf = (context: ExecutionContext): RequestContext =>
  new HttpRequestContext(
    context.switchToHttp().getRequest<IdentifiedRequest>(),
    context.switchToHttp().getResponse<FastifyReply>(),
    Reflect.getMetadata(operationKey, context.getHandler()) as OperationOptions | undefined,
  );

export const CurrentContext = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  contextOf(context),
);
