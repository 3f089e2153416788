/** The languages of the interface; the first is the default and the fallback (specification 1, section 9). */
export const languages = ['fr', 'en'] as const;

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = languages[0];

/** The cookie of the chosen language, by which the server chooses that of a document. */
export const languageCookieName = 'language';

/** That cookie for a year. It holds no secret, so scripts may write it. */
export const languageCookie = (language: Language, secure: boolean): string =>
  `${languageCookieName}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`;

/** The preferred supported language of an `Accept-Language` header (RFC 9110, 12.5.4); by default French. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { primary: tag.split('-')[0], quality: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { primary } of wanted) {
    const known = languages.find((candidate) => candidate === primary);
    if (known) return known;
  }
  return defaultLanguage;
}
