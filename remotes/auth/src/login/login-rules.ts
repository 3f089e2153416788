import { mfaRequest } from '@bank/contracts/auth';

// With the library of the rules, which the page does not need before the first form is sent: see load-rules.ts.
export { loginRequest } from '@bank/contracts/auth';

export const codeForm = mfaRequest.pick({ code: true, remember: true });
