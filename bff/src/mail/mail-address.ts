import { isLoopback } from '@bank/contracts/database-address.mjs';

/** Where mails go, and whether they may go there in clear. */
export interface MailAddress {
  /** For nodemailer, without what is ours. */
  url: string;
  /** Refuses a server that does not offer STARTTLS (RFC 3207). */
  requireTLS: boolean;
}

/**
 * Reads an address such as `smtp://user:password@mail.example:587?tls=off`. What leaves this machine by `smtp://` goes
 * encrypted or not at all, unless `tls` is `off`; `smtps://` is encrypted from the first byte.
 * @throws Error when `tls` is neither `off` nor `required`.
 */
export function mailAddress(address: string): MailAddress {
  const url = new URL(address);
  const tls = url.searchParams.get('tls') ?? (isLoopback(url.hostname) ? 'off' : 'required');
  if (tls !== 'off' && tls !== 'required') throw new Error('tls must be off or required');
  // Else nodemailer would read ours as its own, and take from the address what this one says.
  for (const name of ['tls', 'requireTLS', 'ignoreTLS', 'opportunisticTLS']) url.searchParams.delete(name);
  return { url: url.toString(), requireTLS: url.protocol === 'smtp:' && tls === 'required' };
}
