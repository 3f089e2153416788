import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { box, face, svgOf, text, zone, type Shape } from '../../../bff/src/seed/drawing';
import {
  frenchCardZone,
  machineReadableZone,
  twoLineZone,
} from '../../../bff/src/seed/machine-readable-zone';
import type { Layout, Specimen } from './documents';

/** Dots for each millimetre: 300 to the inch. */
const dots = 11.8;
/** ICAO 9303, parts 4 to 6; the French card is as large as TD2. */
const sizes: Record<Layout, [width: number, height: number]> = {
  TD1: [85.6, 54],
  TD2: [105, 74],
  TD3: [125, 88],
  FRENCH: [105, 74],
};
const pitch = 2.54 * dots;

/** The lines of the zone, one digit of which is wrong for that kind. */
function zoneOf({ kind, layout, holder, issuer, issued, sex, number }: Specimen): string[] {
  const lines =
    layout === 'FRENCH'
      ? frenchCardZone(holder, issued, sex)
      : layout === 'TD1'
        ? machineReadableZone(holder, issuer)
        : twoLineZone(holder, issuer, layout === 'TD2' ? 36 : 44);
  if (kind !== 'wrong_digit') return lines;
  const row = 1;
  const line = lines[row] ?? '';
  const places =
    layout === 'TD1' ? [6, 14, 29] : layout === 'FRENCH' ? [12, 33, 35] : [9, 19, 27, line.length - 1];
  const at = places[number % places.length] ?? 0;
  const wrong = (Number(line[at]) + 1 + (number % 9)) % 10;
  return lines.map((each, index) =>
    index === row ? each.slice(0, at) + String(wrong) + each.slice(at + 1) : each,
  );
}

/** The picture that a customer sends. */
export async function drawSpecimen(specimen: Specimen): Promise<Buffer> {
  const [width, height] = sizes[specimen.layout].map((side) => Math.round(side * dots)) as [number, number];
  const shapes =
    specimen.kind === 'imitation' ? letter(specimen, width, height) : document(specimen, width, height);
  const drawn = sharp(Buffer.from(svgOf(shapes, width, height))).flatten({ background: '#f1eee6' });
  return photographed(specimen, drawn, width, height);
}

function document(specimen: Specimen, width: number, height: number): Shape[] {
  const { holder, issuer, layout } = specimen;
  const lines = zoneOf(specimen);
  const below = 5.1 * dots;
  const top = height - below * (lines.length - 1) - 4.5 * dots;
  const hue = ['#dbe6ee', '#e6dff0', '#e2eeda', '#f3e4d3'][specimen.number % 4] ?? '';
  return [
    { outline: box(0, 0, width, height), fill: hue },
    ...waves(width, height, specimen.number),
    ...text(`${layout === 'TD3' ? 'PASSEPORT · PASSPORT' : 'CARTE · CARD'} ${issuer}`, {
      x: 40,
      y: 60,
      scale: 36,
    }),
    { outline: box(40, 90, width * 0.24, height * 0.42), fill: '#cfd6da' },
    ...face(40 + width * 0.12, 90 + height * 0.24),
    ...[
      holder.lastName.toUpperCase(),
      holder.firstName,
      holder.birthDate.split('-').reverse().join(' '),
      holder.cardNumber,
    ].flatMap((value, at) => text(value, { x: width * 0.34, y: 130 + at * height * 0.11, scale: 30 })),
    { outline: box(0, top - 5 * dots, width, height), fill: '#ffffff', opacity: 0.55 },
    ...zone(lines, (width - (lines[0]?.length ?? 0) * pitch) / 2, top, pitch, below),
  ];
}

/** Thin lines, as documents have them under their print. */
const waves = (width: number, height: number, seed: number): Shape[] =>
  Array.from({ length: 26 }, (_, at) => {
    const y = (at * height) / 26 + (seed % 17);
    const rise = 14 + (seed % 11);
    return {
      outline: `M0 ${y}q${width / 8} ${rise} ${width / 4} 0t${width / 4} 0t${width / 4} 0t${width / 4} 0v2q${-width / 8} ${rise} ${-width / 4} 0t${-width / 4} 0t${-width / 4} 0t${-width / 4} 0Z`,
      fill: '#7fa3b8',
      opacity: 0.35,
    };
  });

/** A bill whose address looks like a zone. */
function letter(specimen: Specimen, width: number, height: number): Shape[] {
  const { holder } = specimen;
  const print = (line: string, y: number) => text(line, { x: 60, y, scale: 26 });
  const lines = zoneOf(specimen);
  return [
    { outline: box(0, 0, width, height), fill: '#ffffff' },
    ...print('Facture d’électricité du 3 novembre 2026', 80),
    ...print(`${holder.firstName} ${holder.lastName}`, 130),
    ...zone(lines, (width - (lines[0]?.length ?? 0) * pitch) / 2, 200, pitch, 5.1 * dots),
    ...print('12 rue des Tilleuls, 69003 Lyon', 220 + 60 * lines.length),
    ...print('Montant à payer avant le 30 novembre : 84,12 €', 270 + 60 * lines.length),
  ];
}

async function photographed(
  { kind, number }: Specimen,
  drawn: Sharp,
  width: number,
  height: number,
): Promise<Buffer> {
  let picture: Buffer = await drawn.png({ compressionLevel: 1 }).toBuffer();
  const changed = async (change: (picture: Sharp) => Sharp) =>
    (picture = await change(sharp(picture)).png({ compressionLevel: 1 }).toBuffer());
  const covered = (...layers: OverlayOptions[]) => changed((each) => each.composite(layers));
  const light = (svg: string) => ({
    input: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`,
    ),
  });
  if (kind === 'glare') {
    const x = width * (0.3 + (number % 40) / 100);
    await covered(
      light(
        `<defs><radialGradient id="g"><stop offset="0.7" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><ellipse cx="${x}" cy="${height - 100}" rx="${width * 0.16}" ry="150" fill="url(#g)"/>`,
      ),
    );
  }
  if (kind === 'shaded')
    await covered({
      ...light(
        `<defs><linearGradient id="s"><stop offset="0" stop-color="#000" stop-opacity="0.65"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#s)"/>`,
      ),
    });
  if (kind === 'blurred') await changed((each) => each.blur(9 + (number % 5)));
  if (kind === 'cut_off')
    await changed((each) => each.extract({ left: 0, top: 0, width: Math.round(width * 0.86), height }));
  if (kind === 'two_documents') {
    await changed((each) => each.extend({ bottom: height, background: '#fff' }));
    await covered({ input: await drawn.png().toBuffer(), left: 0, top: height });
  }
  const desk = ['#6b5a48', '#8d8f92', '#d9d4c8'][number % 3] ?? '#888';
  if (kind !== 'good' || number % 2 === 0)
    await changed((each) => each.extend({ top: 90, bottom: 70, left: 80, right: 110, background: desk }));
  const angle =
    kind === 'rotated'
      ? number % 2
        ? 90
        : 270
      : kind === 'upside_down'
        ? 180
        : kind === 'tilted'
          ? (number % 2 ? 1 : -1) * (2 + (number % 7))
          : ((number % 21) - 10) / 10;
  await changed((each) => each.rotate(angle, { background: desk }));
  if (kind === 'small') await changed((each) => each.resize({ width: 900 }));
  if (kind === 'noisy') picture = await noisy(picture, number);
  const quality = kind === 'noisy' ? 55 : 84;
  return sharp(picture)
    .blur(0.6 + (number % 3) / 10)
    .jpeg({ quality })
    .toBuffer();
}

/** Grain of a dark room, the same in every run. */
async function noisy(picture: Buffer, seed: number): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let state = seed >>> 0;
  for (let at = 0; at < data.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) * 0.8 + (state / 2 ** 32 - 0.5) * 90));
  }
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } }).png({ compressionLevel: 1 }).toBuffer();
}
