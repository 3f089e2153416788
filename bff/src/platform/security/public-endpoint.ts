import { isIP } from 'node:net';

/** Names of this machine and of private networks (RFC 6761, RFC 8375, RFC 9476). */
const privateName =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|test|invalid|alt)$/;

/**
 * Whether an address may be called: encrypted, on the usual port, under a public name. What the name leads to is checked at
 * each connection. @param own an origin that the configuration names, which may be anywhere.
 */
export function isAllowedEndpoint(endpoint: string, own: string | undefined): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (origin === own) return true;
  const name = hostname.replace(/\.$/, '');
  const isNumber = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  return protocol === 'https:' && port === '' && !isNumber && name.includes('.') && !privateName.test(name);
}
