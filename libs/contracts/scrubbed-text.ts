/** Control and format characters, such as those that turn the direction of text, and lone halves of pairs. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]+/gu;

/** In order: what a later pattern would only take a part of comes first. */
const personal: [RegExp, string][] = [
  [/[^\s"'<>()@]{1,64}@[^\s"'<>()@]{1,255}/g, '[email]'],
  [/\b[A-Z]{2}\d{2}(?:[ \u00a0\u202f-]?[A-Z0-9]){10,30}\b/gi, '[iban]'],
  [/\b[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}\b/g, '[token]'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}\b/gi, '[token]'],
  // Quoted input: JSON.parse quotes the beginning of its text, for example.
  [/"[^"]*"|“[^”]*”|«[^»]*»/g, '"…"'],
  [/'[^'\w$]?[^']*[^'\w$.][^']*'/g, "'…'"],
  [/([?#])[^\s'")]*=[^\s'")]*/g, '$1…'],
  [/\d+(?:[ .,:/\u00a0\u202f-]?\d+)*/g, '#'],
];

/** The number of an error of React's production build is no personal data, and the message is useless without it. */
const reactError = /Minified React error #(\d{1,3})\b/;

/**
 * The message of an error without what may be a person's: e-mail addresses, IBANs, tokens, quoted texts, queries and all
 * numbers are replaced. Equal faults about different people thereby have equal texts. At most 300 characters.
 */
export function scrubbedText(message: string): string {
  const line = message.slice(0, 600).normalize('NFC').replace(invisible, ' ');
  const react = reactError.exec(line);
  if (react) return `Minified React error #${react[1]}`;
  const scrubbed = personal.reduce((text, [pattern, shown]) => text.replace(pattern, shown), line);
  return scrubbed.replace(/\s+/g, ' ').trim().slice(0, 300);
}
