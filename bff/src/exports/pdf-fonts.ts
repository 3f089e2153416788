import * as fontkit from 'fontkit';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The part of a parsed font that is used here. */
export interface BrandFont {
  hasGlyphForCodePoint: (codePoint: number) => boolean;
}

/** The server is started in the folder of the repository. */
const folder = 'bff/fonts/atkinson-hyperlegible-next';

/**
 * The brand's font in its two parts: western letters, and the other letters of the Latin alphabets. In WOFF, whose
 * outlines are those of TrueType, unlike those of the pages' WOFF2: a subset of it can be copied into a file. Parsed
 * anew for each document, since a parsed glyph remembers the letters that it was first asked for.
 */
export const brandFonts = (): BrandFont[] =>
  ['latin', 'latin-ext'].map(
    (part) => fontkit.create(readFileSync(resolve(`${folder}-${part}-400-normal.woff`))) as BrandFont,
  );
