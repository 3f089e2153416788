import * as fontkit from 'fontkit';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { encodeOutline, type PathCommand } from './outline';

/** The part of a parsed font that is used here, its subset's inner works included. */
interface Outline {
  path: { commands: PathCommand[] };
  advanceWidth: number;
  _getMetrics: () => { leftBearing: number };
}
interface Subset {
  font: { getGlyph: (id: number) => Outline };
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
  _addGlyph: (id: number) => number;
}
export interface BrandFont {
  characterSet: number[];
  hasGlyphForCodePoint: (codePoint: number) => boolean;
  glyphForCodePoint: (codePoint: number) => unknown;
  createSubset: () => Subset;
}

/** The server is started in the folder of the repository, where its packages are. */
const folder =
  'node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next';
let loaded: BrandFont[] | undefined;

/** The brand's font in its two parts: western letters, and the other letters of the Latin alphabets. */
export function brandFonts(): BrandFont[] {
  loaded ??= ['latin', 'latin-ext'].map((part) => {
    const file = readFileSync(resolve(`${folder}-${part}-wght-normal.woff2`));
    return embeddable(readable(fontkit.create(file) as BrandFont));
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

/**
 * fontkit copies a glyph's bytes into a subset, which in a compressed font are not its outline and break accented
 * letters: here each outline is written anew.
 */
function embeddable(font: BrandFont): BrandFont {
  const createSubset = font.createSubset.bind(font);
  font.createSubset = () => {
    const subset = createSubset();
    subset._addGlyph = (id) => {
      const glyph = subset.font.getGlyph(id);
      const outline = encodeOutline(glyph.path.commands);
      subset.glyf.push(outline);
      subset.loca.offsets.push(subset.offset);
      subset.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: glyph._getMetrics().leftBearing });
      subset.offset += outline.length;
      return subset.glyf.length - 1;
    };
    return subset;
  };
  return font;
}
