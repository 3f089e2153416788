import { sepaText } from '@bank/contracts/rails/sepa-text';
import { brandFonts, type BrandFont } from './pdf-fonts';

interface TextStyle {
  size: number;
  color: string;
}

/** Writes single lines in the brand's font, which consists of two files. */
export class PdfText {
  private readonly fonts: BrandFont[] = brandFonts();

  constructor(private readonly document: PDFKit.PDFDocument) {
    this.fonts.forEach((font, index) =>
      document.registerFont(nameOf(index), font as unknown as PDFKit.Mixins.PDFFontSource),
    );
  }

  width(text: string, size: number): number {
    return this.runs(text).reduce((sum, run) => sum + this.widthOfRun(run, size), 0);
  }

  /** Writes from `x` to the right, or with `align: 'end'` so that the line ends there. */
  write(text: string, x: number, y: number, { size, color, align }: TextStyle & { align?: 'end' }): void {
    const runs = this.runs(text);
    let at = align === 'end' ? x - this.width(text, size) : x;
    for (const run of runs) {
      this.document.font(nameOf(run.font), size).fillColor(color);
      this.document.text(run.text, at, y, { lineBreak: false });
      if (runs.length > 1) at += this.widthOfRun(run, size);
    }
  }

  /** Breaks a text into lines of a width; a longer word is split. */
  wrap(text: string, width: number, size: number): string[] {
    if (this.width(text, size) <= width) return [text];
    const lines: string[] = [];
    let line = '';
    for (const piece of text.split(/(?<= )/)) {
      if (line !== '' && this.width(line + piece.trimEnd(), size) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += piece;
      while (this.width(line.trimEnd(), size) > width) {
        const fitting = this.fitting(line, width, size);
        lines.push(line.slice(0, fitting));
        line = line.slice(fitting);
      }
    }
    return [...lines, line.trimEnd()];
  }

  private fitting(text: string, width: number, size: number): number {
    let length = 1;
    while (length < text.length && this.width(text.slice(0, length + 1), size) <= width) length += 1;
    return length;
  }

  private widthOfRun({ font, text }: Run, size: number): number {
    return this.document.font(nameOf(font), size).widthOfString(text);
  }

  /** Splits a text by font file; characters of neither are transliterated. */
  private runs(text: string): Run[] {
    const runs: Run[] = [];
    for (const character of drawable(text)) {
      const codePoint = character.codePointAt(0) ?? 0;
      const found = this.fonts.findIndex((font) => font.hasGlyphForCodePoint(codePoint));
      const run = { font: Math.max(0, found), text: found < 0 ? transliterated(character) : character };
      if (run.text === '') continue;
      const last = runs.at(-1);
      if (last?.font === run.font) last.text += run.text;
      else runs.push(run);
    }
    return runs;
  }
}

interface Run {
  font: number;
  text: string;
}

const nameOf = (index: number) => `brand-${index}`;

const longest = 40;

/** As messages to other banks have it, such as the name of a holder; a mark of the letter before it is left out. */
const transliterated = (character: string) =>
  /^\p{M}$/u.test(character) ? '' : sepaText(character, longest) || '?';

/** Composes letters, replaces the narrow no-break space, which the font lacks, and drops control characters. */
const drawable = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\u202f/g, '\u00a0')
    .replace(/\p{Cf}|\p{Cc}/gu, '');
