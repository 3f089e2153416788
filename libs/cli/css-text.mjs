/**
 * Minifies a style sheet. Only for sheets whose strings contain no comments and no repeated blanks.
 * @param {string} css
 */
export default function cssText(css) {
  return css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,<>!~]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}')
    .trim();
}
