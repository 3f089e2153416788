import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ErrorCode } from '@bank/contracts/errors';
import type { Role } from '@bank/contracts/permissions';
import type { FastifyRequest } from 'fastify';

/** The signed-in person behind a call; role and address come from the database, not from the token. */
export interface Actor {
  userId: number;
  role: Role;
  sessionId: number;
  email: string;
  /** The password is a temporary one: the session may do nothing but choose another. */
  mustChangePassword?: boolean;
}

/** Whom the log names as the cause of something; no call has the cause of what the bank does by itself. */
export interface Author {
  userId: number;
  email: string;
  requestId: string | null;
}

/** A request after the guard that identifies its caller. */
export type IdentifiedRequest = FastifyRequest & {
  user?: Actor | null;
  /** Why a bearer token was not accepted. */
  refusal?: ErrorCode;
};

/** The actor of a route with `@Permission`; such a route is never reached without one. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const { user } = context.switchToHttp().getRequest<IdentifiedRequest>();
  if (!user) throw new Error('a route without @Permission has no actor');
  return user;
});
