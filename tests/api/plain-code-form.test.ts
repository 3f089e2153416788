/** @jest-environment ./tests/support/bank-environment.ts */
import { generateSync } from 'otplib';
import { sharedBank } from '../support/shared-bank';
import { callsFrom, password } from './people';

const { bank, database } = sharedBank();

/** A form as a browser without JavaScript sends it. */
const post = (fields: Record<string, string>, address = '/login') =>
  fetch(bank.shellUrl + address, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'accept-language': 'fr',
    },
    body: new URLSearchParams(fields),
  });

const sessionOf = (answer: Response) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith('bank_session='));

const codeAt = (secret: string) => generateSync({ secret });

/** A person with a second factor. */
async function protectedPerson() {
  const own = callsFrom(bank.shellUrl);
  const person = await own.signUp();
  const { body } = await own.post<{ secret: string }>('settings/2fa/setup', {}, person.access_token);
  const proof = { code: codeAt(body.secret), password };
  const enabled = await own.post<{ recovery_codes: string[] }>(
    'settings/2fa/enable',
    proof,
    person.access_token,
  );
  // The code that turned it on counts as used for half a minute.
  await database.rows('UPDATE two_factor SET last_step = last_step - 10 WHERE user_id = ?', [person.id]);
  const [recovery = ''] = enabled.body.recovery_codes;
  return { secret: body.secret, recovery, login: { username: person.email, password } };
}

const tokenIn = (html: string) => /name="mfa_token" value="([^"]+)"/.exec(html)?.[1] ?? '';

it('asks for the code after the password, and opens the session with it', async () => {
  const { secret, login } = await protectedPerson();
  const first = await post(login, '/login?from=%2Fdashboard%2Fcards');
  const html = await first.text();
  expect([first.status, sessionOf(first)]).toEqual([200, undefined]);
  expect(html).toContain('Votre mot de passe est juste.');
  expect(html).toMatch(/<label for="code">Code à 6 chiffres<\/label>/);
  expect(html).not.toMatch(/name="password"/);
  const [, address] = /<form class="plain-code" method="post" action="([^"]*)"/.exec(html) ?? [];
  const second = await post({ mfa_token: tokenIn(html), code: codeAt(secret) }, address);
  expect([second.status, second.headers.get('location')]).toEqual([303, '/dashboard/cards']);
  expect(sessionOf(second)).toMatch(/HttpOnly; SameSite=Strict/);
});

it('takes a recovery code too, and a wrong code can be corrected', async () => {
  const { recovery, login } = await protectedPerson();
  const token = tokenIn(await (await post(login)).text());
  const wrong = await post({ mfa_token: token, code: '"><script>1' });
  const html = await wrong.text();
  expect(wrong.status).toBeGreaterThanOrEqual(400);
  expect([sessionOf(wrong), tokenIn(html)]).toEqual([undefined, token]);
  expect(html).toMatch(/<div class="plain-note" role="alert">/);
  expect(html).not.toContain('<script>1');
  const right = await post({ mfa_token: token, code: recovery });
  expect([right.status, sessionOf(right) !== undefined]).toEqual([303, true]);
});

it('begins again with the password once the token is unknown', async () => {
  const answer = await post({ mfa_token: '"><b>made-up', code: '123456' });
  const html = await answer.text();
  expect([answer.status >= 400, sessionOf(answer)]).toEqual([true, undefined]);
  expect(html).toContain('name="password"');
  expect(html).not.toContain('<b>made-up');
});
