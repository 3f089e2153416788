import { type ComponentType, useEffect, useState } from 'react';

const retryMilliseconds = 3_000;

interface LatePartProps {
  /** Once loaded, a part is shown as long as this element. */
  isNeeded?: boolean;
  load: () => Promise<ComponentType>;
}

/** A part that most pages do without, loaded once it is needed; tried again until it is there, as when a page wakes before its network. */
export function LatePart({ isNeeded = true, load }: LatePartProps) {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    if (!isNeeded || Part) return;
    let again: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const retry = () => {
      if (!isOver) again = setTimeout(attempt, retryMilliseconds);
    };
    const attempt = () => void load().then((part) => setPart(() => part), retry);
    attempt();
    return () => {
      isOver = true;
      clearTimeout(again);
    };
  }, [isNeeded, load, Part]);
  return Part ? <Part /> : null;
}
