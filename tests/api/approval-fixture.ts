import { generateSync } from 'otplib';
import type { SignedIn, TestConnection } from '../support/customers';
import { newPassword } from '../support/customers';
import { type AskedApproval, codeOf } from '../support/approvals';
import { approve, call, type CallOptions } from '../support/http';
import { newIban, order, paymentCalls } from './payment-fixture';

export interface Refusal {
  code: string;
  approval: AskedApproval;
  payment: { id: number };
}

/** The calls of one person about approvals, each left as the server answers it. */
export function approvalCalls(shellUrl: string, database: TestConnection) {
  const url = (path: string) => `${shellUrl}/api/${path}`;
  const ask = <Body = Refusal>(who: SignedIn, method: string, path: string, options: CallOptions = {}) =>
    call<Body>(method, url(path), { token: who.token, approve: false, ...options });
  const send = (who: SignedIn, body: unknown, headers: Record<string, string> = {}) =>
    ask(who, 'POST', 'paiement', { body, headers });
  const asked = async (who: SignedIn, body: unknown, headers?: Record<string, string>) => {
    const answer = await send(who, body, headers);
    if (answer.status !== 403) throw new Error(`no approval was asked for: ${answer.status}`);
    return answer.body.approval;
  };
  return {
    ...paymentCalls(shellUrl, database),
    ask,
    send,
    asked,
    /** A payment that needs an approval, to an account that no other test uses. */
    payment: (amount = 50) => ({ ...order, recipient_account: newIban(), amount }),
    prove: (who: SignedIn, id: number, proof: object) =>
      ask<{ approval_token: string; code?: string }>(who, 'POST', `approvals/${id}`, { body: proof }),
    codeFor: async (id: number) => (await codeOf(shellUrl, id)) ?? '',
    /** Asks for the approval of a payment and gives it. */
    async approved(who: SignedIn, body: unknown, headers?: Record<string, string>) {
      const { id } = await asked(who, body, headers);
      const code = (await codeOf(shellUrl, id)) ?? '';
      return { id, token: await approve(shellUrl, who.token, id, { method: 'email', code }) };
    },
    /** Enrols an authenticator application; returns its next code each time. */
    async enrol(who: SignedIn) {
      const setUp = await ask<{ secret: string }>(who, 'POST', 'settings/2fa/setup', { body: {} });
      const code = () => generateSync({ secret: setUp.body.secret, epoch: Math.floor(Date.now() / 1000) });
      const enabled = await ask<{ recovery_codes: string[] }>(who, 'POST', 'settings/2fa/enable', {
        body: { code: code(), password: newPassword },
      });
      const fresh = async () => {
        await database.rows('UPDATE two_factor SET last_step = last_step - 10 WHERE user_id = ?', [who.id]);
        return code();
      };
      return { fresh, recoveryCodes: enabled.body.recovery_codes };
    },
    /** The actions of a person's approvals in the activity log, oldest first. */
    loggedOf: async ({ id }: SignedIn) => {
      const sql = `SELECT action FROM audit_log WHERE user_id = ? AND action LIKE 'approval.%' ORDER BY id`;
      return (await database.rows(sql, [id])).map(({ action }) => action);
    },
  };
}
