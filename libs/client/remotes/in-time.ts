/** The timeout after which what a remote loads counts as not responding. */
export const loadTimeoutMs = 8_000;

export class TooSlow extends Error {}

/** The result of the work. @throws TooSlow after `loadTimeoutMs`, and what the work throws. */
export function inTime<T>(work: Promise<T>, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new TooSlow(`${name} is too slow`)), loadTimeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
