import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { buffer } from 'node:stream/consumers';
import { DocumentReader, UnreadDocument } from '../../bff/src/people/identity-check/document-reader.service';
import { approvable, specimens, today, type Kind } from '../bench/identity/documents';
import { drawSpecimen } from '../bench/identity/draw';
import { Judge } from '../bench/identity/judged';
import { longIt } from '../support/at-length';
import { pngFile } from '../support/identity-files';
import { until } from '../support/until';

const reader = new DocumentReader();
const judge = new Judge(reader);
afterAll(() => reader.onApplicationShutdown());

const all = specimens();
const firstOf = (kind: Kind) => all.findIndex((specimen) => specimen.kind === kind);

/** What is found in the first document of a kind. */
async function judged(kind: Kind) {
  const at = firstOf(kind);
  const specimen = all[at];
  if (!specimen) throw new Error(`no ${kind} document`);
  return judge.judge(specimen, at);
}

async function approves(kind: Kind) {
  expect(await judged(kind)).toMatchObject({
    isApproved: kind in approvable,
    codes: [],
  });
}

it.each(['good', 'rotated'] as const)('approves a %s document without a person', approves);
longIt.each(['tilted', 'shaded', 'transliterated'] as const)(
  'approves a %s document without a person',
  approves,
);

async function leaves(kind: Kind, code: string) {
  const outcome = await judged(kind);
  expect(outcome.isApproved).toBe(false);
  expect(outcome.codes.join(' ')).toContain(code);
}

it.each([
  ['blurred', 'zone_'],
  ['two_documents', 'zones_several'],
  ['imitation', 'zone_not_last'],
] as const)('leaves a document to a person that is %s', leaves);
// What is found in a zone once it is read is tested without pictures beside the rules.
longIt.each([
  ['expired', 'expired'],
  ['wrong_digit', 'zone_wrong'],
  ['near_name', 'name_close'],
  ['duplicate', 'document_of_another'],
] as const)('leaves a document to a person that is %s', leaves);

it('reads the picture of a scanned document, and where its zone is', async () => {
  const specimen = all[firstOf('good')];
  if (!specimen) throw new Error('no specimen');
  const scan = new PDFDocument({ size: [595, 842], margin: 0 });
  scan.image(await drawSpecimen(specimen), 40, 40, { width: 500 }).end();
  const file = await buffer(scan);
  const { zones } = await reader.read({ file, mediaType: 'application/pdf', today });
  const { birthDate, cardNumber } = specimen.holder;
  expect(zones).toMatchObject([{ data: { issuer: specimen.issuer, birthDate }, isLast: true }]);
  expect(cardNumber).toContain(zones[0]?.data?.number.slice(0, 3));
  expect(zones[0]?.place.y).toBeGreaterThan(0.6);
});

/** A PDF file of few bytes whose page draws this when it is unpacked. */
function packedPdf(content: Buffer, picture?: { side: number }): Buffer {
  const stream = (dictionary: string, data: Buffer) => {
    const packed = deflateSync(data);
    const head = `<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
    return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
  };
  const { side } = picture ?? { side: 1 };
  const image = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`;
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    ),
    stream('', content),
    stream(image, Buffer.alloc(side * side)),
  ];
  const parts = objects.map((object, at) =>
    Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]),
  );
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...parts,
    Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ]);
}

longIt('stops a reading that exceeds its time, and continues with the next', async () => {
  const picture = pngFile(30_000, 30_000, Buffer.alloc(1_000_000));
  const drawing = packedPdf(Buffer.alloc(60_000_000, 'q Q '));
  expect(drawing.length).toBeLessThan(200_000);
  for (const [file, mediaType] of [
    [picture, 'image/png'],
    [drawing, 'application/pdf'],
    [Buffer.from('%PDF-1.7 abc'), 'application/pdf'],
  ] as const) {
    const begun = Date.now();
    await expect(reader.read({ file, mediaType, today })).rejects.toThrow(UnreadDocument);
    expect(Date.now() - begun).toBeLessThan(21_000);
  }
  // The declared size is refused before anything is unpacked.
  const huge = packedPdf(Buffer.from('/I Do'), { side: 7_500 });
  expect(await reader.read({ file: huge, mediaType: 'application/pdf', today })).toEqual({ zones: [] });
  const empty = await reader.read({ file: pngFile(800, 600), mediaType: 'image/png', today });
  expect(empty.zones).toEqual([]);
});

const readersOf = async (parent: number) => {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(parent)]);
  return stdout.split('\n').flatMap((line) => (line.includes('identity-reader') ? [parseInt(line, 10)] : []));
};

/** A picture full of lines as in the zone of a card, each of which is tried. */
function fullOfLines(lines: number, characters: number): Promise<Buffer> {
  const side = 2_400;
  const line = 'ID&lt;FRA0123456789'.repeat(characters).slice(0, characters);
  const rows = Array.from({ length: lines }, (_, at) => {
    const y = 20 + (at * side) / lines;
    return `<text x="20" y="${y}" font-family="monospace" font-size="${(side * 1.5) / characters}">${line}</text>`;
  });
  const background = `<rect width="${side}" height="${side}" fill="#fff"/>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${background}${rows.join('')}</svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

longIt('ends after 20 s of processor time', async () => {
  const file = await fullOfLines(60, 90);
  await expect(reader.read({ file, mediaType: 'image/png', today })).rejects.toThrow('the reader ended');
});

longIt('counts the time of the processor, which a busy machine gives to others', async () => {
  const specimen = all[firstOf('good')];
  if (!specimen) throw new Error('no specimen');
  const reading = reader.read({ file: await drawSpecimen(specimen), mediaType: 'image/jpeg', today });
  await until(async () => (await readersOf(process.pid)).length > 0);
  const [pid = 0] = await readersOf(process.pid);
  process.kill(pid, 'SIGSTOP');
  await pause(25_000);
  process.kill(pid, 'SIGCONT');
  expect((await reading).zones).toMatchObject([{ data: { issuer: specimen.issuer } }]);
});

longIt('reads a file again, once, whose reader was killed in the middle', async () => {
  const specimen = all[firstOf('good')];
  if (!specimen) throw new Error('no specimen');
  const file = await drawSpecimen(specimen);
  const order = { file, mediaType: 'image/jpeg', today };
  const killOne = async () => {
    let victim: number | undefined;
    await until(async () => ((victim = (await readersOf(process.pid))[0]) ?? 0) > 0);
    process.kill(victim ?? 0, 'SIGKILL');
    return victim;
  };
  const first = reader.read(order);
  await killOne();
  expect((await first).zones).toMatchObject([{ data: { issuer: specimen.issuer } }]);
  const second = reader.read(order);
  const one = await killOne();
  await until(async () => !(await readersOf(process.pid)).includes(one ?? 0));
  await killOne();
  await expect(second).rejects.toThrow(UnreadDocument);
});
