import { inGroupsOfFour } from '@bank/contracts/account-number';
import { compactIban } from '@bank/contracts/iban';

/**
 * Groups a typed account number by fours, and keeps the caret after the same number of characters. After a forward
 * deletion it is placed after the gap too, or it could never pass one.
 */
export function regrouped(typed: string, caret: number, deletesForward = false) {
  const text = inGroupsOfFour(compactIban(typed));
  const before = compactIban(typed.slice(0, caret)).length;
  const gaps = Math.floor(Math.max(0, deletesForward ? before : before - 1) / 4);
  return { text, caret: Math.min(before + gaps, text.length) };
}
