import './prerender-environment';
import { renderToString } from 'react-dom/server';
import { ShellLayout } from 'prerendered';
import { type Language, languages } from '@bank/contracts/language';
import type { PublishedNavEntry, PublishedRemote } from '@bank/contracts/remotes';
import { type RenderedFrame, slotOf } from '@bank/contracts/rendered-frame';
import { i18n } from '@bank/i18n/i18n';
import { BrowserRouter } from '../hooks/router';
import { publish } from '../remotes/published';
import { provideComponent } from '../remotes/remote-view';
import { HostTree } from './host';
import { requireIcons } from './prerender-icons';

/** In the place of the page and of each link, for the server to fill in. */
const placeholders = { public: 'link-public', other: 'link-other', main: 'link-main' } as const;

const entry = (name: string, group: PublishedNavEntry['group'], order: number): PublishedNavEntry => ({
  path: `/${name}`,
  icon: '',
  order,
  group,
  audience: 'public',
  hosts: ['shell'],
  label: { fr: name, en: name },
});

const remote: PublishedRemote = {
  name: 'page',
  version: '',
  container: '',
  entry: '',
  files: {},
  signature: '',
  slots: [],
  preload: { scripts: [], styles: [] },
  routes: [
    { path: '/', aliases: [], page: 'page', title: { fr: '', en: '' }, audience: 'public', hosts: ['shell'] },
  ],
  nav: [
    entry(placeholders.public, 'public', 1),
    entry(placeholders.other, 'account', 1),
    entry(placeholders.main, 'account', 2),
  ],
};

publish({ trusted: [remote], refused: [] });
provideComponent({ remote, component: () => <i>{slotOf.page}</i> }, { kind: 'pages', name: 'page' });

async function render(language: Language): Promise<RenderedFrame> {
  await i18n.changeLanguage(language);
  const html = requireIcons(
    renderToString(
      <HostTree Layout={ShellLayout} within={(content) => <BrowserRouter at="/">{content}</BrowserRouter>} />,
    ),
  );
  const link = (name: string) => {
    const [found] = new RegExp(`<a [^>]*href="/${name}"[^>]*>${name}</a>`).exec(html) ?? [];
    if (!found) throw new Error(`the frame draws no link "${name}"`);
    return found;
  };
  const template = (name: string) =>
    link(name).replace(`/${name}`, slotOf.address).replace(`>${name}<`, `>${slotOf.label}<`);
  return {
    html: html
      .replace(`<i>${slotOf.page}</i>`, slotOf.page)
      .replace(link(placeholders.public), slotOf.publicLinks)
      .replace(link(placeholders.other) + link(placeholders.main), slotOf.accountLinks),
    links: {
      public: template(placeholders.public),
      account: template(placeholders.other),
      main: template(placeholders.main),
    },
  };
}

const frames: Partial<Record<Language, RenderedFrame>> = {};
for (const language of languages) frames[language] = await render(language);
// The timers of the query cache would keep the process for minutes.
process.stdout.write(JSON.stringify(frames), () => process.exit());
