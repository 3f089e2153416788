/** XML with one element per line, indented; attributes, texts and their order stay. */
export function indented(xml: string): string {
  let depth = 0;
  return xml
    .trim()
    .replace(/>\s+</g, '><')
    .split(/(?<=>)(?=<)/)
    .map((line) => {
      if (line.startsWith('</')) depth -= 1;
      const indent = '  '.repeat(Math.max(0, depth));
      if (opens(line)) depth += 1;
      return indent + line;
    })
    .join('\n');
}

/** Whether a line begins an element that it does not end; a declaration begins none. */
const opens = (line: string) => /^<[^/?!]/.test(line) && !line.endsWith('/>') && !line.includes('</');
