import { type ComponentType, createElement, useEffect, useState } from 'react';

const retryMilliseconds = 3_000;

interface LatePartProps<Props> {
  /** Once loaded, a part is shown as long as this element. */
  isNeeded?: boolean;
  load: () => Promise<ComponentType<Props>>;
  props?: Props;
}

/** A part that most pages do without, loaded once it is needed; tried again until it is there, since a page may wake offline. */
export function LatePart<Props extends object>({ isNeeded = true, load, props }: LatePartProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
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
  return Part ? createElement(Part, props) : null;
}
