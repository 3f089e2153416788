import { z } from 'zod';
import { databaseAddress } from '@bank/contracts/database-address.mjs';
import { secretsIn } from './keys';
import { mailAddress } from './mail-address';

/** The kinds of environment variables; each refuses a wrong value with a sentence that names the variable. */

export const within = (sentence: string, min: number, max: number) =>
  z.coerce.number(sentence).int(sentence).min(min, sentence).max(max, sentence);

export const integer = (sentence: string, min: number, max: number, otherwise: number) =>
  within(sentence, min, max).default(otherwise);

export const origin = (name: string) =>
  z
    .url(`${name} must be an origin such as https://bank.example.`)
    .refine((value) => new URL(value).origin === value, `${name} must be an origin without a path.`)
    .optional();

export const databaseUrl = (name: string) =>
  z
    .url({
      protocol: /^(mysql|mariadb)$/,
      error: `${name} must be an address such as mysql://user@host/bank.`,
    })
    .refine(
      isReadable(databaseAddress),
      `${name} may end with tls=off, tls=required or tls=verify, and with ca=<file> that can be read.`,
    );

export const mailUrl = z
  .url({ protocol: /^smtps?$/, error: 'SMTP_URL must be an smtp:// address.' })
  .refine(isReadable(mailAddress), 'SMTP_URL may end with tls=off or tls=required.');

function isReadable(read: (url: string) => unknown) {
  return (url: string) => {
    try {
      read(url);
      return true;
    } catch {
      return false;
    }
  };
}

export const secret = (name: string) =>
  z.string().min(32, `${name} must have at least 32 characters.`).optional();

/** One secret, or several with their ids while keys are rotated. */
export const secretList = (name: string) =>
  z
    .string()
    .min(32, `${name} must have at least 32 characters.`)
    .transform((value, context) => {
      const list = secretsIn(value);
      if (list) return list;
      context.addIssue(
        `${name} must be one secret, or several such as 2:…,1:… of at least 32 characters each.`,
      );
      return z.NEVER;
    })
    .optional();

export const httpAddress = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `${name} must be an http:// or https:// address.` })
    .transform((url) => url.replace(/\/$/, ''))
    .optional();

export const addresses = (name: string) => {
  const sentence = `${name} must be a JSON object of addresses.`;
  return z
    .string()
    .transform((json, context) => {
      try {
        return JSON.parse(json) as unknown;
      } catch {
        context.addIssue(sentence);
        return z.NEVER;
      }
    })
    .pipe(z.record(z.string(), z.url(sentence), sentence))
    .default({});
};
