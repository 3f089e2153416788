import { defaultLanguage, type Language, languages } from '@bank/contracts/language';
import type { PublishedRoute } from '@bank/contracts/remotes';
import type { FrequentQuestion } from './frequent-questions';
import { escapeHtml, escapeJson, languageParameter } from './host-document';

const locales: Record<Language, string> = { fr: 'fr_FR', en: 'en_GB' };

interface PublicPage {
  /** The origin of the customer site. */
  origin: string;
  route: PublishedRoute;
  language: Language;
  title: string;
  /** The address of the bank's picture for link previews. */
  picture: string;
  /** The questions that the page answers. */
  questions: FrequentQuestion[];
}

/** Pixels of that picture. */
const pictureSize = { width: 1200, height: 630 };

/** The canonical address of a page in a language: without a parameter for the default language. */
export const addressOf = (origin: string, path: string, language: Language): string =>
  `${origin}${path}${language === defaultLanguage ? '' : `?${languageParameter}=${language}`}`;

/** The elements of a public page's head for search engines and link previews. */
export function searchHead(page: PublicPage): string[] {
  const { origin, route, language, title, picture } = page;
  const description = route.description?.[language] ?? title;
  const url = addressOf(origin, route.path, language);
  const others = languages.filter((other) => other !== language);
  const properties: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', 'Bank PCS'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', picture],
    ['og:image:width', String(pictureSize.width)],
    ['og:image:height', String(pictureSize.height)],
    ['og:image:alt', 'Bank PCS'],
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
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(origin + route.path)}">`,
    ...properties.map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
    `<script type="application/ld+json">${escapeJson(structured(page, url, description))}</script>`,
  ];
}

/** The bank and the page in the words of schema.org. */
function structured(
  { origin, language, title, picture, questions }: PublicPage,
  url: string,
  description: string,
) {
  const bank = {
    '@type': 'BankOrCreditUnion',
    '@id': `${origin}/#bank`,
    name: 'Bank PCS',
    url: `${origin}/`,
    image: picture,
  };
  const page = {
    '@id': url,
    url,
    name: title,
    description,
    inLanguage: language,
    about: { '@id': bank['@id'] },
  };
  const asked = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  const described =
    asked.length > 0 ? { '@type': 'FAQPage', ...page, mainEntity: asked } : { '@type': 'WebPage', ...page };
  return { '@context': 'https://schema.org', '@graph': [bank, described] };
}
