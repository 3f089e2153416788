import http from 'node:http';
import https from 'node:https';
import { publicLookup } from './public-addresses';
import { isAllowedEndpoint } from './public-endpoint';

/** Bytes of a connection. */
const longestAnswer = 1_000_000;

/** Posts to addresses that come from outside, and so from anybody: see `isAllowedEndpoint` and `publicLookup`. */
export class PublicPost {
  private readonly agent = new https.Agent({ keepAlive: true, maxSockets: 10, lookup: publicLookup });

  /**
   * @param own an origin that the configuration names, which may be anywhere
   * @param timeoutMs of the whole exchange
   */
  constructor(
    private readonly own: string | undefined,
    private readonly timeoutMs: number,
  ) {}

  isAllowed(address: string): boolean {
    return isAllowedEndpoint(address, this.own);
  }

  /**
   * Returns the status of the answer. Follows no redirect, and reads nothing of the answer but its status.
   * @throws Error without an answer in time; its `name` is then `AbortError` or `TimeoutError`.
   */
  post(address: string, headers: http.OutgoingHttpHeaders, body: string | Buffer): Promise<number> {
    const url = new URL(address);
    const options = { method: 'POST', headers, signal: AbortSignal.timeout(this.timeoutMs) };
    const isOwn = url.origin === this.own;
    return new Promise((resolve, reject) => {
      const request =
        url.protocol === 'http:'
          ? http.request(url, options)
          : https.request(url, { ...options, ...(isOwn ? {} : { agent: this.agent }) });
      request.once('error', reject);
      // Node reports a connection that was upgraded unasked (101) by its end alone.
      request.once('close', () => reject(new Error('the connection ended without an answer')));
      request.once('response', (response) => {
        resolve(response.statusCode ?? 0);
        response.once('error', () => undefined);
        // A long body costs the connection, a short one keeps it.
        response.on('data', () => void (response.socket.bytesRead > longestAnswer && response.destroy()));
      });
      request.end(body);
    });
  }
}
