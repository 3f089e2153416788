import { oneTimeCode, typedPassword } from './auth';
import { optional } from './validation';

/**
 * The proof that the caller is the session's user: their password, or a code of their second factor. Requests that need
 * a proof have these fields besides their own; without either the response is 403 PROOF_REQUIRED.
 */
export const proofFields = { currentPassword: optional(typedPassword), code: optional(oneTimeCode) };

export interface Proof {
  currentPassword?: string;
  code?: string;
}
