import { type Language, languages } from '@bank/contracts/language';
import type { PublishedRoute } from '@bank/contracts/remotes';
import { escapeHtml, escapeJson, languageParameter } from './host-document';

const locales: Record<Language, string> = { fr: 'fr_FR', en: 'en_GB' };

interface PublicPage {
  /** The origin of the customer site. */
  origin: string;
  route: PublishedRoute;
  language: Language;
  title: string;
}

export const addressOf = (origin: string, path: string, language: Language): string =>
  `${origin}${path}?${languageParameter}=${language}`;

/** What search engines and link previews read of a public page: elements of its head. */
export function searchHead({ origin, route, language, title }: PublicPage): string[] {
  const description = route.description?.[language] ?? title;
  const url = origin + route.path;
  const others = languages.filter((other) => other !== language);
  const properties: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', 'Bank PCS'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:locale', locales[language]],
    ...others.map((other): [string, string] => ['og:locale:alternate', locales[other]]),
  ];
  return [
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...languages.map(
      (each) =>
        `<link rel="alternate" hreflang="${each}" href="${escapeHtml(addressOf(origin, route.path, each))}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(url)}">`,
    ...properties.map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`),
    '<meta name="twitter:card" content="summary">',
    `<script type="application/ld+json">${escapeJson(structured(origin, url, { language, title, description }))}</script>`,
  ];
}

/** The bank and the page in the words of schema.org. */
function structured(origin: string, url: string, { language, title, description }: Words) {
  const bank = {
    '@type': 'BankOrCreditUnion',
    '@id': `${origin}/#bank`,
    name: 'Bank PCS',
    url: `${origin}/`,
  };
  const page = { '@type': 'WebPage', '@id': url, url, name: title, description, inLanguage: language };
  return {
    '@context': 'https://schema.org',
    '@graph': [bank, { ...page, about: { '@id': bank['@id'] } }],
  };
}

interface Words {
  language: Language;
  title: string;
  description: string;
}
