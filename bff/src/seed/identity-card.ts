import PDFDocument from 'pdfkit';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { box, face, pale, svgOf, text, zone, type Shape } from './drawing';
import { machineReadableZone, type CardHolder } from './machine-readable-zone';

/** The file formats of submitted cards. */
export const cardFormats = ['png', 'jpg', 'pdf'] as const;
type CardFormat = (typeof cardFormats)[number];

const [width, height] = [640, 404];

/** Draws a fictitious identity card, marked as a specimen. */
export async function drawIdentityCard(holder: CardHolder, format: CardFormat): Promise<Buffer> {
  const picture = sharp(Buffer.from(svgOf(shapesOf(holder), width, height)));
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
    ...zone(machineReadableZone(holder), 24, 326, 19.8, 32),
    ...text('SPECIMEN', { x: 120, y: 300, scale: 96, fill: '#b3261e', opacity: 0.22, turned: -24 }),
  ];
}

const dayText = (day: string) => day.split('-').reverse().join('.');

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
