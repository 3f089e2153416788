import { errorBody } from '@bank/contracts/errors';
import { startBank, type Bank } from '../support/bank';
import { call } from '../support/http';
import naughtyStrings from '../data/naughty-strings.json';
import { password, somebody, someAddress } from './people';

let bank: Bank;

beforeAll(async () => {
  bank = await startBank({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => bank.stop());

/** Half a surrogate pair, what JSON can say and no text is. */
const strings = [...naughtyStrings, '\ud800', '\u0000', 'a\u0000b', 'é'.repeat(5_000)];

/** Sends the strings a few at a time, and answers what was not answered in the wire's form. */
async function unlikeTheContract(
  send: (text: string) => { path: string; body: unknown },
  sent = strings,
): Promise<string[]> {
  const odd: string[] = [];
  for (let at = 0; at < sent.length; at += 10) {
    const some = sent.slice(at, at + 10);
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
  const fields = ['username', 'email', 'password', 'first_name', 'last_name', 'phone'];
  /** Each sign-up costs a password's hash: the fields share the strings, but for the long run. */
  const shareOf = (field: string) =>
    process.env.TEST_ALL
      ? strings
      : strings.filter((_text, index) => index % fields.length === fields.indexOf(field));

  it.each(fields)(
    'do no harm as the %s of a sign-up',
    async (field) => {
      const signUp = (text: string) => ({ path: 'auth/signup', body: { ...somebody(), [field]: text } });
      expect(await unlikeTheContract(signUp, shareOf(field))).toEqual([]);
    },
    120_000,
  );

  it('do no harm as the identifier or password of a sign-in', async () => {
    expect(
      await unlikeTheContract((text) => ({
        path: 'auth/login',
        body: { username: text, email: text, password },
      })),
    ).toEqual([]);
    expect(
      await unlikeTheContract((text) => ({
        path: 'auth/login',
        body: { username: somebody().username, password: text },
      })),
    ).toEqual([]);
  }, 120_000);

  it('do no harm as a code, a link or a challenge', async () => {
    for (const send of [
      (text: string) => ({ path: 'auth/2fa', body: { mfa_token: text, code: text } }),
      (text: string) => ({ path: 'auth/password/reset', body: { token: text, password } }),
      (text: string) => ({ path: 'auth/password/forgot', body: { email: text } }),
      (text: string) => ({ path: 'auth/login', body: text }),
    ]) {
      expect(await unlikeTheContract(send)).toEqual([]);
    }
  }, 120_000);
});
