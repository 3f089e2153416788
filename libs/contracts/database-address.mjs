import fs from 'node:fs';

/**
 * The connection parameters of a database address, for the server and the commands. Plain JavaScript, since the
 * commands run before anything is built.
 *
 * @typedef {object} DatabaseAddress
 * @property {string} host
 * @property {number} port
 * @property {string} user
 * @property {string} password
 * @property {string} database
 * @property {string | undefined} socketPath
 * @property {{ rejectUnauthorized: boolean, verifyIdentity: boolean, minVersion: 'TLSv1.2', ca?: string } | undefined} ssl
 */

/** The values of `tls`: no encryption, encryption without checking the certificate, or with a verified certificate. */
const MODES = ['off', 'required', 'verify'];

/** Whether a host name is a loopback address of this machine. @param {string} name */
export const isLoopback = (name) =>
  name === 'localhost' || name === '::1' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);

/**
 * Reads an address such as `mysql://user:password@host:3306/bank?tls=verify&ca=/etc/bank/ca.pem`. Without `tls` the
 * certificate is verified, except on this machine or through a socket (`socketPath`), where the connection is not
 * encrypted.
 * @param {string} url
 * @returns {DatabaseAddress}
 * @throws {Error} when `tls` is none of its values, or the file of `ca` cannot be read
 */
export function databaseAddress(url) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '') || 'localhost';
  const socketPath = searchParams.get('socketPath') ?? undefined;
  return {
    host,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    socketPath,
    ssl: encryption(searchParams, socketPath !== undefined || isLoopback(host)),
  };
}

/**
 * @param {URLSearchParams} parameters
 * @param {boolean} isHere
 * @returns {DatabaseAddress['ssl']}
 */
function encryption(parameters, isHere) {
  const mode = parameters.get('tls') ?? (isHere ? 'off' : 'verify');
  if (!MODES.includes(mode)) throw new Error(`tls must be one of ${MODES.join(', ')}`);
  if (mode === 'off') return undefined;
  const ca = parameters.get('ca');
  const verifies = mode === 'verify';
  return {
    rejectUnauthorized: verifies,
    verifyIdentity: verifies,
    minVersion: 'TLSv1.2',
    ...(ca && { ca: fs.readFileSync(ca, 'utf8') }),
  };
}
