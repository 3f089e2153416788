import { regrouped } from './regroup';

/** The caret is written as a bar. */
function typing(marked: string, deletesForward = false) {
  const { text, caret } = regrouped(marked.replace('|', ''), marked.indexOf('|'), deletesForward);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

it.each([
  ['|', '|', 'nothing'],
  ['f|', 'F|', 'a small letter'],
  ['FR763|', 'FR76 3|', 'a fifth character'],
  ['FR76 30|00 4000', 'FR76 30|00 4000', 'a character in the middle'],
  ['FR9|76 3000 4', 'FR9|7 6300 04', 'one more in front of others'],
  ['FR76|3000 4000', 'FR76| 3000 4000', 'a gap that was deleted backwards'],
  ['FR76 3|004 000', 'FR76 3|004 000', 'a character that was deleted'],
  [' de89 3704\u00a00440|', 'DE89 3704 0440|', 'what was pasted with spaces of any kind'],
])('%s becomes %s: %s', (typed, shown) => expect(typing(typed)).toBe(shown));

it('lets a deletion forwards pass the gap', () => {
  expect(typing('FR76|3000', true)).toBe('FR76 |3000');
  expect(typing('FR76|', true)).toBe('FR76|');
});
