/** @jest-environment ./tests/support/bank-environment.ts */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { addDays } from '@bank/contracts/days';
import type { KycQueue, KycSubmission } from '@bank/contracts/kyc';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { sharedBank } from '../support/shared-bank';
import { approveIdentity, newCustomer, promote, type SignedIn } from '../support/customers';
import { listen } from '../support/event-stream';
import { call } from '../support/http';
import { jpegFile, pdfFile, pngFile } from '../support/identity-files';

interface Kyc {
  status: string;
  submitted_at: string | null;
  reviewed_at: string | null;
  verificationDate: string | null;
  expiryDate: string | null;
  reason: string | null;
  documents: { id: number; kind: string; name: string; size: number; status: string }[];
  why?: { state: string; reason: string } | null;
}

const { bank, database } = sharedBank();
let admin: SignedIn;

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await promote(database, admin);
});
const pdf = pdfFile();
const png = pngFile();

type File = [name: string, content: Buffer];

function form(files: File[], kinds: string[] = [], texts: Record<string, string> = {}) {
  const body = new FormData();
  const fields = { firstName: 'Élodie', lastName: 'Martin', birthDate: '1990-05-17', address: '1 rue A' };
  for (const [name, value] of Object.entries({ ...fields, ...texts })) body.append(name, value);
  for (const kind of kinds) body.append('kinds', kind);
  for (const [name, content] of files) body.append('documents', new Blob([new Uint8Array(content)]), name);
  return body;
}

const submit = ({ token }: SignedIn, body: unknown, headers: Record<string, string> = {}) =>
  call<Kyc & { code?: string; fields?: object }>('POST', `${bank.shellUrl}/api/kyc`, {
    token,
    body,
    headers,
  });
const read = async ({ token }: SignedIn) =>
  (await call<Kyc>('GET', `${bank.shellUrl}/api/kyc`, { token })).body;
const stored = () => readdir(path.join(bank.dataDir, 'documents')).catch(() => []);
const queue = async (query = '') =>
  (
    await call<{ submissions: (Kyc & { id: number; user_id: number })[] }>(
      'GET',
      `${bank.shellUrl}/api/admin/kyc${query}`,
      { token: admin.token },
    )
  ).body.submissions;
const review = (id: number | undefined, body: unknown, token = admin.token) =>
  call<Kyc & { code?: string }>('POST', `${bank.shellUrl}/api/admin/kyc/${id}/review`, { token, body });
const pendingOf = async ({ id }: SignedIn) =>
  (await queue('?limit=100')).find(({ user_id }) => user_id === id)?.id;

describe('a submission', () => {
  it('is stored with its documents and awaits review', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    expect(await read(person)).toEqual({
      status: 'pending',
      submitted_at: null,
      reviewed_at: null,
      verificationDate: null,
      expiryDate: null,
      reason: null,
      reviewed_by: null,
      documents: [],
      why: {
        state: 'blocked',
        reason: 'Votre identité n’est pas encore vérifiée.',
        until: null,
        appeal: null,
        next_step: {
          action: 'verify_identity',
          path: '/dashboard/kyc',
          text: 'Faites vérifier votre identité.',
        },
      },
    });
    const files: File[] = [
      ['passeport.pdf', pdf],
      ['moi.png', png],
    ];
    const { status, body } = await submit(person, form(files, ['identity', 'selfie']));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'pending',
      documents: [
        { kind: 'identity', name: 'passeport.pdf', size: pdf.length, status: 'pending' },
        { kind: 'selfie', name: 'moi.png', size: png.length },
      ],
    });
    expect(body.submitted_at).toMatch(/Z$/);
    expect(body.why).toMatchObject({ state: 'held' });
    expect(await read(person)).toEqual(body);
    const me = await call('GET', `${bank.shellUrl}/api/auth/me`, { token: person.token });
    expect(me.body).toMatchObject({ kyc_status: 'pending', kyc_submitted_at: body.submitted_at });
  });

  it('takes a file whose kind is empty for an identity document', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const files: File[] = [
      ['a.pdf', pdf],
      ['b.png', png],
    ];
    const { body } = await submit(person, form(files, ['', 'selfie']));
    expect(body.documents.map(({ kind }) => kind)).toEqual(['identity', 'selfie']);
  });

  it('takes an address of any words, in any script', async () => {
    for (const address of ['3 rue', 'Reykjavík', '東京都千代田区丸の内一丁目9番1号', '1-2-3,Marunouchi']) {
      const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
      expect((await submit(person, form([['a.png', png]], [], { address }))).status).toBe(201);
    }
  });

  it('stores each file encrypted and readable by the server only, under a random name', async () => {
    const before = new Set(await stored());
    await submit(
      await newCustomer(bank.shellUrl, {}, { verified: 'email' }),
      form([['../../etc/passeport.pdf', pdf]]),
    );
    const [file = ''] = (await stored()).filter((name) => !before.has(name));
    expect(file).toMatch(/^[0-9a-f]{32}$/);
    const where = path.join(bank.dataDir, 'documents', file);
    expect((await stat(where)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(where))).mode & 0o777).toBe(0o700);
    const content = await readFile(where);
    expect(content.subarray(0, 8).toString()).toBe('BANKSEAL');
    expect(content.includes('of a passport')).toBe(false);
  });

  it('supersedes an earlier file that is not reviewed yet', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    const first = await pendingOf(person);
    await submit(person, form([['b.pdf', pdf]]));
    expect((await read(person)).documents.map(({ name }) => name)).toEqual(['b.pdf']);
    const gone = await call('GET', `${bank.shellUrl}/api/admin/kyc/${first}`, { token: admin.token });
    expect(gone).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await review(first, { status: 'approved' })).toMatchObject({
      status: 409,
      body: { code: 'KYC_NOT_PENDING' },
    });
  });

  it('happens once under one key, and a repeat leaves no files behind', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const before = (await stored()).length;
    const headers = { 'idempotency-key': 'kyc-once' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => submit(person, form([['a.pdf', pdf]]), headers)),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect((await stored()).length).toBe(before + 1);
    const english = { ...headers, 'accept-language': 'en' };
    const { body } = await submit(person, form([['a.pdf', pdf]]), english);
    expect(body).toEqual({ ...answers[0]?.body, why: expect.objectContaining({ state: 'held' }) as object });
    expect(body.why?.reason).not.toBe(answers[0]?.body.why?.reason);
    const other = await submit(person, form([['a.pdf', pdfFile('another')]]), headers);
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect((await stored()).length).toBe(before + 1);
  });

  it('is refused for a file of another type, too large, too many or none, and stores nothing', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const before = (await stored()).length;
    const page = Buffer.from('<html><script>alert(1)</script>');
    const refused = { status: 422, body: { code: 'DOCUMENT_TYPE_REFUSED' } };
    expect(await submit(person, form([['a.pdf', page]]))).toMatchObject(refused);
    expect(await submit(person, form([['a.png', pdf]]))).toMatchObject(refused);
    expect(await submit(person, form([['a.svg', page]]))).toMatchObject(refused);
    const both: File[] = [
      ['a.pdf', pdf],
      ['b.pdf', Buffer.alloc(0)],
    ];
    // The file is named by its place, among others that are good.
    const second = { 'documents.1': expect.stringMatching(/PDF, JPG/) };
    expect(await submit(person, form(both))).toMatchObject({ ...refused, body: { fields: second } });
    const large = Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]);
    expect(await submit(person, form([['a.pdf', large]]))).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE' },
    });
    const many = Array.from({ length: 11 }, (_, at): File => [`${at}.pdf`, pdf]);
    expect(await submit(person, form(many))).toMatchObject({ status: 413 });
    expect(await submit(person, form([]))).toMatchObject({
      status: 422,
      body: { fields: { documents: 'Ce champ est obligatoire.' } },
    });
    expect((await stored()).length).toBe(before);
    expect((await read(person)).submitted_at).toBeNull();
  });

  it('is refused when a text is missing or wrong', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const file: File = ['a.pdf', pdf];
    const tomorrow = addDays(parisDay(new Date()), 1);
    for (const [texts, kinds, field] of [
      [{ firstName: ' ' }, [], 'firstName'],
      [{ birthDate: tomorrow }, [], 'birthDate'],
      [{ birthDate: '17/05/1990' }, [], 'birthDate'],
      [{ address: ' ' }, [], 'address'],
      [{ address: 'x'.repeat(201) }, [], 'address'],
      [{}, ['passport'], 'kinds.0'],
      [{}, ['identity', 'selfie'], 'kinds'],
    ] as const) {
      const { status, body } = await submit(person, form([file], [...kinds], texts));
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
    }
    const json = await submit(person, { firstName: 'É' });
    expect(json).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    const cut = await submit(person, '--x\r\nContent-Disposition: form-data; name="firstName"\r\n\r\nÉ', {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect(cut).toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } });
  });

  it('is refused for an unreadable file, which is named, and stores nothing', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const before = (await stored()).length;
    const cutShort = (file: Buffer) => file.subarray(0, 40);
    const unreadable: File[] = [
      ['a.pdf', Buffer.from('%PDF-1.7 abcdef')],
      ['no-page.pdf', Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj')],
      ['program.pdf', pdfFile('', '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')],
      ['head.png', Buffer.concat([png.subarray(0, 8), Buffer.from('of a face')])],
      ['no-pixel.png', cutShort(png)],
      ['head.jpg', Buffer.concat([jpegFile.subarray(0, 20), Buffer.from('of a face')])],
      // Small to send, gigabytes when unpacked.
      ['bomb.png', pngFile(30_000, 30_000, Buffer.alloc(1_000_000))],
    ];
    for (const file of unreadable) {
      const { status, body } = await submit(person, form([['good.png', png], file]));
      expect([file[0], status, body.code, Object.keys(body.fields ?? {})]).toEqual([
        file[0],
        422,
        'DOCUMENT_UNREADABLE',
        ['documents.1'],
      ]);
    }
    expect((await stored()).length).toBe(before);
    const files: File[] = [
      ['a.pdf', pdf],
      ['a.png', png],
      ['a.jpg', jpegFile],
      ['a.jpeg', jpegFile],
    ];
    expect((await submit(person, form(files))).status).toBe(201);
  });

  it('is refused before the 18th birthday in Paris, and accepted from then on', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const today = parisDay(new Date());
    const eighteen = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`;
    const young = await submit(person, form([['a.png', png]], [], { birthDate: addDays(eighteen, 1) }));
    expect([young.status, young.body.fields]).toEqual([
      422,
      { birthDate: expect.stringMatching(/18\sans/) as string },
    ]);
    const grown = await submit(person, form([['a.png', png]], [], { birthDate: addDays(eighteen, -1) }));
    expect(grown.status).toBe(201);
  });

  it('under another name than the account’s is marked, ignoring accents, case and order', async () => {
    const person = await newCustomer(
      bank.shellUrl,
      { first_name: 'Élodie', last_name: 'N’Diaye Martin' },
      { verified: 'email' },
    );
    for (const [firstName, lastName, differs] of [
      ['MARTIN', "n'diaye elodie", false],
      ['Zoé', 'Roy', true],
    ] as const) {
      await submit(person, form([['a.png', png]], [], { firstName, lastName }));
      const listed = (await queue('?limit=100')).find(({ user_id: owner }) => owner === person.id);
      expect(listed).toMatchObject({ nameDiffers: differs, accountName: 'Élodie N’Diaye Martin' });
    }
  });

  it('requires a session, and no other route accepts a form', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    expect((await call('POST', `${bank.shellUrl}/api/kyc`, { body: form([['a.pdf', pdf]]) })).status).toBe(
      401,
    );
    const elsewhere = await call('POST', `${bank.shellUrl}/api/contact`, {
      body: form([]),
      token: person.token,
    });
    expect(elsewhere.status).toBe(415);
  });
});

describe('a document', () => {
  it('is shown to its owner and to administrators, and to nobody else', async () => {
    const [owner, other] = [
      await newCustomer(bank.shellUrl, {}, { verified: 'email' }),
      await newCustomer(bank.shellUrl, {}, { verified: 'email' }),
    ];
    const files: File[] = [
      ['pièce "d’identité".pdf', pdf],
      ['moi.png', png],
    ];
    const { body } = await submit(owner, form(files));
    const [paper, picture] = body.documents.map(({ id }) => `${bank.shellUrl}/api/kyc/documents/${id}`);
    const mine = await fetch(paper ?? '', { headers: { authorization: `Bearer ${owner.token}` } });
    expect(Buffer.from(await mine.arrayBuffer())).toEqual(pdf);
    expect(Object.fromEntries(mine.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
    });
    const disposition = mine.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[\w.-]+\.pdf"; filename\*=UTF-8''pi%C3%A8ce/);
    const shown = await call('GET', picture ?? '', { token: admin.token });
    expect(shown.headers.get('content-disposition')).toMatch(/^inline; /);
    expect((await call('GET', paper ?? '', { token: other.token })).status).toBe(404);
    expect((await call('GET', paper ?? '')).status).toBe(401);
    const lines = await database.rows(`SELECT action FROM audit_log WHERE user_id = ?`, [admin.id]);
    expect(lines).toContainEqual({ action: 'kyc.document_viewed' });
  });

  it('is shown to administrators only while they are shown its submission', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const sent = async () => (await submit(person, form([['a.pdf', pdf]]))).body.documents[0]?.id;
    const [first, second] = [await sent(), await sent()];
    const status = async (id: number | undefined, { token }: { token: string }) =>
      (
        await fetch(`${bank.shellUrl}/api/kyc/documents/${id}`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    expect([await status(first, admin), await status(second, admin)]).toEqual([404, 200]);
    expect(await status(first, person)).toBe(200);
    const gone = await call('DELETE', `${bank.shellUrl}/api/admin/users/${person.id}`, {
      token: admin.token,
    });
    expect(gone.status).toBe(204);
    expect(await status(second, admin)).toBe(404);
  });
});

it('an identity that an administrator approves without a submission is valid for two years', async () => {
  const person = await newCustomer(bank.shellUrl);
  await approveIdentity(bank.shellUrl, person);
  const { status, reviewed_at, verificationDate, expiryDate } = await read(person);
  expect([status, reviewed_at]).toEqual(['approved', null]);
  expect(Math.abs(Date.now() - Date.parse(verificationDate ?? ''))).toBeLessThan(60_000);
  expect(Number(expiryDate?.slice(0, 4)) - Number(verificationDate?.slice(0, 4))).toBe(2);
});

it('an identity that an administrator sets back is asked for again, with no file that waits', async () => {
  const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await submit(person, form([['a.pdf', pdf]]));
  const { email } = person;
  const names = { first_name: 'Zoé', last_name: 'Roy' };
  const set = (kyc_status: string) =>
    call('PUT', `${bank.shellUrl}/api/admin/users/${person.id}`, {
      token: admin.token,
      body: { email, ...names, role: 'user', status: 'active', kyc_status },
    });
  expect((await set('rejected')).status).toBe(200);
  expect(await read(person)).toMatchObject({ status: 'rejected', submitted_at: expect.any(String) });
  expect((await set('pending')).status).toBe(200);
  expect(await read(person)).toMatchObject({
    status: 'pending',
    submitted_at: null,
    why: { reason: 'Votre identité n’est pas encore vérifiée.' },
  });
  const told = await database.rows('SELECT text_key FROM notifications WHERE user_id = ?', [person.id]);
  expect(told.filter(({ text_key }) => text_key === 'identity_set_back')).toHaveLength(1);
  expect((await set('pending')).status).toBe(200);
  expect((await submit(person, form([['b.pdf', pdf]]))).status).toBe(201);
  expect((await set('pending')).status).toBe(200);
  expect(await pendingOf(person)).toBeGreaterThan(0);
  expect((await read(person)).submitted_at).not.toBeNull();
});

it('an identity that an administrator rejects without a file is notified, and its old review is not shown', async () => {
  const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await submit(person, form([['a.pdf', pdf]]));
  await review(await pendingOf(person), { status: 'approved' });
  const longAgo = 'UPDATE kyc_submissions SET reviewed_at = reviewed_at - INTERVAL 100 DAY WHERE user_id = ?';
  await database.rows(longAgo, [person.id]);
  const { email } = person;
  const set = (kyc_status: string) =>
    call('PUT', `${bank.shellUrl}/api/admin/users/${person.id}`, {
      token: admin.token,
      body: { email, first_name: 'Zoé', last_name: 'Roy', role: 'user', status: 'active', kyc_status },
    });
  const page = await listen(bank.shellUrl, person.token);
  expect((await set('rejected')).status).toBe(200);
  expect((await page.next('kyc')).data).toEqual({ status: 'rejected' });
  page.close();
  expect(await read(person)).toMatchObject({
    status: 'rejected',
    reviewed_at: null,
    reason: null,
    reviewed_by: null,
    why: { state: 'refused', until: null },
  });
  const appeal = new FormData();
  appeal.append('about', 'identity');
  appeal.append('text', 'Mes documents sont bons.');
  const appealed = await call('POST', `${bank.shellUrl}/api/appeals`, { token: person.token, body: appeal });
  expect(appealed.status).toBe(201);
  expect((await set('approved')).status).toBe(200);
  const told = await database.rows('SELECT text_key FROM notifications WHERE user_id = ? ORDER BY id', [
    person.id,
  ]);
  expect(told.map(({ text_key }) => text_key)).toEqual(['kyc_approved', 'kyc_rejected', 'kyc_approved']);
});

it('an identity that an administrator rejects after an approval does not show an earlier rejection', async () => {
  const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await submit(person, form([['a.pdf', pdf]]));
  await review(await pendingOf(person), { status: 'rejected', reason: 'Photo floue' });
  await approveIdentity(bank.shellUrl, person);
  await database.rows(`UPDATE users SET kyc_status = 'rejected' WHERE id = ?`, [person.id]);
  expect(await read(person)).toMatchObject({ status: 'rejected', reviewed_at: null, reason: null });
});

it('an identity whose waiting file is withdrawn for another name is asked for again', async () => {
  const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await submit(person, form([['a.pdf', pdf]]));
  const changed = await call('PUT', `${bank.shellUrl}/api/admin/users/${person.id}`, {
    token: admin.token,
    body: {
      email: person.email,
      first_name: 'Zoé',
      last_name: 'Roy',
      role: 'user',
      status: 'active',
      kyc_status: 'pending',
    },
  });
  expect(changed.status).toBe(200);
  expect(await read(person)).toMatchObject({
    status: 'pending',
    submitted_at: null,
    documents: [],
    why: { state: 'blocked' },
  });
});

it('an identity that has run out keeps its dates until documents are sent again', async () => {
  const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await approveIdentity(bank.shellUrl, person);
  const asked = "UPDATE users SET kyc_status = 'pending', kyc_submitted_at = NULL WHERE id = ?";
  await database.rows(asked, [person.id]);
  const none = { verificationDate: null, expiryDate: null };
  // Asked for again for another reason, such as a new name: the approval is void.
  expect(await read(person)).toMatchObject({ status: 'pending', ...none });
  const runOut = 'UPDATE users SET identity_approved_at = ? WHERE id = ?';
  await database.rows(runOut, [new Date('2021-03-04T11:00:00Z'), person.id]);
  expect(await read(person)).toMatchObject({
    status: 'pending',
    verificationDate: '2021-03-04T11:00:00.000Z',
    expiryDate: '2023-03-04T11:00:00.000Z',
  });
  await submit(person, form([['a.pdf', pdf]]));
  expect(await read(person)).toMatchObject({ status: 'pending', ...none });
});

describe('a review', () => {
  it('approves for two years and notifies the person', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    const page = await listen(bank.shellUrl, person.token);
    const { status, body } = await review(await pendingOf(person), { status: 'approved' });
    expect(status).toBe(200);
    const kyc = await read(person);
    expect(kyc).toMatchObject({ status: 'approved', documents: [{ status: 'approved' }] });
    expect(kyc.verificationDate).toBe(body.reviewed_at);
    const [verified, expires] = [new Date(kyc.verificationDate ?? 0), new Date(kyc.expiryDate ?? 0)];
    expect(expires.getUTCFullYear() - verified.getUTCFullYear()).toBe(2);
    expect((await page.next('kyc')).data).toEqual({ status: 'approved' });
    page.close();
    const told = await call('GET', `${bank.shellUrl}/api/notifications`, { token: person.token });
    expect(told.body.notifications).toMatchObject([
      { type: 'success', message: 'Votre identité a été validée. Accès complet activé !' },
    ]);
    const again = await submit(person, form([['a.pdf', pdf]]));
    expect(again).toMatchObject({ status: 409, body: { code: 'KYC_ALREADY_APPROVED' } });
    // Run out, but not yet asked for again by the job.
    const runOut = 'UPDATE users SET identity_approved_at = UTC_TIMESTAMP(3) - INTERVAL 2 YEAR WHERE id = ?';
    await database.rows(runOut, [person.id]);
    expect((await submit(person, form([['b.pdf', pdf]]))).status).toBe(201);
    expect(await read(person)).toMatchObject({ status: 'pending' });
  });

  it('is also done by an administrator who changes a person’s status', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    const changed = await call('PUT', `${bank.shellUrl}/api/admin/users/${person.id}`, {
      token: admin.token,
      body: {
        email: person.email,
        first_name: 'Zoé',
        last_name: 'Roy',
        role: 'user',
        status: 'active',
        kyc_status: 'approved',
      },
    });
    expect(changed.status).toBe(200);
    const kyc = await read(person);
    expect(kyc).toMatchObject({ status: 'approved', documents: [{ status: 'approved' }] });
    expect(kyc.expiryDate).toBeTruthy();
  });

  it('rejects with a reason, after which the person may try again', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    await review(await pendingOf(person), { status: 'rejected', reason: 'Document illisible' });
    expect(await read(person)).toMatchObject({
      status: 'rejected',
      reason: 'Document illisible',
      verificationDate: null,
      expiryDate: null,
    });
    expect((await submit(person, form([['b.pdf', pdf]]))).status).toBe(201);
    expect(await read(person)).toMatchObject({ status: 'pending', reason: null, reviewed_at: null });
  });

  it('happens once, also when two administrators decide at once', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    const id = await pendingOf(person);
    const answers = await Promise.all([
      review(id, { status: 'approved' }),
      review(id, { status: 'rejected' }),
      review(id, { status: 'approved' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const seen = await call('GET', `${bank.shellUrl}/api/admin/kyc/${id}`, { token: admin.token });
    expect(seen.body).toMatchObject({
      reviewed_by: 'person',
      decided_by: { id: admin.id, name: 'Test Client' },
    });
    expect(await read(person)).not.toHaveProperty('decided_by');
    expect(await review(id, { status: 'approved' })).toMatchObject({
      status: 409,
      body: { code: 'KYC_NOT_PENDING' },
    });
  });

  it('is for administrators only, and not for their own submission', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    expect((await review(1, { status: 'approved' }, person.token)).status).toBe(403);
    expect((await review(999_999, { status: 'approved' })).status).toBe(404);
    const other = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await promote(database, other);
    await submit(other, form([['a.pdf', pdf]]));
    expect((await review(await pendingOf(other), { status: 'approved' }, other.token)).status).toBe(403);
  });

  it('reads one submission by its id, for administrators only', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    const [listed] = (await queue('?limit=100')).filter(({ user_id: owner }) => owner === person.id);
    const one = `${bank.shellUrl}/api/admin/kyc/${listed?.id}`;
    expect((await call('GET', one, { token: admin.token })).body).toEqual(listed);
    expect((await call('GET', one, { token: person.token })).status).toBe(403);
  });

  it('shows nobody what the check found about themselves, and their colleagues all of it', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    await submit(person, form([['a.pdf', pdf]]));
    const id = await pendingOf(person);
    const finding = {
      code: 'sanctions_list',
      severity: 'objection',
      document_id: null,
      place: null,
      values: {},
    };
    await database.rows(
      `INSERT INTO identity_checks (submission_id, done_at, findings) VALUES (?, NOW(3), ?)
       ON DUPLICATE KEY UPDATE done_at = VALUES(done_at), findings = VALUES(findings)`,
      [id, JSON.stringify([finding])],
    );
    await promote(database, person);
    const seenBy = async ({ token }: SignedIn) => {
      const read = async <Body>(path: string) =>
        (await call<Body>('GET', `${bank.shellUrl}/api/admin/kyc${path}`, { token })).body;
      const one = await read<KycSubmission>(`/${id}`);
      const { submissions } = await read<KycQueue>('?status=pending&limit=100');
      return [one, submissions.find((each) => each.id === id)].map((each) => each?.findings.length);
    };
    expect(await seenBy(person)).toEqual([0, 0]);
    const [one, listed] = await seenBy(admin);
    expect([one, listed]).toEqual([listed, expect.any(Number)]);
    expect(one).toBeGreaterThan(0);
  });

  it('is pending only for people with a submission', async () => {
    const waiting = async () =>
      (await call<{ kycPending: number }>('GET', `${bank.shellUrl}/api/admin/stats`, { token: admin.token }))
        .body.kycPending;
    const before = await waiting();
    const [person, leaver] = [
      await newCustomer(bank.shellUrl, {}, { verified: 'email' }),
      await newCustomer(bank.shellUrl, {}, { verified: 'email' }),
    ];
    expect(await waiting()).toBe(before);
    for (const file of ['a.png', 'b.png']) await submit(person, form([[file, png]]));
    await submit(leaver, form([['a.png', png]]));
    expect(await waiting()).toBe(before + 2);
    expect((await queue('?limit=1')).length).toBe(1);
    await review(await pendingOf(person), { status: 'rejected' });
    await database.rows('UPDATE users SET deleted_at = NOW(3) WHERE id = ?', [leaver.id]);
    expect(await waiting()).toBe(before);
  });

  it('lists decided ones, the newest first', async () => {
    for (const status of ['approved', 'rejected']) {
      const listed = await queue(`?status=${status}&limit=100`);
      const ids = listed.map(({ id }) => id);
      expect(new Set(listed.map((each) => each.status))).toEqual(new Set([status]));
      expect(ids).toEqual([...ids].sort((left, right) => right - left));
    }
  });

  it('lists pending ones, the oldest first', async () => {
    const ids = (await queue('?limit=100')).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((left, right) => left - right));
    const pages = await Promise.all([1, 2, 3].map((page) => queue(`?status=all&limit=100&page=${page}`)));
    expect(new Set(pages.flat().map(({ status }) => status))).toEqual(
      new Set(['pending', 'approved', 'rejected']),
    );
  });
});
