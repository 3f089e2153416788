import { useEffect, useRef, useState } from 'react';

/**
 * What is being typed, and its handing over once the person pauses, so that a list is not asked for at each key.
 * A value that changes from outside (the back button, a cleared filter) replaces the text.
 */
export function useDebounced(value: string, onPause: (text: string) => void, delayMs = 300) {
  const [text, setText] = useState(value);
  /** What was handed over and has not come back as the value yet: the address follows the typing with a delay. */
  const underWay = useRef<string[]>([]);
  const latest = useRef({ value, onPause });
  useEffect(() => {
    latest.current = { value, onPause };
  });

  useEffect(() => {
    const place = underWay.current.indexOf(value);
    underWay.current = place < 0 ? [] : underWay.current.slice(place + 1);
    if (place < 0) setText(value);
  }, [value]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const given = text.trim();
      if (given === (underWay.current.at(-1) ?? latest.current.value)) return;
      underWay.current.push(given);
      latest.current.onPause(given);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);

  return [text, setText] as const;
}
