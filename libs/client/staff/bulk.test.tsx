import '../../../tests/support/host-document';
import { act, renderHook } from '@testing-library/react';
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

it('acts on 1 200 rows with an outcome for each, waits for the rate limit, and repeats nothing on a retry', async () => {
  const sent: [id: number, key: string][] = [];
  const done = new Map<string, number>();
  let isDown = true;
  const answer = async ({ id }: { id: number }, key: string) => {
    sent.push([id, key]);
    const isFirst = sent.filter(([each]) => each === id).length === 1;
    if (id === 600 && isFirst) throw new ApiError('Trop vite', 'TOO_MANY_REQUESTS', 429, {}, 0.001);
    if (id === 7 || id === 900) throw new ApiError('Un collègue l’a pris.', 'WORK_TAKEN', 409);
    if (id === 1_100 && isDown) throw new ApiError('Pas de réponse', 'NETWORK', 0);
    done.set(key, (done.get(key) ?? 0) + 1);
  };
  const onEnd = jest.fn(async () => undefined);
  const { result } = renderHook(() => useBulk({ rows, act: answer, texts, onEnd }));
  await act(() => result.current.run());
  const outcomes = () => {
    const all = [...result.current.results.values()].map(({ outcome }) => outcome);
    return (['done', 'refused', 'unreached'] as const).map(
      (each) => all.filter((outcome) => outcome === each).length,
    );
  };
  expect(outcomes()).toEqual([1_197, 2, 1]);
  expect(result.current.results.get(900)).toEqual({ outcome: 'refused', message: 'Un collègue l’a pris.' });
  expect(result.current.left).toEqual([{ id: 1_100 }]);

  isDown = false;
  const before = sent.length;
  await act(() => result.current.run());
  expect(outcomes()).toEqual([1_198, 2, 0]);
  expect(sent.slice(before).map(([id]) => id)).toEqual([1_100]);
  expect(new Set(sent.map(([, key]) => key)).size).toBe(1_200);
  expect([...done.values()].every((count) => count === 1)).toBe(true);
});
