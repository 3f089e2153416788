import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';

/** The largest message that is read whole, bytes; larger files are streamed. */
export const messageBytes = 1_048_576;

/** An element: its text, or its children by name. Attributes are children whose name begins with `@`. */
export type XmlValue = string | number | undefined | XmlElement | XmlValue[];
export interface XmlElement {
  [name: string]: XmlValue;
}

/** Why a text is not a message, with the reason code of its sender (ISO 20022; FF01: an invalid format). */
export class XmlError extends Error {
  constructor(
    message: string,
    readonly reasonCode = 'FF01',
  ) {
    super(message);
  }
}

const namespaceOf = (type: string) => `urn:iso:std:iso:20022:tech:xsd:${type}`;
const documentNamespace = /^urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})$/;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // The option that removes prefixes would remove the namespace as well.
  transformTagName: (name) => name.slice(name.indexOf(':') + 1),
  parseTagValue: false,
  parseAttributeValue: false,
  // Only predefined entities and character references remain, since a DTD is refused before.
  processEntities: true,
  htmlEntities: true,
});

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: '#' });

/** Elements without a value are left out, where the builder would write them empty. */
function withoutUndefined(value: XmlValue): XmlValue {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (!isElement(value)) return value;
  const present = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(present.map(([name, each]) => [name, withoutUndefined(each)]));
}

/**
 * Writes an ISO 20022 document.
 * @param type such as `pacs.008.001.08`; @param content the child of `Document`. Undefined elements are left out; their
 * order is that of the object, which must be the schema's.
 */
export function writeXml(type: string, content: XmlElement): string {
  const document = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: { '@xmlns': namespaceOf(type), ...content },
  };
  return writeElements(document);
}

/** Writes elements without a document around them, for a file that is written in parts. */
export const writeElements = (content: XmlElement): string =>
  builder.build(withoutUndefined(content)) as string;

/**
 * Reads an ISO 20022 document, without its schema: callers check what they use.
 * @throws XmlError for more than `messageBytes`, text that is not UTF-8 or declared as another encoding, a DTD (so no entities
 * either), XML that is not well-formed, and a root that is not an ISO 20022 `Document`.
 */
export function readXml(body: Uint8Array): { type: string; content: XmlElement } {
  const { Document: document } = readElements(body);
  if (!isElement(document)) throw new XmlError('the message has no Document');
  const attributes = Object.entries(document).map(([name, value]) => [name.slice(1), String(value)]);
  const namespace = documentType(Object.fromEntries(attributes) as Record<string, string>);
  const content = Object.entries(document).find(([name]) => !name.startsWith('@') && name !== '#text')?.[1];
  if (!namespace || !isElement(content)) throw new XmlError('the message is not of ISO 20022');
  return { type: namespace, content };
}

/**
 * Reads an XML text of any kind: its root by name, and names without prefixes.
 * @throws XmlError for more than `messageBytes`, text that is not UTF-8 or declared as another encoding, a DTD (so no entities
 * either), and XML that is not well-formed.
 */
export function readElements(body: Uint8Array): XmlElement {
  if (body.length > messageBytes) throw new XmlError('the message is too large');
  const text = utf8(body);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new XmlError('the message has a DTD');
  requireWellFormed(text);
  return parse(text);
}

/** The one encoding of messages, as their declaration names it. */
export const isUtf8 = (encoding: string | undefined): boolean =>
  encoding === undefined || encoding.toUpperCase() === 'UTF-8';

/** By the parser of the files: the other one takes characters and entities that XML does not have, and any encoding. */
function requireWellFormed(text: string): void {
  const checking = new SaxesParser();
  checking.on('xmldecl', ({ encoding }) => {
    if (!isUtf8(encoding)) throw new Error(`it is encoded as ${encoding}`);
  });
  try {
    checking.write(text).close();
  } catch (error) {
    throw new XmlError(`the message is not well-formed: ${(error as Error).message}`);
  }
}

/** The message type that the attributes of a `Document` name; undefined when it is not of ISO 20022. */
export const documentType = (attributes: Record<string, string>): string | undefined =>
  Object.entries(attributes)
    .filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
    .map(([, value]) => documentNamespace.exec(value)?.[1])
    .find((each) => each !== undefined);

function utf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new XmlError('the message is not UTF-8');
  }
}

function parse(text: string): XmlElement {
  try {
    return parser.parse(text) as XmlElement;
  } catch (error) {
    throw new XmlError(`the message cannot be read: ${(error as Error).message}`);
  }
}

export const isElement = (value: XmlValue): value is XmlElement =>
  typeof value === 'object' && !Array.isArray(value);

/** The children of that name: none, one or several. */
export function elements(parent: XmlElement | undefined, name: string): XmlElement[] {
  const value = parent?.[name];
  return (Array.isArray(value) ? value : [value]).filter(isElement);
}

/** The element at a path of names, the first of several. */
export function element(parent: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let current = parent;
  for (const name of path) {
    const value: XmlValue = current?.[name];
    const first = Array.isArray(value) ? value.find(isElement) : value;
    current = isElement(first) ? first : undefined;
  }
  return current;
}

/** The trimmed text at a path of names; undefined when absent or empty. */
export function textAt(parent: XmlElement | undefined, ...path: string[]): string | undefined {
  const name = path.pop() ?? '';
  const value = element(parent, ...path)?.[name];
  const first: XmlValue = Array.isArray(value) ? value[0] : value;
  const text = isElement(first) ? first['#text'] : first;
  const trimmed = text === undefined ? '' : String(text as string).trim();
  return trimmed === '' ? undefined : trimmed;
}
