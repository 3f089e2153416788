/** Work was not done in time. It goes on. */
export class DeadlineExceeded extends Error {}

/**
 * The result of `work`, if it resolves in time. What has arrived at its end counts, though a busy processor kept it from being
 * read before the timer.
 * @param milliseconds how long it may take
 * @throws DeadlineExceeded afterwards, or the error of the work.
 */
export async function withinTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const end = () => reject(new DeadlineExceeded(`not done in ${milliseconds} ms`));
    timer = setTimeout(() => setImmediate(end), milliseconds);
    timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
