/** @jest-environment ./tests/support/bank-environment.ts */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { addDays } from '@bank/contracts/days';
import { parisDay } from '../../bff/src/platform/time/paris-day';
import { newCustomer, promote, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { jpegFile, pdfFile, pngFile } from '../support/identity-files';
import { sharedBank } from '../support/shared-bank';
import { type File, form, identityCalls, pdf, png } from './kyc-fixture';

const { bank, database } = sharedBank();
let admin: SignedIn;
const { submit, read, queue, review, pendingOf } = identityCalls(bank, () => admin.token);

beforeAll(async () => {
  admin = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
  await promote(database, admin);
});
const stored = () => readdir(path.join(bank.dataDir, 'documents')).catch(() => []);

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
