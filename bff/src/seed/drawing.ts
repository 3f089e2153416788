import { brandFonts } from '../platform/exports/pdf-fonts';
import { ocrB, ocrBPitch } from './data/ocr-b';

export const ink = '#1d2a33';
export const pale = '#5d6d76';

/** A filled SVG path with its position, rotation (degrees) and scale. */
export interface Shape {
  outline: string;
  fill: string;
  opacity?: number;
  x?: number;
  y?: number;
  turned?: number;
  scale?: number;
}

export const box = (x: number, y: number, wide: number, high: number) =>
  `M${x} ${y}h${wide}v${high}h${-wide}Z`;

/** A head and shoulders. */
export const face = (x: number, y: number): Shape[] => [
  { outline: 'M-36 -30a36 42 0 1 0 72 0a36 42 0 1 0 -72 0Z', fill: pale, x, y },
  { outline: 'M-62 95c0 -60 28 -76 62 -76s62 16 62 76Z', fill: pale, x, y },
];

/** Lines of a machine-readable zone in OCR-B; `pitch` is the distance of characters, `below` that of lines. */
export const zone = (lines: string[], x: number, y: number, pitch: number, below: number): Shape[] =>
  lines.flatMap((line, row) =>
    [...line].map((letter, at) => ({
      outline: ocrB[letter] ?? '',
      fill: ink,
      x: x + at * pitch,
      y: y + row * below,
      scale: pitch / ocrBPitch,
    })),
  );

/** A line of text as outlines, which need no installed font. */
export function text(
  line: string,
  { fill = ink, scale = 16, x = 0, y = 0, turned = 0, ...rest }: Partial<Shape>,
): Shape[] {
  const radians = (turned * Math.PI) / 180;
  let along = 0;
  return [...line].map((letter) => {
    const codePoint = letter.codePointAt(0) ?? 0;
    const font = brandFonts().find((each) => each.hasGlyphForCodePoint(codePoint)) ?? brandFonts()[0];
    const glyph = font?.glyphForCodePoint(codePoint);
    const size = scale / (font?.unitsPerEm ?? 1);
    const at = along;
    along += (glyph?.advanceWidth ?? 0) * size;
    const place = { x: x + at * Math.cos(radians), y: y + at * Math.sin(radians) };
    return { outline: outlineOf(glyph), fill, turned, ...place, ...rest, scale: size };
  });
}

const outlines = new Map<object, string>();

function outlineOf(glyph: { path: { scale?: unknown; toSVG: () => string } } | undefined): string {
  if (!glyph) return '';
  const known = outlines.get(glyph) ?? glyph.path.toSVG();
  outlines.set(glyph, known);
  return known;
}

export function svgOf(shapes: Shape[], width: number, height: number): string {
  const paths = shapes.map((shape) => {
    const { outline, fill, opacity = 1, x = 0, y = 0, turned = 0, scale = 1 } = shape;
    // A font's y axis points up.
    const scaleY = shape.scale === undefined ? scale : -scale;
    return `<path d="${outline}" fill="${fill}" fill-opacity="${opacity}" transform="translate(${x} ${y}) rotate(${turned}) scale(${scale} ${scaleY})"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${paths.join('')}</svg>`;
}
