import { type ReactNode, useEffect, useState } from 'react';
import type { Loaded } from './remote-loader';

/** How long a loaded component may wait for something before it shows anything, ms. */
const patienceMs = 15_000;

class NeverShown extends Error {
  override name = 'NeverShown';
}

interface WaitingProps {
  loaded: Promise<Loaded>;
  children: ReactNode;
}

/**
 * Shown while a component is loaded, and while it waits (suspends): throws to the boundary around it once it has waited for too
 * long, since what it waits for may never come. Loading ends by itself (`remote-loader`).
 */
export function Waiting({ loaded, children }: WaitingProps) {
  const [failure, setFailure] = useState<NeverShown>();
  useEffect(() => {
    let isShown = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = ({ remote: { name } }: Loaded) => {
      if (!isShown) return;
      const giveUp = () => setFailure(new NeverShown(`remote ${name} waits for something and shows nothing`));
      timer = setTimeout(giveUp, patienceMs);
    };
    void loaded.then(begin, () => undefined);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [loaded]);
  if (failure) throw failure;
  return children;
}
