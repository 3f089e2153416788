import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { revealSeconds } from '@bank/contracts/card-reveal';
import type { CardRevealed } from '@bank/contracts/cards';
import { useCardsRefresh } from '../cards/cards.api';
import { revealCard } from './card.api';

interface Shown {
  data: CardRevealed;
  /** By the clock of this device, ms since 1970. */
  until: number;
}

/**
 * What is printed on a card, kept in this component only and for a minute at most: it is gone when the time is over, when
 * the page is left, and before the browser keeps the page for its back button.
 */
export function useRevealed(cardId: number) {
  const [shown, setShown] = useState<Shown>();
  const [seconds, setSeconds] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<Error>();
  /** A second press, and an answer to a page that was left, show nothing. */
  const asked = useRef<object>(undefined);
  const refresh = useCardsRefresh();

  const hide = () => {
    asked.current = undefined;
    setShown(undefined);
  };
  const reveal = async () => {
    if (asked.current) return;
    const own = {};
    asked.current = own;
    setIsAsking(true);
    setError(undefined);
    try {
      const data = await revealCard(cardId);
      if (asked.current === own) {
        setSeconds(revealSeconds);
        setShown({ data, until: Date.now() + revealSeconds * 1_000 });
      }
    } catch (failure) {
      if (asked.current === own) setError(failure as Error);
      // The card may have ended meanwhile.
      void refresh();
    }
    if (asked.current === own) asked.current = undefined;
    setIsAsking(false);
  };

  useEffect(() => {
    const forget = () => {
      asked.current = undefined;
      // Before the page is frozen.
      flushSync(() => setShown(undefined));
    };
    addEventListener('pagehide', forget);
    return () => {
      asked.current = undefined;
      removeEventListener('pagehide', forget);
    };
  }, []);

  useEffect(() => {
    if (!shown) return;
    const timer = setInterval(() => {
      const left = Math.ceil((shown.until - Date.now()) / 1_000);
      setSeconds(left);
      if (left <= 0) setShown(undefined);
    }, 250);
    return () => clearInterval(timer);
  }, [shown]);

  return { revealed: shown?.data, seconds, isAsking, error, reveal, hide };
}
