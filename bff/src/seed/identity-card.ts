import PDFDocument from 'pdfkit';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { brandFonts } from '../platform/exports/pdf-fonts';
import { machineReadableZone, type CardHolder } from './machine-readable-zone';

/** The file formats of submitted cards. */
export const cardFormats = ['png', 'jpg', 'pdf'] as const;
export type CardFormat = (typeof cardFormats)[number];

const [width, height] = [640, 404];
const ink = '#1d2a33';
const pale = '#5d6d76';

/** A filled SVG path with its position, rotation (degrees) and scale. */
interface Shape {
  outline: string;
  fill: string;
  opacity?: number;
  x?: number;
  y?: number;
  turned?: number;
  scale?: number;
}

/** Draws a fictitious identity card, marked as a specimen. */
export async function drawIdentityCard(holder: CardHolder, format: CardFormat): Promise<Buffer> {
  const picture = sharp(Buffer.from(svgOf(shapesOf(holder))));
  if (format === 'png') return picture.png({ compressionLevel: 3 }).toBuffer();
  const photograph = await picture.flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer();
  return format === 'pdf' ? pdfOf(photograph) : photograph;
}

function shapesOf(holder: CardHolder): Shape[] {
  const { firstName, lastName, birthDate, expiryDate, cardNumber } = holder;
  const hue = ['#c7d8e3', '#d9d3e6', '#d5e3cf', '#ecd9c6', '#e6d0d6'][Number(cardNumber.at(-1)) % 5] ?? '';
  const fields = [
    ['Nom / Surname', lastName.toUpperCase()],
    ['Prénom / Given name', firstName],
    ['Date de naissance / Date of birth', dayText(birthDate)],
    ['Expire le / Expires', dayText(expiryDate)],
    ['N° de carte / Card no.', cardNumber],
  ] as const;
  return [
    { outline: box(0, 0, width, height), fill: '#f3efe4' },
    { outline: box(0, 0, width, 58), fill: hue },
    ...text('CARTE D’IDENTITÉ · IDENTITY CARD', { x: 24, y: 38, scale: 22 }),
    ...text('UTOPIA', { x: 540, y: 38, scale: 20 }),
    { outline: box(24, 78, 150, 190), fill: hue },
    ...face(99, 173),
    ...fields.flatMap(([label, value], at) => [
      ...text(label, { x: 200, y: 90 + at * 38, scale: 11, fill: pale }),
      ...text(value, { x: 200, y: 110 + at * 38, scale: 18 }),
    ]),
    { outline: box(0, 290, width, height - 290), fill: '#ffffff' },
    ...machineReadableZone(holder).flatMap((line, row) =>
      [...line].flatMap((letter, at) => text(letter, { x: 26 + at * 19.8, y: 322 + row * 32, scale: 21 })),
    ),
    ...text('SPECIMEN', { x: 120, y: 300, scale: 96, fill: '#b3261e', opacity: 0.22, turned: -24 }),
  ];
}

const dayText = (day: string) => day.split('-').reverse().join('.');

const box = (x: number, y: number, wide: number, high: number) => `M${x} ${y}h${wide}v${high}h${-wide}Z`;

/** A head and shoulders. */
const face = (x: number, y: number): Shape[] => [
  { outline: 'M-36 -30a36 42 0 1 0 72 0a36 42 0 1 0 -72 0Z', fill: pale, x, y },
  { outline: 'M-62 95c0 -60 28 -76 62 -76s62 16 62 76Z', fill: pale, x, y },
];

/** A line of text as outlines, which need no installed font. */
function text(
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

function svgOf(shapes: Shape[]): string {
  const paths = shapes.map((shape) => {
    const { outline, fill, opacity = 1, x = 0, y = 0, turned = 0, scale = 1 } = shape;
    // A font's y axis points up.
    const scaleY = shape.scale === undefined ? scale : -scale;
    return `<path d="${outline}" fill="${fill}" fill-opacity="${opacity}" transform="translate(${x} ${y}) rotate(${turned}) scale(${scale} ${scaleY})"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${paths.join('')}</svg>`;
}

/** A page with the picture; its date is fixed to make it reproducible. */
function pdfOf(picture: Buffer): Promise<Buffer> {
  const document = new PDFDocument({
    size: [width, height],
    margin: 0,
    info: { Title: 'Specimen', CreationDate: new Date(0) },
  });
  document.image(picture, 0, 0, { width, height }).end();
  return buffer(document);
}
