import type { ReleaseCheck } from '@bank/contracts/releases';

/** A check with a sentence for each problem, or with the sentence of its success. */
export function verdict(check: ReleaseCheck['check'], problems: string[], otherwise: string): ReleaseCheck {
  return { check, passed: problems.length === 0, sentence: problems.join(' ') || otherwise };
}
