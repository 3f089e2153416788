/** Sizes of a step, in units of the currency. */
const steps = [1, 5, 10, 50, 100, 500, 1_000, 5_000] as const;
const wantedSteps = 100;

/**
 * The places of a slider from nought to the most that a limit may be, in about a hundred round steps; its last place is the
 * most exactly, whatever that is.
 */
export function limitScale(most: number) {
  const step = steps.find((size) => most / size <= wantedSteps) ?? most / wantedSteps;
  const last = Math.ceil(most / step);
  return {
    last,
    amountAt: (place: number) => (place >= last ? most : place * step),
    placeOf: (amount: number) => (amount >= most ? last : Math.min(Math.round(amount / step), last - 1)),
  };
}
