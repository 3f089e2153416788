import { containing, startingWord } from './search';

it('takes typed wildcards literally', () => {
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%');
  expect(startingWord('100%')).toBe('% 100\\%%');
  expect(startingWord('e.duval@ex')).toBe('% e duval ex%');
});
