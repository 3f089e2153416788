/**
 * A count of repetitions: the whole in `npm run test:all`, a smaller one with the same assertions in `npm test`, which must
 * stay short.
 */
export const atLength = (whole: number, short: number): number => (process.env.TEST_ALL ? whole : short);
