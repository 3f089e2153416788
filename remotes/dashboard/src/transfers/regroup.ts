import { compactIban } from '@bank/contracts/iban';
import { inGroupsOfFour } from '../balance/account-number';

/**
 * What was typed of an account number, in groups of four, and where the caret belongs in it: behind as many characters
 * as it stood behind before. After a deletion forwards it belongs behind the gap too, or it would never pass one.
 */
export function regrouped(typed: string, caret: number, deletesForward = false) {
  const text = inGroupsOfFour(compactIban(typed));
  const before = compactIban(typed.slice(0, caret)).length;
  const gaps = Math.floor(Math.max(0, deletesForward ? before : before - 1) / 4);
  return { text, caret: Math.min(before + gaps, text.length) };
}
