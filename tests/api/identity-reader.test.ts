import PDFDocument from 'pdfkit';
import { buffer } from 'node:stream/consumers';
import { DocumentReader, UnreadDocument } from '../../bff/src/people/identity-check/document-reader.service';
import { approvable, specimens, today, type Kind } from '../bench/identity/documents';
import { drawSpecimen } from '../bench/identity/draw';
import { Judge } from '../bench/identity/judged';
import { pngFile } from '../support/identity-files';

const reader = new DocumentReader();
const judge = new Judge(reader);
afterAll(() => reader.onApplicationShutdown());

const all = specimens();
const firstOf = (kind: Kind) => all.findIndex((specimen) => specimen.kind === kind);

it.each(['good', 'rotated', 'tilted', 'shaded', 'transliterated'] as const)(
  'approves a %s document without a person',
  async (kind) => {
    const at = firstOf(kind);
    const specimen = all[at];
    expect(specimen && (await judge.judge(specimen, at))).toMatchObject({
      isApproved: kind in approvable,
      codes: [],
    });
  },
);

it.each([
  ['blurred', 'zone_'],
  ['expired', 'expired'],
  ['wrong_digit', 'zone_wrong'],
  ['near_name', 'name_close'],
  ['duplicate', 'document_of_another'],
  ['two_documents', 'zones_several'],
  ['imitation', 'zone_not_last'],
] as const)('leaves a document to a person that is %s', async (kind, code) => {
  const at = firstOf(kind);
  const specimen = all[at];
  const outcome = specimen && (await judge.judge(specimen, at));
  expect(outcome?.isApproved).toBe(false);
  expect(outcome?.codes.join(' ')).toContain(code);
});

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

it('ends for what takes too much, and goes on with the next', async () => {
  const bomb = pngFile(30_000, 30_000, Buffer.alloc(1_000_000));
  for (const [file, mediaType] of [
    [bomb, 'image/png'],
    [Buffer.from('%PDF-1.7 abc'), 'application/pdf'],
  ] as const) {
    await expect(reader.read({ file, mediaType, today })).rejects.toThrow(UnreadDocument);
  }
  const empty = await reader.read({ file: pngFile(800, 600), mediaType: 'image/png', today });
  expect(empty.zones).toEqual([]);
});
