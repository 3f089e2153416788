import { documentKinds, isAdult, type DocumentKind } from '@bank/contracts/kyc';
import type { KycFinding, KycFindingCode } from '@bank/contracts/kyc-findings';
import { isSameName } from '../kyc/same-name';
import { compareHolder } from './holder-names';
import type { DocumentReading, Place, ReadZone } from './read-document';
import type { ZoneData } from './zone-data';

/** A submission as the rules see it. */
export interface JudgedFile {
  form: { firstName: string; lastName: string; birthDate: string };
  accountName: string;
  documents: JudgedDocument[];
  /** A day of Paris. */
  today: string;
}

export interface JudgedDocument {
  id: number;
  kind: DocumentKind;
  mediaType: string;
  /** Equal for files with the same content. */
  content: string;
  /** The data read from a file of kind `identity`; absent if it could not be read. */
  reading?: DocumentReading;
}

/** The findings, and the document that they are about where exactly one was read. */
export interface Judgement {
  findings: KycFinding[];
  document?: { id: number; data: ZoneData };
}

/**
 * The kinds without which a person decides (specification 2, section 5); proof of income is only asked for if needed. The
 * machine reads the identity document; of the others it knows that they are there, each a file of its own.
 */
const requiredKinds = documentKinds.filter((kind) => kind !== 'income');

/** The least length of a picture's longer side, in pixels, at which a zone of 44 characters can be read. */
const leastPixels = 500;
/** The state of specimens (ICAO 9303, part 3, section 5). */
const specimenState = 'UTO';

/** Identity cards and residence permits (I, A, C but not AC and V), and passports. */
const acceptedType = /^(?:[IAC][A-Z]?|P[A-Z]?)$/;
const refusedType = /^(?:.V|AC)$/;

/** Judges a submission by the read data: without a doubt or an objection it may be approved. */
export function judge(file: JudgedFile): Judgement {
  const findings = [...missing(file), ...doubled(file)];
  const readings = file.documents.flatMap((document) =>
    document.kind === 'identity' ? [{ document, found: findingsOfReading(document) }] : [],
  );
  findings.push(...readings.flatMap(({ found }) => found));
  const zones = file.documents.flatMap((document) =>
    (document.reading?.zones ?? []).flatMap(({ data, place }) => (data ? [{ document, data, place }] : [])),
  );
  const [zone] = zones;
  if (!zone) return { findings: [...findings, ...noZone(file)] };
  if (zones.some(({ data }) => data.number !== zone.data.number || data.issuer !== zone.data.issuer)) {
    findings.push(finding('documents_differ', zone.document));
  }
  findings.push(...findingsOfHolder(file, zone.document, zone.data, zone.place));
  return { findings, document: { id: zone.document.id, data: zone.data } };
}

/** Whether nothing was found that a person must look at. */
export const isBeyondDoubt = (findings: KycFinding[]): boolean =>
  findings.every(({ severity }) => severity === 'note');

const objections = new Set<KycFindingCode>([
  'name_differs',
  'birth_date_differs',
  'expired',
  'under_age',
  'document_of_another',
  'sanctions_list',
]);

export function finding(
  code: KycFindingCode,
  document?: Pick<JudgedDocument, 'id' | 'mediaType'>,
  { place, ...values }: { place?: Place } & Record<string, string | Place | undefined> = {},
): KycFinding {
  const severity = code === 'document_read' ? 'note' : objections.has(code) ? 'objection' : 'doubt';
  const isPicture = document?.mediaType.startsWith('image/') ?? false;
  const texts = Object.entries(values).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    code,
    severity,
    document_id: document?.id ?? null,
    place: isPicture && place ? rounded(place) : null,
    values: Object.fromEntries(texts),
  };
}

const rounded = (place: Place): Place => {
  const part = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
  return { x: part(place.x), y: part(place.y), width: part(place.width), height: part(place.height) };
};

const missing = ({ documents }: JudgedFile): KycFinding[] =>
  requiredKinds
    .filter((kind) => !documents.some((document) => document.kind === kind))
    .map((kind) => finding('document_missing', undefined, { kind }));

const doubled = ({ documents }: JudgedFile): KycFinding[] =>
  documents
    .filter(({ content }, at) => documents.findIndex((other) => other.content === content) < at)
    .map((document) => finding('same_file_twice', document));

function findingsOfReading(document: JudgedDocument): KycFinding[] {
  const { reading } = document;
  if (!reading) return [finding('not_checked', document)];
  const found: KycFinding[] = [];
  const { picture, zones } = reading;
  if (picture && Math.max(picture.width, picture.height) < leastPixels)
    found.push(finding('picture_too_small', document));
  if (zones.length > 1) found.push(finding('zones_several', document, { place: zones[1]?.place }));
  for (const zone of zones) found.push(...findingsOfZone(document, zone));
  return found;
}

function findingsOfZone(document: JudgedDocument, { data, place, wrong, isLast }: ReadZone): KycFinding[] {
  const found: KycFinding[] = [];
  if (!data) found.push(finding('zone_wrong', document, { place, fields: wrong.join(', ') }));
  if (!isLast) found.push(finding('zone_not_last', document, { place }));
  return found;
}

/** A file without any readable zone; a card's front has none, so that one file of several is enough. */
function noZone({ documents }: JudgedFile): KycFinding[] {
  const identity = documents.filter(
    ({ kind, reading }) => kind === 'identity' && reading?.zones.length === 0,
  );
  return identity.map((document) => finding('zone_not_found', document));
}

function findingsOfHolder(
  file: JudgedFile,
  document: JudgedDocument,
  data: ZoneData,
  place: Place,
): KycFinding[] {
  const { form, accountName, today } = file;
  const about = (code: KycFindingCode, values: Record<string, string> = {}) =>
    finding(code, document, { place, ...values });
  const printed = [...data.givenNames, ...data.familyNames].join(' ');
  const typed = `${form.firstName} ${form.lastName}`;
  const { format, issuer, birthDate, expiryDate } = data;
  const found = [about('document_read', { format, issuer, name: printed, birthDate, expiryDate })];
  if (!acceptedType.test(data.code) || refusedType.test(data.code))
    found.push(about('type_unknown', { type: data.code }));
  if (issuer === specimenState) found.push(about('specimen'));
  if (expiryDate < today) found.push(about('expired', { expiryDate }));
  if (!isAdult(birthDate, today)) found.push(about('under_age', { birthDate }));
  if (birthDate !== form.birthDate)
    found.push(about('birth_date_differs', { read: birthDate, typed: form.birthDate }));
  const name = compareHolder(form, data);
  if (name !== 'same')
    found.push(about(name === 'close' ? 'name_close' : 'name_differs', { read: printed, typed }));
  if (!isSameName(accountName, typed))
    found.push(finding('account_name_differs', undefined, { account: accountName, typed }));
  return found;
}
