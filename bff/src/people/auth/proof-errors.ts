import type { ErrorCode } from '@bank/contracts/errors';

/** The errors of calls that ask for a proof of who calls, for the API's description. */
export const proofErrors = [
  'PROOF_REQUIRED',
  'PASSWORD_WRONG',
  'INVALID_TWO_FACTOR_CODE',
  'TOO_MANY_ATTEMPTS',
] as const satisfies ErrorCode[];
