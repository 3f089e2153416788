import type { FrameData } from '@bank/contracts/embed-frame';
import type { PartnerApplication } from '../../libs/contracts/partner-applications';
import type { NewSecretKey } from '../../libs/contracts/partner-servers';
import type { EmbedSignup, Partner } from '../../libs/contracts/partners';
import type { Bank } from '../support/bank';
import { call } from '../support/http';
import { pdfFile } from '../support/identity-files';
import { password, somebody, someAddress } from './people';

/** The origin of the partners' pages. */
export const page = 'https://ponts.example';

type Mode = 'live' | 'test';

/** What happens on partners' pages and behind them, in a bank whose administrator has the token. */
export function partnersOf(bank: Bank, tokenOf: () => string) {
  const admin = <Body>(method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    call<Body>(method, `${bank.backOfficeUrl}/api/admin/${path}`, { token: tokenOf(), body, headers });
  const newPartner = async (name = 'Les Deux Ponts') =>
    (await admin<Partner>('POST', 'partners', { name, origins: [page] })).body;
  const keyOf = async ({ id }: Pick<Partner, 'id'>, mode: Mode) => {
    const { body } = await admin<Partner>('POST', `partners/${id}/keys`, { mode });
    return body.keys[0]?.key ?? '';
  };

  /** A new key for the partner's server. */
  const secretOf = async ({ id }: Pick<Partner, 'id'>, mode: Mode = 'live') =>
    (await admin<NewSecretKey>('POST', `partners/${id}/secret_keys`, { mode })).body;
  /** A partner with a key of a mode for its pages, and one for its server. */
  const partner = async (mode: Mode = 'live') => {
    const made = await newPartner();
    const key = mode === 'live' ? (made.keys[0]?.key ?? '') : await keyOf(made, 'test');
    return { made, key, secret: (await secretOf(made, mode)).secret };
  };
  /** Reads applications as a partner's server does. */
  const read = <Body = PartnerApplication & { code: string }>(
    token: string | undefined,
    path = '',
    headers: Record<string, string> = {},
  ) =>
    call<Body>('GET', `${bank.shellUrl}/api/partner/applications${path}`, {
      ...(token !== undefined && { token }),
      headers: { ...someAddress(), ...headers },
    });

  /** The document of a frame, and the configuration in it. */
  const frame = async (widget: string, partner: string, headers: Record<string, string> = {}, more = '') => {
    const address = `${bank.embedUrl}/embed/frame/${widget}?partner=${partner}&page=${page}${more}`;
    const answer = await call<string>('GET', address, {
      headers: { ...someAddress(), ...headers },
    });
    const data = /id="bank-frame">(.*?)<\/script>/.exec(answer.body)?.[1] ?? '{}';
    return { ...answer, data: JSON.parse(data) as FrameData };
  };
  const send = <Body = EmbedSignup & { code: string }>(
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ) =>
    call<Body>('POST', `${bank.embedUrl}/api/embed/${path}`, {
      body,
      headers: { origin: bank.embedUrl, ...someAddress(), ...headers },
    });

  /** An application from a page whose element has the attribute. */
  const apply = async (attribute: string, email = somebody().email, headers: Record<string, string> = {}) => {
    const { partner, token, reference } = (await frame('signup', attribute)).data;
    const person = { first_name: 'Élodie', last_name: 'Martin', email };
    return send('signup', { ...person, partner, token, ...(reference && { reference }) }, headers);
  };
  /** Opens the account of an application in the bank, and returns the customer's token. */
  const complete = async ({ code }: { code: string }) => {
    const arrival = await call('POST', `${bank.shellUrl}/continue`, {
      body: `code=${code}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: bank.embedUrl,
        ...someAddress(),
      },
    });
    const cookie = arrival.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { body } = await call<{ access_token: string; user: { id: number } }>(
      'POST',
      `${bank.shellUrl}/api/auth/continue`,
      { headers: { cookie, ...someAddress() }, body: { username: somebody().username, password } },
    );
    return { token: body.access_token, id: body.user.id };
  };
  /** The id of a person's identity file among those that wait, which are many in a shared bank. */
  const waitingFileOf = async (userId: number): Promise<number | undefined> => {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { body } = await admin<{
        submissions: { id: number; user_id: number }[];
        pagination: { pages: number };
      }>('GET', `kyc?status=pending&limit=100&page=${page}`);
      const found = body.submissions.find(({ user_id }) => user_id === userId);
      if (found) return found.id;
      pages = body.pagination.pages;
    }
    return undefined;
  };
  /** Sends the customer's identity file, which staff then decides on. */
  const decide = async (token: string, decision: object) => {
    const form = new FormData();
    const fields = { firstName: 'Élodie', lastName: 'Martin', birthDate: '1990-05-17', address: '1 rue A' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('documents', new Blob([new Uint8Array(pdfFile())]), 'a.pdf');
    await call('POST', `${bank.shellUrl}/api/kyc`, { token, body: form });
    const { body: me } = await call<{ id: number }>('GET', `${bank.shellUrl}/api/auth/me`, { token });
    return admin('POST', `kyc/${await waitingFileOf(me.id)}/review`, decision);
  };
  return { admin, newPartner, keyOf, secretOf, partner, read, frame, send, apply, complete, decide };
}
