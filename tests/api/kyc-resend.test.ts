/** @jest-environment ./tests/support/bank-environment.ts */
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { pdfFile, pngFile } from '../support/identity-files';
import { outboxOf } from '../support/outbox';
import { sharedBank } from '../support/shared-bank';
import { untilThereAre } from '../support/until';

interface Document {
  id: number;
  kind: string;
  name: string;
  fault: string | null;
  fault_text: string | null;
}
interface Kyc {
  status: string;
  documents: Document[];
  code?: string;
  fields?: Record<string, string>;
}

const { bank, database } = sharedBank();
let admin: SignedIn;

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await promote(database, admin);
});

type File = [kind: string, name: string, content?: Buffer];

function form(files: File[], texts: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(texts)) body.append(name, value);
  for (const [kind] of files) body.append('kinds', kind);
  for (const [, name, content = pngFile()] of files) {
    body.append('documents', new Blob([new Uint8Array(content)]), name);
  }
  return body;
}

const post = <Body = Kyc>({ token }: SignedIn, path: string, body: unknown) =>
  call<Body>('POST', `${bank.shellUrl}/api/${path}`, { token, body });
const read = async ({ token }: SignedIn) =>
  (await call<Kyc>('GET', `${bank.shellUrl}/api/kyc`, { token })).body;

const all: File[] = [
  ['identity', 'passeport.pdf', pdfFile()],
  ['address', 'facture.png'],
  ['selfie', 'moi.png'],
];
const fields = { firstName: 'Élodie', lastName: 'Martin', birthDate: '1990-05-17', address: '1 rue A' };

/** The pending submission of a person, with its documents, as the reviewer sees it. */
async function submission(person: SignedIn) {
  const [row] = await database.rows(
    `SELECT id FROM kyc_submissions WHERE user_id = ? AND status = 'pending'`,
    [person.id],
  );
  return Number(row?.id ?? 0);
}
const idOf = ({ documents }: Kyc, kind: string) => documents.find((each) => each.kind === kind)?.id ?? 0;

/** Somebody whose submission was rejected for some of its documents. */
async function rejected(faults: { kind: string; fault: string; text?: string }[], reason?: string) {
  const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  const sent = (await post(person, 'kyc', form(all, fields))).body;
  const documents = faults.map(({ kind, ...fault }) => ({ id: idOf(sent, kind), ...fault }));
  const id = await submission(person);
  const answer = await post(admin, `admin/kyc/${id}/review`, { status: 'rejected', reason, documents });
  return { person, sent, answer };
}
const blurred = { kind: 'identity', fault: 'illegible' };

describe('a rejection that names documents', () => {
  it('states which to send again and why, on the page, in the notification and by mail', async () => {
    const words = { kind: 'selfie', fault: 'other', text: 'Sans lunettes, merci.' };
    const { person, answer } = await rejected([blurred, words], 'Presque bon.');
    expect(answer.status).toBe(200);
    const expected = [
      { kind: 'identity', fault: 'illegible', fault_text: null },
      { kind: 'address', fault: null, fault_text: null },
      { kind: 'selfie', fault: 'other', fault_text: 'Sans lunettes, merci.' },
    ];
    expect(answer.body.documents).toMatchObject(expected);
    expect(await read(person)).toMatchObject({ status: 'rejected', documents: expected });
    const { body } = await call('GET', `${bank.shellUrl}/api/notifications`, { token: person.token });
    const said = 'pièce d’identité (illisible), selfie avec la pièce d’identité (à refaire)';
    expect(JSON.stringify(body)).toContain(said);
    const mails = () => outboxOf(bank.dataDir, 'eml', 'Documents à renvoyer');
    const own = async () => (await mails()).filter((mail) => mail.includes(person.email));
    expect((await untilThereAre(1, own))[0]).toContain(said);
  });

  it('takes only those again, and keeps the others as they were', async () => {
    const { person, sent } = await rejected([blurred]);
    const refused = async (files: File[], field: string) => {
      const { status, body } = await post(person, 'kyc/resend', form(files));
      expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([422, 'INVALID_FIELDS', [field]]);
    };
    await refused([['address', 'autre.png']], 'documents.0');
    await refused(
      [
        ['identity', 'cni.png'],
        ['selfie', 'moi.png'],
      ],
      'documents.1',
    );
    const again = await post(person, 'kyc/resend', form([['identity', 'cni.png']]));
    expect(again).toMatchObject({ status: 201, body: { status: 'pending', why: { state: 'held' } } });
    expect(await read(person)).toEqual(again.body);
    expect(again.body.documents.map(({ kind, name, fault }) => [kind, name, fault])).toEqual([
      ['address', 'facture.png', null],
      ['selfie', 'moi.png', null],
      ['identity', 'cni.png', null],
    ]);
    const contents = await database.rows(
      'SELECT first_name, DATE_FORMAT(birth_date, "%Y-%m-%d") AS born FROM kyc_submissions WHERE user_id = ? ORDER BY id DESC LIMIT 1',
      [person.id],
    );
    expect(contents).toEqual([{ first_name: 'Élodie', born: '1990-05-17' }]);
    const kept = await call<Buffer>(
      'GET',
      `${bank.shellUrl}/api/kyc/documents/${idOf(again.body, 'address')}`,
      {
        token: person.token,
      },
    );
    expect([kept.status, idOf(again.body, 'address') > idOf(sent, 'address')]).toEqual([200, true]);
    const once = await post(person, 'kyc/resend', form([['identity', 'cni.png']]));
    expect(once).toMatchObject({ status: 409, body: { code: 'KYC_NOTHING_TO_RESEND' } });
  });

  it('takes all of them at once, and still a whole new submission', async () => {
    const { person } = await rejected([blurred, { kind: 'selfie', fault: 'face_hidden' }]);
    const half = await post(person, 'kyc/resend', form([['identity', 'cni.png']]));
    expect(half).toMatchObject({ status: 422, body: { fields: { documents: expect.any(String) } } });
    expect((await post(person, 'kyc', form(all, fields))).status).toBe(201);
    expect((await read(person)).documents.map(({ fault }) => fault)).toEqual(all.map(() => null));
  });

  it('names no document of another submission, none twice, none when it approves, and wants words for other faults', async () => {
    const other = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const foreign = (await post(other, 'kyc', form(all, fields))).body;
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const sent = (await post(person, 'kyc', form(all, fields))).body;
    const id = await submission(person);
    const own = { id: idOf(sent, 'identity'), fault: 'expired' };
    const bad: [string, object][] = [
      ['rejected', [{ ...own, id: idOf(foreign, 'identity') }]],
      ['rejected', [own, own]],
      ['rejected', [{ ...own, fault: 'other' }]],
      ['rejected', [{ ...own, fault: 'ugly' }]],
      ['approved', [own]],
    ];
    for (const [status, documents] of bad) {
      const answer = await post(admin, `admin/kyc/${id}/review`, { status, documents });
      expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_FIELDS']);
    }
    expect(await read(person)).toMatchObject({ status: 'pending' });
  });

  it('is resent once of five copies at the same moment, and only by its person', async () => {
    const { person } = await rejected([blurred]);
    const stranger = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    expect(await post(stranger, 'kyc/resend', form([['identity', 'cni.png']]))).toMatchObject({
      status: 409,
      body: { code: 'KYC_NOTHING_TO_RESEND' },
    });
    const copies = Array.from({ length: 5 }, () =>
      post(person, 'kyc/resend', form([['identity', 'cni.png']])),
    );
    const counted = (await Promise.all(copies)).map(({ status }) => status).sort();
    expect(counted).toEqual([201, 409, 409, 409, 409]);
  });
});
