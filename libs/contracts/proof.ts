import { oneTimeCode, typedPassword } from './auth';
import { optional } from './validation';

/**
 * What shows that the person of a session is the one who calls: their password, or a code of their second factor. A
 * request that asks for it has these fields beside its own; without either the answer is 403 PROOF_REQUIRED.
 */
export const proofFields = { currentPassword: optional(typedPassword), code: optional(oneTimeCode) };

export interface Proof {
  currentPassword?: string;
  code?: string;
}
