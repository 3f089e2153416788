import type { PublishedRemote } from '@bank/contracts/remotes';
import { slotOf } from '@bank/contracts/rendered-frame';
import { ApiException } from '../../platform/errors/api-exception';
import { integrityOf } from '../../platform/security/integrity';
import type { ReleaseFiles } from '../releases/release-files.service';
import type { HostFiles } from './host-document';
import { PrerenderedPages } from './prerendered-pages.service';

const frame = {
  html: `<nav>${slotOf.publicLinks}</nav><div>${slotOf.accountLinks}</div><main>${slotOf.page}</main>`,
  links: {
    public: `<a href="${slotOf.address}">${slotOf.label}</a>`,
    account: `<a class="other" href="${slotOf.address}">${slotOf.label}</a>`,
    main: `<a class="main" href="${slotOf.address}">${slotOf.label}</a>`,
  },
};
const libraries = '0123456789abcdef';

const shellStyles = '@font-face{src:url(font.woff2)}';

const entry = (to: string, label: string, group: 'public' | 'account', order: number) => ({
  path: to,
  icon: '',
  order,
  group,
  audience: 'public' as const,
  hosts: ['shell' as const],
  label: { fr: label, en: `${label} (en)` },
});

function pagesWith(stored: Record<string, string>, signed = stored) {
  const files = Object.fromEntries(
    Object.entries(signed).map(([name, content]) => [name, integrityOf(Buffer.from(content))]),
  );
  const variants = { plain: 'page.html', demonstration: 'demo.html' };
  const remote = {
    name: 'landing',
    version: '0.1.0-0123456789',
    files,
    prerendered: {
      libraries,
      pages: { landing: { styles: ['page.css'], files: { fr: variants, en: variants } } },
    },
    nav: [
      entry('/second', 'Un & "deux" <b>', 'public', 2),
      entry('/first', 'Premier', 'public', 1),
      entry('/login', 'Connexion', 'account', 1),
      entry('/signup', 'Ouvrir', 'account', 2),
    ],
  } as unknown as PublishedRemote;
  const host: HostFiles = {
    version: '0.1.0-aaaaaaaaaa',
    scripts: [],
    styles: ['main.css'],
    fonts: [],
    icon: '',
    integrity: { 'main.css': integrityOf(Buffer.from(shellStyles)) },
    prerendered: { libraries, frames: { fr: frame, en: frame } },
  };
  const kept: Record<string, string> = { 'main.css': shellStyles, ...stored };
  const service = new PrerenderedPages({
    read: async (_remote: string, _version: string, name: string) => kept[name] && Buffer.from(kept[name]),
  } as unknown as ReleaseFiles);
  const wanted = {
    site: 'shell' as const,
    page: 'landing',
    language: 'fr' as const,
    isDemonstration: false,
    host,
    remote,
    registry: { remotes: [remote], sequence: 1, signature: '' },
  };
  return { service, wanted };
}

const files = {
  'page.html': '<h1>Bonjour $& {{label}}</h1>',
  'demo.html': '<h1>Démo</h1>',
  'page.css': 'h1{color:red}',
};

it('puts the page into the frame, with the links of the registry, escaped and in their order', async () => {
  const { service, wanted } = pagesWith(files);
  const rendered = await service.of(wanted);
  expect(rendered?.html).toBe(
    '<nav><a href="/first">Premier</a><a href="/second">Un &#38; &#34;deux&#34; &#60;b&#62;</a></nav>' +
      '<div><a class="other" href="/login">Connexion</a><a class="main" href="/signup">Ouvrir</a></div>' +
      '<main><h1>Bonjour $& {{label}}</h1></main>',
  );
  expect(rendered?.css).toBe('@font-face{src:url(/assets/shell/font.woff2)}\nh1{color:red}');
});

it('shows the demonstration accounts on a bank with demonstration data only', async () => {
  const { service, wanted } = pagesWith(files);
  expect((await service.of({ ...wanted, isDemonstration: true }))?.html).toContain('Démo');
});

it.each([
  ['a changed page', { ...files, 'page.html': '<h1>Autre</h1>' }],
  ['a missing page', { 'page.css': files['page.css'] }],
  ['a changed style sheet', { ...files, 'page.css': 'h1{color:blue}' }],
  ['a changed style sheet of the shell', { ...files, 'main.css': 'h1{color:blue}' }],
])('uses no page with %s', async (_name, stored) => {
  const { service, wanted } = pagesWith(stored as Record<string, string>, files);
  expect(await service.of(wanted)).toBeUndefined();
});

it('fails when it cannot read the page now, which is not to be kept as a page without it', async () => {
  const { wanted } = pagesWith(files);
  const away = () => Promise.reject(new ApiException('UNAVAILABLE'));
  const service = new PrerenderedPages({ read: away } as unknown as ReleaseFiles);
  await expect(service.of(wanted)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it.each([
  '<script src="/a.js"></script>',
  '<img src=x onerror=alert(1)>',
  '<SVG/onload=alert(1)>',
  '<iframe src="/"></iframe>',
  '<base href="//evil.example">',
  '<meta http-equiv="refresh" content="0">',
  '<style>*{display:none}</style>',
])('uses no page with active content, though signed: %s', async (html) => {
  const { service, wanted } = pagesWith({ ...files, 'page.html': html });
  expect(await service.of(wanted)).toBeUndefined();
});

it('uses no style sheet that ends its element', async () => {
  const { service, wanted } = pagesWith({ ...files, 'page.css': '</style><script>alert(1)</script>' });
  expect(await service.of(wanted)).toBeUndefined();
});

it('uses no page that was rendered with other shared libraries than the shell’s', async () => {
  const { service, wanted } = pagesWith(files);
  const prerendered = { libraries: 'f'.repeat(16), frames: { fr: frame, en: frame } };
  expect(await service.of({ ...wanted, host: { ...wanted.host, prerendered } })).toBeUndefined();
});

it.each([undefined, {}, { libraries, frames: { fr: {} } }])(
  'uses no page without a valid frame',
  async (prerendered) => {
    const { service, wanted } = pagesWith(files);
    expect(await service.of({ ...wanted, host: { ...wanted.host, prerendered } })).toBeUndefined();
  },
);
