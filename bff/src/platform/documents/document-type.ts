import { documentEndings } from '@bank/contracts/kyc';

type Ending = (typeof documentEndings)[number];

/** Magic bytes: PDF (ISO 32000-1, 7.5.2), PNG (W3C PNG, 5.2), JPEG (ITU-T T.81, B.1.1.3: start of image, a marker). */
const beginnings = [
  { mediaType: 'application/pdf', endings: ['pdf'], bytes: Buffer.from('%PDF-') },
  { mediaType: 'image/png', endings: ['png'], bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { mediaType: 'image/jpeg', endings: ['jpg', 'jpeg'], bytes: Buffer.from('ffd8ff', 'hex') },
] as const satisfies { mediaType: string; endings: Ending[]; bytes: Buffer }[];

export type DocumentMediaType = (typeof beginnings)[number]['mediaType'];

/** The number of bytes that identify every type. */
export const magicByteLength = Math.max(...beginnings.map(({ bytes }) => bytes.length));

/** The type of a file by its first bytes; undefined for another type, or when its name has another extension. */
export function documentType(beginning: Buffer, name: string): DocumentMediaType | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return beginnings.find(
    ({ bytes, endings }) =>
      beginning.subarray(0, bytes.length).equals(bytes) && (endings as readonly string[]).includes(ending),
  )?.mediaType;
}
