/** @jest-environment ./tests/support/bank-environment.ts */
import { errorBody } from '@bank/contracts/errors';
import { sharedBank } from '../support/shared-bank';
import { call } from '../support/http';
import naughtyStrings from '../data/naughty-strings.json';
import { password, somebody, someAddress } from './people';

const { bank } = sharedBank();

/** A lone surrogate, which JSON can contain but no valid text. */
const strings = [...naughtyStrings, '\ud800', '\u0000', 'a\u0000b', 'é'.repeat(5_000)];

const atOnce = 20;

/** Sends the strings a few at a time, and returns those without a response in the wire's form. */
async function unlikeTheContract(
  send: (text: string) => { path: string; body: unknown },
  sent = strings,
): Promise<string[]> {
  const odd: string[] = [];
  for (let at = 0; at < sent.length; at += atOnce) {
    const some = sent.slice(at, at + atOnce);
    const answers = await Promise.all(
      some.map((text) => {
        const { path, body } = send(text);
        return call('POST', `${bank.shellUrl}/api/${path}`, { body, headers: someAddress() });
      }),
    );
    answers.forEach(({ status, body }, index) => {
      const expected = status < 300 || (status < 500 && errorBody.safeParse(body).success);
      if (!expected) odd.push(`${status} ${JSON.stringify(some[index])} ${JSON.stringify(body)}`);
    });
  }
  return odd;
}

describe('strings that break programs', () => {
  const signUpWith = (field: string) => (text: string) => ({
    path: 'auth/signup',
    body: { ...somebody(), [field]: text },
  });
  const signInWith = (body: (text: string) => object) => (text: string) => ({
    path: 'auth/login',
    body: { username: somebody().username, password, ...body(text) },
  });
  const calls = {
    'user name of a sign-up': signUpWith('username'),
    'e-mail of a sign-up': signUpWith('email'),
    'password of a sign-up': signUpWith('password'),
    'first name of a sign-up': signUpWith('first_name'),
    'last name of a sign-up': signUpWith('last_name'),
    'phone of a sign-up': signUpWith('phone'),
    'identifier of a sign-in': signInWith((text) => ({ username: text, email: text })),
    'password of a sign-in': signInWith((text) => ({ password: text })),
  };

  /** Each of these calls hashes a password: they share half of the strings, except in the long run. */
  it.each(Object.entries(calls).map(([as, send], turn) => ({ as, send, turn })))(
    'do no harm as the $as',
    async ({ send, turn }) => {
      const isMine = (_text: string, index: number) => index % (2 * Object.keys(calls).length) === turn;
      const share = process.env.TEST_ALL ? strings : strings.filter(isMine);
      expect(await unlikeTheContract(send, share)).toEqual([]);
    },
    120_000,
  );

  it('do no harm as a code, a link or a challenge', async () => {
    const sends = [
      (text: string) => ({ path: 'auth/2fa', body: { mfa_token: text, code: text } }),
      (text: string) => ({ path: 'auth/password/reset', body: { token: text, password } }),
      (text: string) => ({ path: 'auth/password/forgot', body: { email: text } }),
      (text: string) => ({ path: 'auth/login', body: text }),
    ];
    for (const [turn, send] of sends.entries()) {
      const share = process.env.TEST_ALL
        ? strings
        : strings.filter((_, index) => index % sends.length === turn);
      expect(await unlikeTheContract(send, share)).toEqual([]);
    }
  }, 120_000);
});
