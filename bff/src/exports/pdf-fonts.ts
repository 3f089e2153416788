import * as fontkit from 'fontkit';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The part of a parsed font that is used here. */
export interface BrandFont {
  characterSet: number[];
  hasGlyphForCodePoint: (codePoint: number) => boolean;
  glyphForCodePoint: (codePoint: number) => Glyph;
  unitsPerEm: number;
}

/** A letter: how far the next one stands from it, and its outline, in the units of the font, upwards from the line. */
export interface Glyph {
  advanceWidth: number;
  path: { toSVG: () => string };
}

/** The server is started in the folder of the repository, where its packages are. */
const folder = 'node_modules/@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next';
let loaded: BrandFont[] | undefined;

/**
 * The brand's font in its two parts: western letters, and the other letters of the Latin alphabets. In WOFF, whose
 * outlines are those of TrueType, unlike those of the pages' WOFF2: a subset of it can be copied into a file.
 */
export function brandFonts(): BrandFont[] {
  loaded ??= ['latin', 'latin-ext'].map((part) => {
    const file = readFileSync(resolve(`${folder}-${part}-400-normal.woff`));
    return readable(fontkit.create(file) as BrandFont);
  });
  return loaded;
}

/**
 * fontkit keeps a glyph as it first met it. One met first as a part of another, such as the E of É, would say for good
 * that it stands for no character, and could be neither copied nor read aloud: here each is met as itself.
 */
function readable(font: BrandFont): BrandFont {
  font.characterSet.forEach((codePoint) => font.glyphForCodePoint(codePoint));
  return font;
}
