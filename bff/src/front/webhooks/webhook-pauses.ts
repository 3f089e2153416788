const firstSeconds = 5;
const longestSeconds = 6 * 3_600;
/** The share by which a pause is longer or shorter, so that events that failed together are not tried together. */
const jitter = 0.2;

/** The longest pause, in seconds. */
export const longestPause = longestSeconds * (1 + jitter);

/**
 * The pause after so many failed tries, in seconds: it doubles, up to six hours.
 * @param chance from 0 to 1
 */
export const pauseAfter = (tries: number, chance = Math.random()): number =>
  Math.min(longestSeconds, firstSeconds * 2 ** (tries - 1)) * (1 + jitter * (2 * chance - 1));
