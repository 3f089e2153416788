/**
 * A style sheet as text, without what the browser skips. Only for sheets without strings that hold comments or runs
 * of blanks.
 * @param {string} css
 */
export default function cssText(css) {
  return css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,<>!]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}')
    .trim();
}
