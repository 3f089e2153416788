/** The pauses before retries, in seconds; after the last one a message is given up. */
const pauses = [5, 30, 120, 600, 3_600, 6 * 3_600, 24 * 3_600];

/** The pause after so many tries, in seconds; null once the message is given up. */
export const pauseAfter = ({ tries }: { tries: number }): number | null => pauses[tries - 1] ?? null;
