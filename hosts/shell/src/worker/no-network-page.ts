import { languageCookieName, languageOf } from '@bank/contracts/language';
import en from '../../locales/no-network.en.json';
import fr from '../../locales/no-network.fr.json';
import { cookieOf } from './cookies';

const texts = { fr, en };

/**
 * The page of a browser without a network whose kept shell may not open: two sentences and a link that tries again, in the
 * language that was chosen on the site.
 */
export async function noNetworkPage(address: string): Promise<Response> {
  const language = languageOf((await cookieOf(languageCookieName)) ?? navigator.language);
  const text = texts[language];
  const { pathname, search } = new URL(address);
  // An address is percent-encoded already, quotes and angle brackets included.
  const again = (pathname + search).replaceAll('&', '&amp;');
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text.title} · Bank PCS</title>
</head>
<body>
<main>
<h1>${text.title}</h1>
<p>${text.message}</p>
<p><a href="${again}">${text.retry}</a></p>
</main>
</body>
</html>
`;
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  });
}
