import { useEffect, useState } from 'react';

const everyMs = 250;

/** The whole seconds that are left of a time that began at a moment of the page's steady clock; 0 once it is over. */
export function useCountdown(beganAt: number, seconds: number): number {
  const leftNow = () => Math.max(0, Math.ceil(seconds - (performance.now() - beganAt) / 1000));
  const [left, setLeft] = useState(leftNow);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setLeft(leftNow()), everyMs);
    return () => clearInterval(timer);
  });
  return left;
}
