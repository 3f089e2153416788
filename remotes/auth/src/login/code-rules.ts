import { mfaRequest } from '@bank/contracts/auth';

export const codeForm = mfaRequest.pick({ code: true, remember: true });
