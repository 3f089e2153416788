import * as fontkit from 'fontkit';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface BrandFont {
  characterSet: number[];
  hasGlyphForCodePoint: (codePoint: number) => boolean;
  glyphForCodePoint: (codePoint: number) => Glyph;
  unitsPerEm: number;
}

/** Width and outline in font units; y points upwards from the baseline. */
interface Glyph {
  advanceWidth: number;
  path: { toSVG: () => string };
}

/** Relative to the repository, in which the server is started. */
const folder = 'node_modules/@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next';
let loaded: BrandFont[] | undefined;

/**
 * The brand's font in two parts: western letters, and other Latin letters. In WOFF, not the pages' WOFF2, whose outlines
 * cannot be subset into a PDF.
 */
export function brandFonts(): BrandFont[] {
  loaded ??= ['latin', 'latin-ext'].map((part) => {
    const file = readFileSync(resolve(`${folder}-${part}-400-normal.woff`));
    return readable(fontkit.create(file) as BrandFont);
  });
  return loaded;
}

/**
 * Loads each glyph by its own character: fontkit caches a glyph that was first loaded as a part of another, such as the E of
 * É, without a character, so that its text could not be copied or read aloud.
 */
function readable(font: BrandFont): BrandFont {
  font.characterSet.forEach((codePoint) => font.glyphForCodePoint(codePoint));
  return font;
}
