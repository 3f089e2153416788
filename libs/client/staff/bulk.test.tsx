import '../../../tests/support/host-document';
import { act, renderHook } from '@testing-library/react';
import type { RowOutcome, SliceOutcome } from '@bank/contracts/slices';
import { until } from '../../../tests/support/until';
import { ApiError } from '../http/api';
import { useBulk } from './bulk';
import { fetchEachPage } from './selection';

const rows = Array.from({ length: 1_200 }, (_, at) => ({ id: at + 1 }));
const texts = { failed: 'Échec' };

it('chooses 1 200 rows of twelve pages, of which one that moved counts once', async () => {
  const found = await fetchEachPage(async ({ page, limit }) => ({
    rows: [...(page === 2 ? [{ id: 100 }] : []), ...rows.slice((page - 1) * limit, page * limit)],
    pages: 12,
  }));
  expect(found).toHaveLength(1_200);
});

/** A server that acts on each row once, on at most 70 in a call; `refusals` by id. */
function serverOf(refusals: ReadonlyMap<number, RowOutcome>) {
  const sent: number[][] = [];
  const done = new Map<number, number>();
  const failures: ApiError[] = [];
  const answer = async (slice: readonly { id: number }[]): Promise<SliceOutcome> => {
    sent.push(slice.map(({ id }) => id));
    const failure = failures.shift();
    if (failure) throw failure;
    const outcomes = slice
      .slice(0, 70)
      .map(({ id }): RowOutcome => refusals.get(id) ?? { id, outcome: 'done' });
    for (const { id, outcome } of outcomes) if (outcome === 'done') done.set(id, (done.get(id) ?? 0) + 1);
    return { rows: outcomes };
  };
  return { sent, done, failures, answer };
}

const taken: RowOutcome = {
  id: 900,
  outcome: 'refused',
  refusal: 'WORK_TAKEN',
  error: 'Un collègue l’a pris.',
};
const broken: RowOutcome = { id: 7, outcome: 'unreached', refusal: 'INTERNAL', error: 'Une erreur.' };

const bulkOf = (act: ReturnType<typeof serverOf>['answer']) => {
  const onEnd = jest.fn(async () => undefined);
  const { result } = renderHook(() => useBulk({ rows, act, texts, onEnd }));
  const tally = () => {
    const counted: Record<string, number> = {};
    for (const { outcome } of result.current.results.values()) counted[outcome] = (counted[outcome] ?? 0) + 1;
    return counted;
  };
  return { result, tally, onEnd };
};

it('acts on 1 200 rows by slices, with an outcome for each, and waits for the rate limit', async () => {
  const refusals = new Map([taken, broken].map((each) => [each.id, each]));
  const { sent, done, failures, answer } = serverOf(refusals);
  failures.push(new ApiError('Trop vite', 'TOO_MANY_REQUESTS', 429, { retryAfterSeconds: 0.001 }));
  const { result, tally, onEnd } = bulkOf(answer);
  await act(() => result.current.run());
  expect(tally()).toEqual({ done: 1_198, refused: 1, unreached: 1 });
  expect(result.current.results.get(900)).toEqual({ outcome: 'refused', message: 'Un collègue l’a pris.' });
  expect(result.current.left).toEqual([{ id: 7 }]);
  expect(sent.length).toBe(19);
  expect(Math.max(...sent.map(({ length }) => length))).toBe(100);

  refusals.delete(7);
  await act(() => result.current.run());
  expect(sent.at(-1)).toEqual([7]);
  expect(done.size).toBe(1_199);
  expect([...done.values()].every((times) => times === 1)).toBe(true);
  expect(onEnd).toHaveBeenCalledTimes(2);
});

it('ends with a call that fails, and goes on from there with what was never sent first', async () => {
  const { sent, failures, answer } = serverOf(new Map());
  failures.push(new ApiError('Pas de réponse', 'NETWORK', 0));
  const { result, tally } = bulkOf(answer);
  await act(() => result.current.run());
  expect(tally()).toEqual({ unreached: 100 });
  expect(result.current.left).toHaveLength(1_200);
  await act(() => result.current.run());
  expect(sent[1]?.[0]).toBe(101);
  expect(tally()).toEqual({ done: 1_200 });
});

it('stops after the slice under way, also while it waits for the rate limit', async () => {
  const { sent, failures, answer } = serverOf(new Map());
  const slow = async (slice: readonly { id: number }[]) => {
    if (sent.length === 2)
      failures.push(new ApiError('Trop vite', 'TOO_MANY_REQUESTS', 429, { retryAfterSeconds: 3_600 }));
    return answer(slice);
  };
  const { result, tally } = bulkOf(slow);
  await act(async () => {
    const running = result.current.run();
    await until(async () => sent.length === 3);
    result.current.stop();
    await running;
  });
  expect(result.current.isRunning).toBe(false);
  expect(tally().done).toBe(140);
  await act(() => result.current.run());
  expect(tally()).toEqual({ done: 1_200 });
});
