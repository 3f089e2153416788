import http from 'node:http';

/**
 * A client with keep-alive connections.
 * @param {number} port
 * @param {number} connections
 */
export function caller(port, connections) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  /**
   * @param {string} method
   * @param {string} path
   * @param {{ token?: string, body?: object, key?: string, timeoutMs?: number }} [options]
   * @returns {Promise<{ status: number, body: any }>}
   */
  const call = async (method, path, { token, body, key, timeoutMs } = {}) => {
    /** @type {{ status: number, text: string }} */
    const { status, text } = await new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const request = http.request(
        {
          host: '127.0.0.1',
          port,
          method,
          path: `/api/${path}`,
          agent,
          ...(timeoutMs && { signal: AbortSignal.timeout(timeoutMs) }),
          headers: {
            ...(payload && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(payload),
            }),
            ...(token && { authorization: `Bearer ${token}` }),
            ...(key && { 'idempotency-key': key }),
          },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part) => (text += part));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text })).on('error', reject);
        },
      );
      request.on('error', reject).end(payload);
    });
    return { status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  return { call, close: () => agent.destroy() };
}

/**
 * A new customer of a bench.
 * @param {ReturnType<typeof caller>['call']} call
 * @param {string} name of its own
 * @returns {Promise<{ id: number, token: string }>}
 */
export async function signUp(call, name) {
  const { status, body } = await call('POST', 'auth/signup', {
    body: {
      username: name,
      email: `${name}@example.org`,
      password: 'long-enough-for-a-bench',
      first_name: 'Bench',
      last_name: name,
    },
  });
  if (status !== 201) throw new Error(`sign-up answered ${status}`);
  return { id: Number(body.user.id), token: String(body.access_token) };
}

/**
 * Repeats `work` on so many lanes at once for a while, and answers how often a second it was done.
 * @param {number} lanes
 * @param {number} seconds
 * @param {(lane: number) => Promise<void>} work
 */
export async function perSecond(lanes, seconds, work) {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() < end) {
        await work(lane);
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - start) / 1000);
}

/**
 * The median and 95th percentile, in ms, of so many calls one after the other.
 * @param {number} times
 * @param {() => Promise<void>} work
 */
export async function latency(times, work) {
  const taken = [];
  for (let at = 0; at < times; at += 1) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
  }
  taken.sort((left, right) => left - right);
  return { p50: taken[Math.floor(times * 0.5)] ?? 0, p95: taken[Math.floor(times * 0.95)] ?? 0 };
}
