export interface Change {
  direction: 'up' | 'down' | 'same';
  /** Relative to the previous balance; undefined if that was zero. */
  ratio: number | undefined;
}

/** Compares a balance with the previous one (specification 2, section 4). */
export function changeOf(current: number, previous: number): Change {
  const ratio = previous === 0 ? undefined : (current - previous) / Math.abs(previous);
  if (current === previous) return { direction: 'same', ratio };
  return { direction: current > previous ? 'up' : 'down', ratio };
}
