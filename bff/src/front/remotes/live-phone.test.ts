import { withPhone } from './live-phone';

const page =
  '<dl><dd>24h/7j</dd></dl><dl class="p" data-phone-line=""><dd><a href="tel:{{phone}}">{{phone}}</a></dd></dl><dl>$&</dl>';

it('writes the number of the telephone line into the page', () => {
  expect(withPhone(page, '+33 1 99-00.17 17')).toBe(
    '<dl><dd>24h/7j</dd></dl><dl class="p" data-phone-line=""><dd><a href="tel:+33199001717">+33 1 99-00.17 17</a></dd></dl><dl>$&</dl>',
  );
});

it('leaves the line out of a bank that has none, and pages without it as they are', () => {
  expect(withPhone(page, undefined)).toBe('<dl><dd>24h/7j</dd></dl><dl>$&</dl>');
  expect(withPhone('<dl>x</dl>', '12345')).toBe('<dl>x</dl>');
});
