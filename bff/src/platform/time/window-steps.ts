import { hourMs } from './durations';

/** Windows are counted in steps of ten minutes. */
const stepMilliseconds = 600_000;

const stepAt = (moment: number): number => Math.floor(moment / stepMilliseconds);

/** The step of a window in which a moment lies. */
export const stepOf = (at: Date): number => stepAt(at.getTime());

/** The first step of a window that ends at a moment. */
export const firstStep = (at: Date, hours: number): number => stepAt(at.getTime() - hours * hourMs) + 1;
