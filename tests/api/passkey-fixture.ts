import { Authenticator } from '../support/authenticator';
import { callsFrom, password, type Tokens } from './people';

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
  /** Adds a passkey to who has the token. */
  const add = async (token: string, authenticator = new Authenticator(shellUrl), name = 'Ma clé') => {
    const { body } = await options({ currentPassword: password }, token);
    return { authenticator, added: await verify({ ...authenticator.make(body), name }, token) };
  };
  return {
    ...own,
    options,
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
