import { z } from 'zod';

/**
 * What the world does wrong on request: it does not work on a message, works on it without an answer, answers late, sends
 * and answers twice, in another order, with a wrong signature, or what is not XML.
 */
export const faults = [
  'no_answer',
  'acts_without_answer',
  'late_answer',
  'twice',
  'out_of_order',
  'wrong_signature',
  'malformed',
] as const;
export type Fault = (typeof faults)[number];

/** Which faults are on, until when, and how often. */
export const misbehaviourSchema = z.object({
  faults: z.array(z.enum(faults)).default([]),
  /** The duration of the faults in seconds; without it, until they are switched off. */
  forSeconds: z.number().positive().max(86_400).optional(),
  /** How late a late answer is, seconds. */
  lateSeconds: z.number().positive().max(60).default(5),
  /** The share of calls that one of the faults affects; 1 for all calls, by all faults. */
  probability: z.number().gt(0).max(1).default(1),
  /** The same seed draws the same faults. */
  seed: z.number().int().min(0).max(4_294_967_295).default(1),
});
export type MisbehaviourRequest = z.input<typeof misbehaviourSchema>;

/** Equally distributed numbers from 0 to 1, the same for a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
