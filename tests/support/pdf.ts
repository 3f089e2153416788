import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF file of ours, page by page, a line per piece of text, as a reader's "select all" would give it:
 * the codes of each font are turned into letters by the table that the file itself brings.
 */
export function pdfPages(file: Buffer): string[] {
  const objects = objectsOf(file);
  const letters = (font: string) => {
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '')?.[1] ?? '';
    return lettersOf(objects.get(table)?.stream ?? '');
  };
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  return pages.map(({ head }) => {
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? '';
    const resources = objects.get(/\/Resources (\d+) 0 R/.exec(head)?.[1] ?? '')?.head ?? head;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font = '']) => [name, letters(font)]),
    );
    return textOf(content, fonts);
  });
}

interface PdfObject {
  head: string;
  stream: string;
}

function objectsOf(file: Buffer): Map<string, PdfObject> {
  const text = file.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const { index, 0: opening, 1: id = '' } of text.matchAll(/(\d+) 0 obj\n/g)) {
    const start = index + opening.length;
    const end = text.indexOf('endobj', start);
    const at = text.indexOf('\nstream\n', start);
    if (at < 0 || at > end) {
      objects.set(id, { head: text.slice(start, end), stream: '' });
      continue;
    }
    const head = text.slice(start, at);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const bytes = file.subarray(at + 8, at + 8 + length);
    const isPacked = head.includes('/FlateDecode');
    objects.set(id, { head, stream: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return objects;
}

function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', , list = ''] of table.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<([\w ]+)>/g)].forEach(([, code = ''], index) => {
      const units = code.replaceAll(' ', '').match(/.{4}/g) ?? [];
      const letter = String.fromCharCode(...units.map((unit) => parseInt(unit, 16)));
      letters.set((parseInt(first, 16) + index).toString(16).padStart(4, '0'), letter);
    });
  }
  return letters;
}

function textOf(content: string, fonts: Map<string, Map<string, string>>): string {
  const lines: string[] = [];
  let letters: Map<string, string> | undefined;
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) letters = fonts.get(font);
    const codes = [...(shown ?? '').matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    if (shown) lines.push(codes.map((code) => letters?.get(code) ?? '\ufffd').join(''));
  }
  return lines.join('\n');
}
