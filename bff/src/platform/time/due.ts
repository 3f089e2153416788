/** The clocks of servers differ by less, ms. */
export const clocksDiffer = 10 * 60_000;

/**
 * Whether what waits until the moment in a column, such as for the end of a lease, is due; with the values of `dueBy`. It is also
 * due at once where the moment lies further ahead than it is ever set: the clock was set back since.
 */
export const isDue = (column: string): string => `(${column} <= ? OR ${column} > ?)`;

/** The values of `isDue`. @param longest how far ahead the moment is set at most, ms */
export const dueBy = (now: Date, longest: number): [now: Date, beyond: Date] => [
  now,
  new Date(now.getTime() + longest + clocksDiffer),
];
