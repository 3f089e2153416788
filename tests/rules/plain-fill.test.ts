/** @jest-environment jsdom */
import { naughtyStrings } from '../support/naughty';
import { afterSending } from '../../bff/src/front/remotes/plain-fill';

const page = [
  '<main><form class="a" method="post" novalidate="">',
  '<label class="l" for="username">Nom</label><input autoComplete="username" id="username" aria-describedby="username-hint" name="username"/>',
  '<label class="l" for="password">Mot de passe</label><input id="password" type="password" name="password"/>',
  '<select id="category" name="category"><option value="" selected="">?</option><option value="cards">C</option></select>',
  '<textarea rows="5" name="message" id="message"></textarea>',
  '</form></main>',
].join('');
const outcome = { tone: 'alert' as const, text: 'Non.' };

/** The page as a browser reads it. */
function read(html: string) {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const control = (name: string) =>
    parsed.querySelector<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(`[name="${name}"]`);
  return { parsed, valueOf: (name: string) => control(name)?.value };
}

it('shows the outcome above the form, with a link to each refused field, and keeps what was typed', () => {
  const { parsed, valueOf } = read(
    afterSending(
      page,
      { ...outcome, fields: { username: 'Trop court.' } },
      { username: 'zoé', category: 'cards', message: 'Bonjour' },
      'fr',
    ),
  );
  const note = parsed.querySelector('main > [role="alert"]');
  expect(note?.textContent).toBe('Non.Nom\u00a0: Trop court.');
  expect(note?.querySelector('a')?.getAttribute('href')).toBe('#username');
  expect(note?.nextElementSibling?.tagName).toBe('FORM');
  expect([valueOf('username'), valueOf('category'), valueOf('message')]).toEqual(['zoé', 'cards', 'Bonjour']);
});

it('puts no space before the colon of an English page', () => {
  const fields = { username: 'Too short.' };
  const { parsed } = read(afterSending(page, { ...outcome, fields }, {}, 'en'));
  expect(parsed.querySelector('a')?.textContent).toBe('Nom: Too short.');
});

it('marks a refused field as invalid, described by its refusal and its hint, and no other', () => {
  const fields = { username: 'Trop court.', message: 'Trop long.', other: 'x' };
  const { parsed } = read(
    afterSending(page, { ...outcome, fields }, { username: 'zoé', message: 'Bonjour' }, 'fr'),
  );
  const refusals = [...parsed.querySelectorAll('[aria-invalid]')].map((control) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => parsed.getElementById(id)?.textContent ?? id),
  );
  expect(refusals).toEqual([['Nom\u00a0: Trop court.', 'username-hint'], ['Trop long.']]);
});

it('never fills a password', () => {
  const html = afterSending(page, outcome, { username: 'a', password: 'secret-1' }, 'fr');
  expect(html).not.toContain('secret-1');
});

it('escapes hostile words wherever they stand', () => {
  const names = ['username', 'category', 'message'];
  const elements = (html: string) => read(html).parsed.querySelectorAll('*').length;
  const expected = elements(afterSending(page, { ...outcome, fields: { other: 'x' } }, {}, 'fr'));
  for (const text of [
    ...naughtyStrings,
    '"><script>alert(1)</script>',
    '</textarea><img src=x onerror=alert(1)>',
    '$& $1 $`',
  ]) {
    const typed = Object.fromEntries(names.map((name) => [name, text]));
    const html = afterSending(page, { tone: 'alert', text, fields: { other: text } }, typed, 'fr');
    expect(elements(html)).toBe(expected);
    const { parsed, valueOf } = read(html);
    // HTML has no other line end, and no null character.
    const lines = text.replace(/\r\n?/g, '\n');
    expect(valueOf('message')).toBe(lines.replaceAll('\0', '\uFFFD'));
    expect(parsed.querySelector('[role="alert"] p')?.textContent).toBe(lines.replaceAll('\0', ''));
    expect(parsed.querySelector('[name="username"]')?.getAttribute('value')).toBe(
      lines.replaceAll('\0', '\uFFFD'),
    );
  }
});
