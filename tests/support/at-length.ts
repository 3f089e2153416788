/**
 * What is long runs in `npm run test:all` alone, by the rule of tests/README.md: it proves a rule once more, at length, which
 * a short test of `npm test` holds.
 */
const runsAll = Boolean(process.env.TEST_ALL);

/** A count of repetitions: the whole in the long run, a smaller one with the same assertions in the short one. */
export const atLength = (whole: number, short: number): number => (runsAll ? whole : short);

/** Registers nothing: a test that is skipped counts as failed. */
const nothing = Object.assign(() => undefined, { each: () => () => undefined });

/** Jest's `it` in the long run; nothing in the short one. */
export const longIt = (runsAll ? it : nothing) as jest.It;

/** Jest's `describe` in the long run; nothing in the short one, neither tests nor hooks. */
export const longDescribe = (runsAll ? describe : nothing) as jest.Describe;
