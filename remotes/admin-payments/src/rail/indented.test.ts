import { indented } from './indented';

it('puts each element on a line of its own, and changes nothing else', () => {
  const xml = '<?xml version="1.0"?><A xmlns="urn:a"><B><C Ccy="EUR">1</C><D/></B> <E>a &lt; b</E></A>';
  expect(indented(xml)).toBe(
    [
      '<?xml version="1.0"?>',
      '<A xmlns="urn:a">',
      '  <B>',
      '    <C Ccy="EUR">1</C>',
      '    <D/>',
      '  </B>',
      '  <E>a &lt; b</E>',
      '</A>',
    ].join('\n'),
  );
});

it.each(['', 'no XML at all', '</A></B><C>'])('shows %j, which is no document', (text) => {
  expect(indented(text).replace(/\n/g, '')).toBe(text);
});
