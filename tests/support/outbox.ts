import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Every sign-up sends one, at any time. */
const isVerification = (text: string) =>
  /^Subject: (Confirmez votre adresse e-mail|Confirm your email)/m.test(text);

/**
 * The messages of a bank's outbox that name a person, oldest first; mails are decoded. Those that verify an address are left
 * out unless `verifications` are asked for, alone.
 */
export async function outboxOf(dataDir: string, ending: 'eml', whom: string, { verifications = false } = {}) {
  const folder = path.join(dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(`.${ending}`)).sort();
  const texts = await Promise.all(names.map((name) => textOf(path.join(folder, name))));
  return texts.filter((text) => text.includes(whom) && isVerification(text) === verifications);
}

/** A message never changes once it is there. */
const texts = new Map<string, Promise<string>>();
function textOf(file: string): Promise<string> {
  const known = texts.get(file);
  if (known) return known;
  const text = readFile(file, 'utf8').then((read) => (file.endsWith('.eml') ? decodedMail(read) : read));
  texts.set(file, text);
  return text;
}

/** A mail with decoded quoted-printable parts (RFC 2045, 6.7) and subject (RFC 2047). */
export const decodedMail = (mail: string) =>
  quotedPrintable(
    mail
      .replace(/\?=\s+=\?UTF-8\?Q\?/g, '')
      .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_whole, text: string) => text.replaceAll('_', ' '))
      .replace(/=\?UTF-8\?B\?(.*?)\?=/g, (_whole, text: string) => Buffer.from(text, 'base64').toString()),
  );

const quotedPrintable = (text: string) =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));

/** The link that ends marketing messages, of a mail to an address; empty without one. Decoded as a text, its `=` would begin a byte. */
export async function unsubscribeLinkOf(dataDir: string, email: string): Promise<string> {
  const folder = path.join(dataDir, 'outbox');
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.eml'))) {
    const mail = await readFile(path.join(folder, name), 'utf8');
    const [, link] = /^List-Unsubscribe:\s*<([^>]*)>/m.exec(mail) ?? [];
    if (link && mail.includes(`To: ${email}`)) return link;
  }
  return '';
}
