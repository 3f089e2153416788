import type { PublicIncident, Status } from '@bank/contracts/status';
import { withStatus } from './live-status';

const page = '<main><h1>x</h1><div class="s" data-status=""><p>…</p></div><p>after $& it</p></main>';
const incident = (rest: Partial<PublicIncident> = {}): PublicIncident => ({
  id: 1,
  title: { fr: 'Virements lents', en: 'Slow transfers' },
  state: 'identified',
  components: ['payments'],
  opened_at: '2026-11-20T10:00:00.000Z',
  closed_at: null,
  lines: [{ at: '2026-11-20T11:00:00.000Z', text: { fr: 'Nous savons.', en: 'We know.' } }],
  ...rest,
});
const status = (rest: Partial<Status> = {}): Status => ({
  at: '2026-11-23T13:00:00.000Z',
  from: '2026-08-26',
  to: '2026-11-23',
  components: [
    { name: 'payments', state: 'disturbed', days: [{ day: '2026-11-20', state: 'disturbed' }] },
    { name: 'texts', state: 'absent', days: [] },
  ],
  open: [incident()],
  past: [],
  ...rest,
});
const plain = (html: string) => html.replace(/[\u202f\u00a0]/g, ' ');

it('writes the state into the page in the language of its reader', () => {
  const french = plain(withStatus(page, { status: status() }, 'fr'));
  expect(french).toContain('<div data-headline="disturbed"><p>Une partie de la banque est perturbée.</p>');
  expect(french).toContain('<strong>Perturbé</strong>');
  expect(french.match(/<i data-day=/g)).toHaveLength(90);
  expect(french.match(/data-day="disturbed"/g)).toHaveLength(1);
  expect(french).toContain('<strong>Non proposé ici</strong>');
  expect(french).toContain('La cause est connue, depuis le 20 novembre 2026 à 11:00');
  expect(french).toContain('<span>Nous savons.</span>');
  expect(french).toContain('<p>after $& it</p>');
  expect(withStatus(page, { status: status() }, 'en')).toContain('<span>We know.</span>');
});

it('escapes staff’s texts', () => {
  const hostile = '</div><script>alert(1)</script>" onload="x';
  const title = { fr: hostile, en: hostile };
  const lines = [{ at: '2026-11-20T11:00:00.000Z', text: title }];
  const html = withStatus(page, { status: status({ open: [incident({ title, lines })] }) }, 'fr');
  expect(html).not.toMatch(/<script|" onload/);
  const [, data = ''] = /data-status="([^"]*)"/.exec(html) ?? [];
  const read = data.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)));
  expect((JSON.parse(read) as { status: Status }).status.open[0]?.title.fr).toBe(hostile);
});

it('claims nothing when the state cannot be read, and names when it was last known', () => {
  const away = plain(withStatus(page, { status: null, lost: { since: '2026-11-23T12:59:00.000Z' } }, 'fr'));
  expect(away).toContain('<p>L’état de la banque ne peut pas être lu en ce moment.</p>');
  expect(away).toContain('Dernier état connu : 23 novembre 2026 à 13:59.');
  expect(away).not.toContain('En service');
  const never = withStatus(page, { status: null, lost: { since: null } }, 'en');
  expect(never).toContain('No state could be read yet.');
});
