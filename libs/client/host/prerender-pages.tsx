import './prerender-environment';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import remote from 'prerendered';
import { demonstrationPeople, shownDemonstrationPeople } from '@bank/contracts/demo';
import { type Language, languages } from '@bank/contracts/language';
import { i18n } from '@bank/i18n/i18n';
import { I18nProvider } from '@bank/i18n/provider';
import { ToastProvider } from '@bank/ui/toast';
import { BrowserRouter } from '../hooks/router';
import { config } from '../http/config';
import { QueriesProvider } from '../http/page-queries';
import { SessionProvider } from '../session/session';
import { requireIcons } from './prerender-icons';

/** The pages to render: the name of each, and the path of its route. */
const wanted = JSON.parse(process.argv[2] ?? '[]') as { page: string; path: string }[];

/** Accounts on the sign-in page, by whether the bank has demonstration data. */
const variants = {
  plain: [],
  demonstration: demonstrationPeople
    .slice(0, shownDemonstrationPeople)
    .map(({ username, password, role }) => ({ username, password, role })),
};

async function render(name: string, path: string) {
  const page = remote.pages[name];
  if (!page) throw new Error(`the remote has no page "${name}", which remote.json names in "prerender"`);
  const component = 'load' in page ? await page.load() : page;
  // Ids that React makes differ from those of the frame.
  const identifierPrefix = `${name}-`;
  const html = () =>
    renderToString(
      <I18nProvider>
        <QueriesProvider>
          <ToastProvider>
            <BrowserRouter at={path}>
              <SessionProvider>{createElement(component)}</SessionProvider>
            </BrowserRouter>
          </ToastProvider>
        </QueriesProvider>
      </I18nProvider>,
      { identifierPrefix },
    );
  const rendered: Partial<Record<Language, Record<string, string>>> = {};
  for (const language of languages) {
    await i18n.changeLanguage(language);
    const each = Object.entries(variants).map(([variant, accounts]) => {
      config.demo_accounts = accounts;
      return [variant, requireIcons(html())];
    });
    rendered[language] = Object.fromEntries(each) as Record<string, string>;
  }
  return rendered;
}

const pages: Record<string, unknown> = {};
for (const { page, path } of wanted) pages[page] = await render(page, path);
// The timers of the query cache would keep the process for minutes.
process.stdout.write(JSON.stringify(pages), () => process.exit());
