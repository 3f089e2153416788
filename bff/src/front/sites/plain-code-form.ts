import type { Language } from '@bank/contracts/language';
import { escapeHtml } from '../remotes/host-document';
import { plainText } from '../remotes/plain-texts';
import type { PlainForm } from './plain-form';

/** The second step of a sign-in without a script. */
export const codeForm: PlainForm = {
  call: '/api/auth/2fa',
  fields: ['mfa_token', 'code', 'mailed'],
  secret: ['mfa_token', 'code'],
  body: ({ mfa_token, code }) => ({ mfa_token, code }),
};

/**
 * That form, in the place of the first one.
 * @param token identifies the pending sign-in for five minutes
 * @param isMailed the code was mailed; otherwise the person's application shows it
 * @param address of the first form, with the page that the person wanted
 */
export function codeFormHtml(
  { token, isMailed }: { token: string; isMailed: boolean },
  address: string,
  language: Language,
): string {
  const text = (name: Parameters<typeof plainText>[0]) => escapeHtml(plainText(name, language));
  return `<form class="plain-code" method="post" action="${escapeHtml(address)}">
<label for="code">${text('login.code.label')}</label>
<p id="code-hint">${text(isMailed ? 'login.code.mailed' : 'login.code.hint')}</p>
<input type="hidden" name="mfa_token" value="${escapeHtml(token)}"/>${isMailed ? '<input type="hidden" name="mailed" value="yes"/>' : ''}
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required aria-describedby="code-hint"/>
<button>${text('login.code.submit')}</button>
</form>`;
}
