import type { ErrorCode } from '@bank/contracts/errors';
import type { Holder, StaffRole } from '@bank/contracts/permissions';
import type { FastifyRequest } from 'fastify';
import type { Settlement } from './settlement';

/** The signed-in user of a request; roles and e-mail come from the database, not from the token. */
export interface Actor extends Holder {
  userId: number;
  sessionId: number;
  email: string;
  /** Roles of an administrator with which they may not act, because of others that they have. */
  withheldRoles?: StaffRole[];
  /** The password is temporary: the session may only change it. */
  mustChangePassword?: boolean;
  /** An administrator proved themselves by one factor only: the session may only add or use a second one. */
  lacksFactor?: boolean;
  /** The user has enrolled a factor of their own: a passkey or an authenticator application. */
  hasFactor?: boolean;
}

/** The author of a line of the activity log. */
export interface AuditAuthor {
  userId: number;
  email: string;
  /** Null for what was not done by a request. */
  requestId: string | null;
}

/** A request after `IdentityGuard`. */
export type IdentifiedRequest = FastifyRequest & {
  user?: Actor | null;
  /** Why the bearer token was not accepted. */
  refusal?: ErrorCode;
  /** Of a call that needs an approval. */
  settlement?: Settlement;
};
