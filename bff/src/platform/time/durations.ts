/** An hour in milliseconds. */
export const hourMs = 60 * 60_000;

/** 24 hours in milliseconds. A day of Paris may have 23 or 25 hours: `paris-day.ts`. */
export const dayMs = 24 * hourMs;

/** The whole seconds of a moment since 1970 (Unix time). */
export const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
