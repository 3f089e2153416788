import type { ReactNode } from 'react';
import type { Words } from './texts';

interface DocumentProps {
  words: Words;
  title: string;
  /** The address of the same page in the other language. */
  other: string;
  bankUrl: string;
  /** Whether the page follows what happens. */
  live?: boolean;
  children: ReactNode;
}

/** The frame of each page: the purpose of the world, the note that it is made up, and the language. */
export function Document({ words, title, other, bankUrl, live = false, children }: DocumentProps) {
  const { t, language } = words;
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="/assets/world.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/world.css" />
        <link rel="stylesheet" href="/assets/forms.css" />
        <link rel="stylesheet" href="/assets/lists.css" />
        {live && <script src="/assets/live.js" type="module" />}
      </head>
      <body>
        <a className="skip" href="#main">
          {t('skip')}
        </a>
        <header className="masthead">
          <div className="wrap">
            <a className="mark" href={`/?lang=${language}`}>
              <img src="/assets/world.svg" alt="" width="56" height="56" />
              <span>{t('name')}</span>
            </a>
            <p className="tagline">{t('tagline')}</p>
            <ul className="links">
              <li>
                <a href={bankUrl}>{t('bankSite')}</a>
              </li>
              <li>
                <a
                  href={other}
                  lang={language === 'fr' ? 'en' : 'fr'}
                  hrefLang={language === 'fr' ? 'en' : 'fr'}
                >
                  {t('language')}
                </a>
              </li>
            </ul>
          </div>
          <p className="made-up">
            <strong className="wrap">{t('madeUp')}</strong>
          </p>
        </header>
        <main id="main" className="wrap" tabIndex={-1}>
          {children}
        </main>
      </body>
    </html>
  );
}
