/** @jest-environment ./tests/support/bank-environment.ts */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import AdmZip from 'adm-zip';
import type { StaffCase } from '@bank/contracts/cases';
import { newCustomer, type NewCustomer, promote, type SignedIn } from '../support/customers';
import { listen } from '../support/event-stream';
import { call } from '../support/http';
import { jpegFile, pdfFile, pngFile } from '../support/identity-files';
import { logLines } from '../support/log-lines';
import { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';

const { bank, database } = sharedBank();
let clerk: NewCustomer;

interface Answer extends StaffCase {
  code?: string;
  fields?: Record<string, string>;
}
type File = [name: string, content: Buffer];
const api = <Body = Answer>(who: SignedIn, method: string, route: string, body?: unknown, headers = {}) =>
  call<Body>(method, `${bank.shellUrl}/api/${route}`, { token: who.token, body, headers });
const form = (texts: Record<string, string>, files: File[] = []) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(texts)) body.append(name, value);
  for (const [name, content] of files) body.append('files', new Blob([new Uint8Array(content)]), name);
  return body;
};
const note = (who: SignedIn, id: number, files: File[], headers = {}, text = 'La banque du commerçant.') =>
  api(who, 'POST', `admin/cases/${id}/notes`, form({ text }, files), headers);
const stored = () => readdir(path.join(bank.dataDir, 'documents')).catch(() => []);
const staff = async (...roles: Parameters<typeof promote>[2] & object) => {
  const who = await newCustomer(bank.shellUrl);
  await promote(database, who, roles);
  return who;
};

/** An appeal of a new customer's, with one file. */
async function opened() {
  const customer = await newCustomer(bank.shellUrl);
  const words = { about: 'account', text: 'Mes revenus ont doublé.' };
  const { body } = await api(customer, 'POST', 'appeals', form(words, [['paie.pdf', pdfFile('pay')]]));
  return { customer, id: body.id };
}
const filesOf = ({ entries }: StaffCase, kind: string) =>
  entries.filter((entry) => entry.kind === kind).flatMap(({ files }) => files);

beforeAll(async () => {
  clerk = await staff('support');
});

describe('a note with files', () => {
  it('is in the timeline with its author, readable for readers of the case, and logged', async () => {
    const { id } = await opened();
    const content = pdfFile('an answer of the merchant’s bank');
    const { status, body } = await note(clerk, id, [
      ['réponse.pdf', content],
      ['photo.jpg', jpegFile],
    ]);
    expect(status).toBe(201);
    const entry = body.entries.at(-1);
    expect(entry).toMatchObject({ kind: 'note', by: 'bank', author: 'Test Client' });
    expect(entry?.files.map(({ name, size }) => [name, size])).toEqual([
      ['réponse.pdf', content.length],
      ['photo.jpg', jpegFile.length],
    ]);
    const route = `api/admin/cases/${id}/files/${entry?.files[0]?.id}`;
    for (const role of ['payments', 'compliance', 'operations', 'auditor'] as const) {
      const { token } = await staff(role);
      const read = await fetch(`${bank.shellUrl}/${route}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([role, read.status]).toEqual([role, 200]);
      expect(Buffer.from(await read.arrayBuffer()).equals(content)).toBe(true);
    }
    const lines = await logLines(database, 'params LIKE ?', [`%${body.reference}%`]);
    expect(lines.map(({ action }) => action)).toEqual([
      'case.opened',
      'case.noted',
      'case.files_added',
      ...Array<string>(4).fill('case.file_viewed'),
    ]);
    expect(lines.find(({ action }) => action === 'case.files_added')).toMatchObject({
      user_id: clerk.id,
      message: `Dossier ${body.reference}\u00a0: pièces jointes à une note (2).`,
    });
  });

  it('reaches open pages of staff without a state, which it leaves, as an answer in an open case does', async () => {
    const { id, customer } = await opened();
    const page = await listen(bank.shellUrl, clerk.token);
    const received = () =>
      page.events.filter(({ type, data }) => type === 'case_queue' && data.id === id).map(({ data }) => data);
    expect((await note(clerk, id, [])).status).toBe(201);
    await until(async () => received().length === 1);
    const words = form({ text: 'Une précision.' });
    expect((await api(customer, 'POST', `user/cases/${id}/messages`, words)).status).toBe(201);
    await until(async () => received().length === 2);
    expect(received()).toEqual(Array(2).fill({ id, user: customer.id }));
    page.close();
  });

  it('is never the customer’s: not in the case, not by its number, not in the export of their data', async () => {
    const { id, customer } = await opened();
    const { body } = await note(clerk, id, [['interne.png', pngFile()]]);
    const [inside] = filesOf(body, 'note');
    const [own] = filesOf(body, 'opened');
    const seen = await api(customer, 'GET', `user/cases/${id}`);
    expect(JSON.stringify(seen.body)).not.toContain('interne');
    expect((await api(customer, 'GET', `user/cases/${id}/files/${inside?.id}`)).status).toBe(404);
    expect((await api(customer, 'GET', `user/cases/${id}/files/${own?.id}`)).status).toBe(200);
    const asked = await api<{ id: number }>(customer, 'POST', 'settings/data-exports');
    const answer = await fetch(`${bank.shellUrl}/api/settings/data-exports/${asked.body.id}/file`, {
      headers: { authorization: `Bearer ${customer.token}` },
    });
    const names = new AdmZip(Buffer.from(await answer.arrayBuffer())).getEntries();
    const [listed] = JSON.parse(
      names
        .find(({ entryName }) => entryName === 'cases.json')
        ?.getData()
        .toString() ?? '',
    ) as { files: { name: string }[] }[];
    expect(listed?.files.map(({ name }) => name)).toEqual(['paie.pdf']);
    expect(names.map(({ entryName }) => entryName).join(' ')).not.toContain('interne');
  });

  it('is refused to readers, to others, and about oneself, and then stores nothing', async () => {
    const { id, customer } = await opened();
    const before = await stored();
    const files: File[] = [['a.png', pngFile()]];
    for (const role of ['operations', 'auditor', 'releases'] as const)
      expect([role, (await note(await staff(role), id, files)).status]).toEqual([role, 403]);
    expect((await note(customer, id, files)).status).toBe(403);
    expect((await note(clerk, 999_999_998, files)).status).toBe(404);
    await promote(database, customer, ['support']);
    expect((await note(customer, id, files)).body.code).toBe('OWN_CASE');
    expect(await stored()).toEqual(before);
  });

  it('is held to the checks of customers’ files, and leaves none of a refused call', async () => {
    const { id } = await opened();
    const before = await stored();
    const refused = async (...files: File[]) => (await note(clerk, id, files)).body.code;
    const script = Buffer.from('<script>alert(1)</script>');
    expect(await refused(['page.html', script])).toBe('DOCUMENT_TYPE_REFUSED');
    expect(await refused(['good.png', pngFile()], ['page.png', script])).toBe('DOCUMENT_TYPE_REFUSED');
    expect(await refused(['photo.png', Buffer.from('%PDF-1.7 not a picture')])).toBe('DOCUMENT_TYPE_REFUSED');
    expect(await refused(['broken.pdf', Buffer.from('%PDF-1.7\nof a bill')])).toBe('DOCUMENT_UNREADABLE');
    expect(await refused(['big.png', Buffer.concat([pngFile(), Buffer.alloc(10 * 1024 * 1024)])])).toBe(
      'TOO_LARGE',
    );
    expect(await refused(...Array.from({ length: 6 }, (_, at): File => [`${at}.png`, pngFile()]))).toBe(
      'INVALID_FIELDS',
    );
    const wordless = await note(clerk, id, [['a.png', pngFile()]], {}, ' ');
    expect([wordless.status, Object.keys(wordless.body.fields ?? {})]).toEqual([422, ['text']]);
    const named = await api(clerk, 'POST', `admin/cases/${id}/notes`, { text: 'Voici', files: ['a.pdf'] });
    expect(named.body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(await stored()).toEqual(before);
  });

  it('of a case are twenty at most, which take no room of the customer’s, and keep no folder of their names', async () => {
    const { id, customer } = await opened();
    const hostile = [
      '../../../etc/passwd.png',
      'C:\\Windows\\system32\\a.png',
      'a\r\nSet-Cookie: x=1.png',
      '\u202egnp.exe.png',
      '"; filename="b.html.png',
      '<img src=x onerror=alert(1)>.png',
      "'; DROP TABLE case_files; --.png",
      '%2e%2e%2fa.png',
      '名前.png',
      '.png',
      '😀.png',
      `${'é'.repeat(300)}.png`,
      'CON.png',
      ' .png',
      '$(id).png',
      '{{name}}.png',
      '=cmd|calc.png',
      'a\tb.png',
      '\ufeffa.png',
      'a/b/c.png',
    ];
    for (let at = 0; at < hostile.length; at += 5) {
      const files = hostile.slice(at, at + 5).map((name): File => [name, pngFile()]);
      expect((await note(clerk, id, files)).status).toBe(201);
    }
    expect((await note(clerk, id, [['one-more.png', pngFile()]])).body.fields).toEqual({
      files: expect.any(String) as string,
    });
    const words = form({ text: 'Encore une pièce.' }, [['encore.png', pngFile()]]);
    expect((await api(customer, 'POST', `user/cases/${id}/messages`, words)).status).toBe(201);
    const { body } = await api(clerk, 'GET', `admin/cases/${id}`);
    const files = filesOf(body, 'note');
    expect(files).toHaveLength(hostile.length);
    for (const { id: file, name } of files) {
      expect(name).not.toMatch(/[\u0000-\u001f"/\\]/);
      const read = await api(clerk, 'GET', `admin/cases/${id}/files/${file}`);
      expect([name, read.status, read.headers.get('set-cookie')]).toEqual([name, 200, null]);
      expect(read.headers.get('content-disposition')).toMatch(
        /^inline; filename="[\w.-]*"; filename\*=UTF-8''/,
      );
    }
  });

  it('with a key is one note, however often it is sent, and no file too many', async () => {
    const { id } = await opened();
    const before = (await stored()).length;
    const key = { 'idempotency-key': `note-${id}` };
    const send = () => note(clerk, id, [['a.png', pngFile(3, 3)]], key);
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { body } = await api(clerk, 'GET', `admin/cases/${id}`);
    expect(filesOf(body, 'note')).toHaveLength(1);
    expect((await stored()).length).toBe(before + 1);
    const other = await note(clerk, id, [['a.png', pngFile(4, 4)]], key);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });
});
