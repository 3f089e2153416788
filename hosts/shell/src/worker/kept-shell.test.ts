import { refreshShell } from './kept-shell';

it('gives up on a server that hangs, and asks it again at the next occasion', async () => {
  const late = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  const hanging = jest.spyOn(global, 'fetch').mockImplementation(
    (_address, init) =>
      new Promise((_, reject) => {
        if (init?.signal?.aborted) reject(init.signal.reason as Error);
      }),
  );
  await refreshShell();
  await refreshShell();
  expect(hanging).toHaveBeenCalledTimes(2);
  expect(late).toHaveBeenCalledTimes(2);
});
