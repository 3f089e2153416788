// With the library of the rules, which the page does not need before the first form is sent: see load-rules.ts.
import { type LoginRequest, loginRequest } from '@bank/contracts/auth';
import { fieldTexts } from '@bank/contracts/validation-texts';
import { currentLanguage } from '@bank/i18n/language';
import type { Credentials } from './login.api';

// The second step comes along: it is shown once the rules have judged the first.
export { CodeStep } from './code-step';

/** Credentials as they are to be sent, or a sentence for each refused field. */
export function judged(typed: Credentials): { request: LoginRequest } | { errors: Record<string, string> } {
  const { data, error } = loginRequest.safeParse(typed);
  return data ? { request: data } : { errors: fieldTexts(error, currentLanguage()) };
}
