import { useEffect, useRef, useState } from 'react';

/**
 * What is being typed, and its handing over once the person pauses, so that a list is not asked for at each key.
 * A value that changes from outside (the back button, a cleared filter) replaces the text.
 */
export function useDebounced(value: string, onPause: (text: string) => void, delayMs = 300) {
  const [text, setText] = useState(value);
  const given = useRef(value);
  const handOver = useRef(onPause);
  useEffect(() => {
    handOver.current = onPause;
  });

  useEffect(() => {
    if (value === given.current) return;
    given.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text.trim() === given.current) return;
    const timer = setTimeout(() => {
      given.current = text.trim();
      handOver.current(given.current);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);

  return [text, setText] as const;
}
