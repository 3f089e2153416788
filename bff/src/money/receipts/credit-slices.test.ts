import { type CreditSlice, eachSlice } from './credit-slices';

const goOn = new AbortController().signal;

async function* slices(count: number, taken: number[] = []): AsyncGenerator<CreditSlice> {
  for (let number = 0; number < count; number += 1) {
    await Promise.resolve();
    taken.push(number);
    yield { number, credits: [] };
  }
}

/** Work that ends when asked. */
function gates() {
  const open = new Map<number, { end: () => void; fail: (error: Error) => void }>();
  const work = ({ number }: CreditSlice) =>
    new Promise<void>((end, fail) => {
      open.set(number, { end, fail });
    });
  return { open, work, end: (number: number) => open.get(number)?.end() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('slices that are worked on at once', () => {
  it('are begun in order, never more than allowed, and read no further', async () => {
    const { open, work, end } = gates();
    const taken: number[] = [];
    const all = eachSlice(slices(4, taken), { atOnce: 2, stopping: goOn }, work);
    await settled();
    expect([...open.keys()]).toEqual([0, 1]);
    expect(taken).toEqual([0, 1]);
    end(1);
    await settled();
    expect([...open.keys()]).toEqual([0, 1, 2]);
    [0, 2].forEach(end);
    await settled();
    end(3);
    await all;
  });

  it('end before the error of one is thrown, and no other is begun', async () => {
    const { open, work, end } = gates();
    const ended: string[] = [];
    const all = eachSlice(slices(5), { atOnce: 2, stopping: goOn }, (slice) =>
      work(slice).then(() => void ended.push(`slice ${slice.number}`)),
    ).catch((error: Error) => ended.push(error.message));
    await settled();
    open.get(0)?.fail(new Error('slice 0 failed'));
    await settled();
    expect(ended).toEqual([]);
    end(1);
    await all;
    expect(ended).toEqual(['slice 1', 'slice 0 failed']);
    expect([...open.keys()]).toEqual([0, 1]);
  });

  it('throw the error of the last one too', async () => {
    const last = ({ number }: CreditSlice) =>
      number === 2 ? Promise.reject(new Error('the last')) : Promise.resolve();
    await expect(eachSlice(slices(3), { atOnce: 2, stopping: goOn }, last)).rejects.toThrow('the last');
  });

  it('are no longer begun when the server stops', async () => {
    const stop = new AbortController();
    const begun: number[] = [];
    await eachSlice(slices(5), { atOnce: 2, stopping: stop.signal }, ({ number }) => {
      begun.push(number);
      if (number === 1) stop.abort();
      return Promise.resolve();
    });
    expect(begun).toEqual([0, 1]);
  });
});
