import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { startBank, type Bank } from '../support/bank';
import { startBucket, type Bucket } from '../support/bucket';
import { newCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import { pdfFile } from '../support/identity-files';

let bucket: Bucket;
let bank: Bank;

beforeAll(async () => {
  bucket = await startBucket();
  bank = await startBank({ env: { DOCUMENTS_URL: bucket.url } });
});
afterAll(async () => {
  await bank.stop();
  await bucket.stop();
});
afterEach(() => bucket.answer(0));

// A comment as filler: binary bytes behind the end would be read as PDF objects, which fails for one file of ten.
const filler = `%${randomBytes(4.5 * 1024 * 1024).toString('hex')}`;
const pdf = Buffer.concat([pdfFile(), Buffer.from(filler)]);

interface Answer {
  code?: string;
  documents: { id: number }[];
}

function submit({ token }: SignedIn, contents: Buffer[], shellUrl = bank.shellUrl) {
  const body = new FormData();
  const fields = { firstName: 'Élodie', lastName: 'Martin', birthDate: '1990-05-17', address: '1 rue A' };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const content of contents) body.append('documents', new Blob([new Uint8Array(content)]), 'a.pdf');
  return call<Answer>('POST', `${shellUrl}/api/kyc`, { token, body });
}

const download = ({ token }: SignedIn, id = 0) =>
  fetch(`${bank.shellUrl}/api/kyc/documents/${id}`, { headers: { authorization: `Bearer ${token}` } });

const left = async () => [
  ...(await readdir(path.join(bank.dataDir, 'uploads')).catch(() => [])),
  ...(await readdir(path.join(bank.dataDir, 'documents')).catch(() => [])),
];

describe('documents in a bucket', () => {
  it('are stored there under random names, are returned complete, and stay on no disk', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    const { status, body } = await submit(person, [pdf, pdfFile('small')]);
    expect(status).toBe(201);
    expect([...bucket.objects.keys()]).toEqual(
      body.documents.map(() => expect.stringMatching(/^documents\/[0-9a-f]{32}$/) as string),
    );
    for (const { content } of bucket.objects.values()) expect(content.includes('of a passport')).toBe(false);
    const answer = await download(person, body.documents[0]?.id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
    expect(await left()).toEqual([]);
    expect(bucket.refused).toEqual([]);
  });

  it('are refused without a key or with another one', async () => {
    const [name] = bucket.objects.keys();
    expect((await fetch(`${bucket.origin}/bank-documents/${name}`)).status).toBe(403);
    const other = await startBank({ env: { DOCUMENTS_URL: bucket.urlWithWrongSecret } });
    try {
      const refused = await submit(
        await newCustomer(other.shellUrl, {}, { verified: 'email' }),
        [pdf],
        other.shellUrl,
      );
      expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect(bucket.refused.at(-1)).toBe('wrong signature');
      expect(other.logs()).toContain('bucket, PUT: status 403');
      expect(other.logs()).not.toContain('another');
    } finally {
      await other.stop();
    }
  });

  it('that are refused are not stored', async () => {
    const before = bucket.objects.size;
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    expect((await submit(person, [pdf, Buffer.from('<html>')])).status).toBe(422);
    const large = Buffer.concat([pdf, pdf]);
    expect(await submit(person, [large])).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
    expect(bucket.objects.size).toBe(before);
    expect(await left()).toEqual([]);
  });

  it('wait for an unavailable bucket, and a missing document is not found', async () => {
    const person = await newCustomer(bank.shellUrl, {}, { verified: 'email' });
    bucket.answer(500);
    const away = await submit(person, [pdf]);
    expect(away).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
    bucket.answer(0);
    const { status, body } = await submit(person, [pdf]);
    expect(status).toBe(201);
    const [{ id = 0 } = {}] = body.documents;
    bucket.answer(500);
    expect((await download(person, id)).status).toBe(503);
    bucket.answer(404);
    expect((await download(person, id)).status).toBe(404);
    expect(await left()).toEqual([]);
  });

  it('are refused with a clear error when nothing listens at its address', async () => {
    const gone = await startBucket();
    await gone.stop();
    const other = await startBank({ env: { DOCUMENTS_URL: gone.url } });
    try {
      const person = await newCustomer(other.shellUrl, {}, { verified: 'email' });
      const answers = await Promise.all([1, 2, 3].map(() => submit(person, [pdf], other.shellUrl)));
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect(other.logs()).toContain('ECONNREFUSED');
    } finally {
      await other.stop();
    }
  });
});
