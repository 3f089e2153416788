import { useEffect, useRef, useState } from 'react';

/**
 * The text of a field and a setter that passes it on after a pause in typing. A value changed from outside
 * (back button, cleared filter) replaces the text.
 */
export function useDebounced(value: string, onPause: (text: string) => void, delayMs = 300) {
  const [text, setText] = useState(value);
  /** The text that was passed on and is not yet the value: the URL follows with a delay. */
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
