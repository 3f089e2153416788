import { isLoopback } from '@bank/contracts/database-address.mjs';

interface MailAddress {
  /** For nodemailer, without our own parameters. */
  url: string;
  /** Refuses a server that does not offer STARTTLS (RFC 3207). */
  requireTLS: boolean;
}

/**
 * Reads an address such as `smtp://user:password@mail.example:587?tls=off`. Over `smtp://`, STARTTLS is required unless
 * `tls` is `off` or the host is loopback.
 * @throws Error when `tls` is neither `off` nor `required`.
 */
export function mailAddress(address: string): MailAddress {
  const url = new URL(address);
  const tls = url.searchParams.get('tls') ?? (isLoopback(url.hostname) ? 'off' : 'required');
  if (tls !== 'off' && tls !== 'required') throw new Error('tls must be off or required');
  // nodemailer would read these parameters as its own options.
  for (const name of ['tls', 'requireTLS', 'ignoreTLS', 'opportunisticTLS']) url.searchParams.delete(name);
  return { url: url.toString(), requireTLS: url.protocol === 'smtp:' && tls === 'required' };
}
