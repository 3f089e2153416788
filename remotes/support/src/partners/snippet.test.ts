import { policyOf, snippetOf } from './snippet';

const partner = { embed_origin: 'https://widgets.bank.example', theme: {} };
const key = 'pk_live_0123456789abcdef';

it('loads the evergreen loader and names the partner', () => {
  expect(snippetOf(partner, key, 'chat')).toBe(
    `<script src="https://widgets.bank.example/embed/v1/loader.js" async></script>
<bank-chat
  partner="pk_live_0123456789abcdef"
></bank-chat>`,
  );
});

it('pins one version with its integrity, and contains the theme', () => {
  const pinned = { version: '0.1.0-abc', integrity: 'sha384-xyz' };
  const themed = { ...partner, theme: { brand: '#8f3623', radius: '4px' } };
  expect(snippetOf(themed, key, 'signup', pinned)).toBe(
    `<script src="https://widgets.bank.example/embed/0.1.0-abc/loader.js"
  integrity="sha384-xyz"
  crossorigin="anonymous" async></script>
<bank-signup
  partner="pk_live_0123456789abcdef"
  theme="brand:#8f3623; radius:4px"
></bank-signup>`,
  );
});

it('loads the other script for the other widgets, with what each needs', () => {
  const code = snippetOf(partner, key, 'pay');
  expect(code).toContain('/embed/v1/tools.js"');
  expect(code).toMatch(/<bank-pay\n {2}partner="pk_live_0123456789abcdef"\n {2}payee="…"\n {2}iban="…"\n/);
});

it('contains the two policy lines that a strict page needs', () => {
  expect(policyOf(partner)).toBe(
    'script-src https://widgets.bank.example\nframe-src https://widgets.bank.example',
  );
});
