import { containing, startingWord } from './search';

it('takes what people type literally', () => {
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%');
  expect(startingWord('_a')).toContain('% \\_a%');
});
