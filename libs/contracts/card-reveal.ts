// Without zod: the page that shows a number does without it.

/** How long a revealed number is shown, seconds. */
export const revealSeconds = 60;
