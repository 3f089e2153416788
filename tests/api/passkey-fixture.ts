import { Authenticator } from '../support/authenticator';
import type { AskedApproval } from '../support/approvals';
import { call } from '../support/http';
import { callsFrom, type Tokens } from './people';

export interface MakingOptions {
  rp: { id: string; name: string };
  user: { id: string; name: string };
  challenge: string;
  excludeCredentials: { id: string }[];
}
export interface AskingOptions {
  rpId: string;
  challenge: string;
}
export type Answered = Tokens & { code?: string; id?: number; name?: string; user?: { id: number } };

/** The calls of passkeys from one address. */
export function passkeyCalls(shellUrl: string) {
  const own = callsFrom(shellUrl);
  const options = <Body = MakingOptions & { code?: string }>(body?: object, token?: string) =>
    own.post<Body>('auth/passkeys/options', body, token);
  const verify = (body: unknown, token?: string) => own.post<Answered>('auth/passkeys/verify', body, token);
  /** The answer to a call that one of the person's passkeys approves: by default the options of a registration. */
  const approvedBy = async <Body = MakingOptions>(
    authenticator: Authenticator,
    token: string,
    { route = 'auth/passkeys/options', body: sent }: { route?: string; body?: object } = {},
  ) => {
    const url = `${shellUrl}/api`;
    const what = { token, ...(sent && { body: sent }) };
    const left = await call<{ approval: AskedApproval }>('POST', `${url}/${route}`, what);
    const path = `${url}/approvals/${left.body.approval.id}`;
    const { body } = await call<{ passkey_options: AskingOptions }>('GET', path, { token });
    const assertion = authenticator.assert(body.passkey_options);
    const given = await call<{ approval_token: string }>('POST', path, {
      token,
      body: { method: 'passkey', assertion },
    });
    const headers = { 'x-approval': given.body.approval_token };
    return call<Body>('POST', `${url}/${route}`, { ...what, headers });
  };
  /** Adds a passkey to who has the token; of an older session a passkey that they have approves it. */
  const add = async (
    token: string,
    authenticator = new Authenticator(shellUrl),
    name = 'Ma clé',
    approver?: Authenticator,
  ) => {
    const { body } = await (approver ? approvedBy(approver, token) : options({}, token));
    return { authenticator, added: await verify({ ...authenticator.make(body), name }, token) };
  };
  return {
    ...own,
    options,
    approvedBy,
    verify,
    add,
    asked: async () => (await options<AskingOptions>()).body,
    signInBy: async (authenticator: Authenticator) =>
      verify(authenticator.assert((await options<AskingOptions>()).body)),
    /** A new person with a passkey. */
    async keyed() {
      const person = await own.signUp();
      return { person, ...(await add(person.access_token)) };
    },
  };
}
