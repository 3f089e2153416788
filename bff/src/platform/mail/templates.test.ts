import { composed, isLinked } from './templates';

const code = (name: string) =>
  composed('approval_code', 'fr', { name, code: '1', minutes: '5', reference: '1', summary: 'payer' });

it.each(['Marie', 'Jean-Pierre', 'J.-P.', 'J.P.Morgan', '1.FC Köln', 'Ngô Thị', "O'Neil"])(
  'greets %s by name',
  (name) => {
    expect(code(name).text).toMatch(`Bonjour ${name},`);
  },
);

it.each([
  'evil.example',
  'https://evil.example/x',
  'see www.evil',
  't.me/evil',
  'evil24.example',
  'evil-x.example',
  'bloqué, appelez evil.example/banque',
])('leaves out "%s", which mail programs would make a link of', (name) => {
  expect(isLinked(name)).toBe(true);
  const { text, html } = code(name);
  for (const part of [text, html])
    expect([part.includes('Bonjour,'), part.includes('evil')]).toEqual([true, false]);
});
