/** @jest-environment ./tests/support/bank-environment.ts */
import { ibanCountry, isIban } from '@bank/contracts/iban';
import { ribParts } from '@bank/contracts/rib';
import type { AccountList } from '../../libs/contracts/accounts';
import type { TransactionList } from '../../libs/contracts/transactions';
import { demonstrationPerson, newCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { pdfPages } from '../support/pdf';
import { sharedBank } from '../support/shared-bank';

const { bank } = sharedBank();
let person: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  person = await newCustomer(bank.shellUrl, { first_name: 'Élodie', last_name: 'Lefèvre' });
  stranger = await newCustomer(bank.shellUrl);
});

const read = <Body = Record<string, unknown>>(path: string, who = person) =>
  call<Body>('GET', `${bank.shellUrl}/api/accounts${path}`, { token: who.token });

async function accountOf(who: SignedIn) {
  const [account] = (await read<AccountList>('', who)).body.accounts;
  if (!account) throw new Error('the person has no account');
  return account;
}

async function fileOf(path: string, { token }: SignedIn = person, language = 'fr') {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language };
  const answer = await fetch(`${bank.shellUrl}/api/accounts${path}`, { headers });
  return { status: answer.status, headers: answer.headers, file: Buffer.from(await answer.arrayBuffer()) };
}

describe('the accounts of a customer', () => {
  it('have their number, balances and opening', async () => {
    await call('POST', `${bank.shellUrl}/api/balance/update`, {
      token: person.token,
      body: { amount: 120.5, type: 'add' },
    });
    const { status, body } = await read<AccountList>('');
    expect([status, body]).toEqual([
      200,
      {
        accounts: [
          {
            id: expect.any(Number) as number,
            currency: 'EUR',
            account_number: expect.stringMatching(/^FR\d{25}$/) as string,
            bic: 'BPCSFRPPXXX',
            current_balance: 120.5,
            available_balance: 120.5,
            status: 'open',
            opened_at: expect.stringMatching(/Z$/) as string,
          },
        ],
      },
    ]);
    expect(isIban(body.accounts[0]?.account_number ?? '')).toBe(true);
    // The country of a BIC (ISO 9362) is that of its IBANs.
    expect(body.accounts[0]?.bic.slice(4, 6)).toBe(ibanCountry(body.accounts[0]?.account_number ?? ''));
  });

  it('are visible to a session only', async () => {
    expect((await call('GET', `${bank.shellUrl}/api/accounts`)).status).toBe(401);
  });
});

describe('the transactions of an account', () => {
  it('are those of the customer, with the same filters', async () => {
    const marie = await demonstrationPerson(bank.shellUrl, 'marie');
    const { id } = await accountOf(marie);
    for (const query of ['', '?page=2&limit=7', '?type=payment&status=pending', '?search=loyer']) {
      const { body } = await read<TransactionList>(`/${id}/transactions${query}`, marie);
      const own = await call('GET', `${bank.shellUrl}/api/user/transactions${query}`, { token: marie.token });
      expect(body).toEqual(own.body);
      expect(body.transactions.every(({ currency }) => currency === 'EUR')).toBe(true);
    }
    expect((await read(`/${id}/transactions?type=gift`, marie)).status).toBe(400);
  });
});

describe('the bank details (RIB)', () => {
  it('are an accessible PDF file in both languages', async () => {
    const { id, account_number: iban } = await accountOf(person);
    const { status, headers, file } = await fileOf(`/${id}/rib`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain('attachment; filename="rib-EUR.pdf"');
    const [page = ''] = pdfPages(file);
    const grouped = iban.replace(/.{4}(?=.)/g, '$& ');
    for (const text of [
      'Relevé d’identité bancaire (RIB)',
      'Élodie Lefèvre',
      grouped,
      'BPCSFRPPXXX',
      'Bank PCS Paris',
    ])
      expect(page.split('\n')).toContain(text);
    const parts = ribParts(iban);
    for (const [name, value] of [
      ['Code banque', parts?.bankCode],
      ['Code guichet', parts?.branchCode],
      ['Numéro de compte', parts?.accountNumber],
      ['Clé RIB', parts?.key],
    ]) {
      expect(page.split('\n')).toEqual(expect.arrayContaining([name, value]));
    }
    const source = file.toString('latin1');
    for (const mark of [/\/Lang \(fr\)/, /\/MarkInfo/, /\/DisplayDocTitle true/, /\/S \/H1/, /\/S \/TH/]) {
      expect(source).toMatch(mark);
    }
    const english = await fileOf(`/${id}/rib?lang=en`);
    expect(pdfPages(english.file)[0]).toContain('Bank details (RIB)');
    expect(english.file.toString('latin1')).toMatch(/\/Lang \(en\)/);
    expect(pdfPages((await fileOf(`/${id}/rib`, person, 'en')).file)[0]).toContain('Account holder');
    expect((await fileOf(`/${id}/rib?lang=de`)).status).toBe(400);
  });
});

describe('another customer’s account', () => {
  it.each(['/transactions', '/rib', '/statements', '/statements/2026-01?format=csv'])(
    'does not exist for a customer: %s',
    async (path) => {
      const { id } = await accountOf(stranger);
      for (const each of [id, 1, 0, 999_999_999, 'x', '-1', '1e3']) {
        const { status, body } = await read<{ code: string }>(`/${each}${path}`);
        expect([each, status, body.code]).toEqual([each, 404, 'NOT_FOUND']);
      }
      expect((await call('GET', `${bank.shellUrl}/api/accounts/${id}${path}`)).status).toBe(401);
    },
  );
});
