export interface Change {
  direction: 'up' | 'down' | 'same';
  /** What was gained or lost, relative to the previous balance; none where that was nothing. */
  ratio: number | undefined;
}

/** How a balance changed from the previous one (specification 2, section 4). */
export function changeOf(current: number, previous: number): Change {
  const ratio = previous === 0 ? undefined : (current - previous) / Math.abs(previous);
  if (current === previous) return { direction: 'same', ratio };
  return { direction: current > previous ? 'up' : 'down', ratio };
}
