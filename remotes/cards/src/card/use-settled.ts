import { useCallback, useEffect, useRef } from 'react';

/** A change that follows within this time belongs to the same intent: one call for a row of key strokes. */
const settleMs = 400;

/** Passes on the last of several values once they stop changing, and at once when the screen is left. */
export function useSettled<Value>(onSettled: (value: Value) => void): (value: Value) => void {
  const waiting = useRef<{ value: Value; timer: ReturnType<typeof setTimeout> }>(undefined);
  const latest = useRef(onSettled);
  useEffect(() => {
    latest.current = onSettled;
  });
  const pass = useCallback(() => {
    const due = waiting.current;
    if (!due) return;
    clearTimeout(due.timer);
    waiting.current = undefined;
    latest.current(due.value);
  }, []);
  useEffect(() => pass, [pass]);
  return useCallback(
    (value) => {
      clearTimeout(waiting.current?.timer);
      waiting.current = { value, timer: setTimeout(pass, settleMs) };
    },
    [pass],
  );
}
