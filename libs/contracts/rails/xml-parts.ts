import { SaxesParser } from 'saxes';
import { documentType, isUtf8, type XmlElement, XmlError, type XmlValue } from './xml';

/** One part of a document: an element that the reader was asked for, as `readXml` would give it. */
export interface XmlPart {
  /** Names below `Document`, such as `FIToFICstmrCdtTrf/CdtTrfTxInf`. */
  path: string;
  element: XmlElement;
  /** The line on which it begins, from 1. */
  line: number;
}

/** Elements in elements; a message of ISO 20022 has fewer than twenty. */
const deepest = 32;
/** Elements and characters of one part; the largest part of a payment has a few hundred of the first. */
const partElements = 2_000;
const partCharacters = 65_536;
/** Characters without an element: a comment or a text beyond this is no message. */
const longestGap = 262_144;
/** The bytes that are parsed without a pause for other work. */
const bytesAtOnce = 65_536;

interface Frame {
  name: string;
  parent: Frame | undefined;
  /** Undefined for an element without attributes and children. */
  content: XmlElement | undefined;
  text: string;
}

/**
 * Reads an ISO 20022 document of any size part by part, without its schema, holding one part at a time.
 * @throws XmlError in `write` and `end` for text that is not UTF-8, a DTD (so no entities either), XML that is not
 * well-formed, a root that is not an ISO 20022 `Document`, and parts that are too large or too deep.
 */
export class XmlPartReader {
  /** Such as `pacs.008.001.08`; undefined until the root was read. */
  type: string | undefined;

  private readonly parser = new SaxesParser();
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private readonly names: string[] = [];
  private readonly wanted: ReadonlySet<string>;
  private found: XmlPart[] = [];
  private frame: Frame | undefined;
  private line = 1;
  private elements = 0;
  private characters = 0;
  private gap = 0;

  /** @param paths of the parts; none may lie inside another */
  constructor(paths: readonly string[]) {
    this.wanted = new Set(paths);
    this.parser.on('xmldecl', ({ encoding }) => {
      if (!isUtf8(encoding)) this.fail('is not UTF-8');
    });
    this.parser.on('doctype', () => this.fail('has a DTD'));
    this.parser.on('opentag', ({ name, attributes }) => this.open(localName(name), attributes));
    this.parser.on('closetag', () => this.close());
    this.parser.on('text', (text) => this.append(text));
    this.parser.on('cdata', (text) => this.append(text));
  }

  /** Reads on, and returns the parts that are now complete. */
  write(chunk: Uint8Array): XmlPart[] {
    this.parse(this.decode(chunk, true));
    return this.taken();
  }

  /** Ends the document, and returns the last parts. */
  end(): XmlPart[] {
    this.parse(this.decode(new Uint8Array(), false));
    this.guarded(() => this.parser.close());
    if (this.type === undefined) this.fail('has no Document');
    return this.taken();
  }

  private taken(): XmlPart[] {
    const parts = this.found;
    this.found = [];
    return parts;
  }

  private decode(chunk: Uint8Array, stream: boolean): string {
    try {
      return this.decoder.decode(chunk, { stream });
    } catch {
      return this.fail('is not UTF-8');
    }
  }

  private parse(text: string): void {
    this.gap += text.length;
    this.guarded(() => this.parser.write(text));
    if (this.gap > longestGap) this.fail('has too much text in one place');
  }

  private guarded(work: () => unknown): void {
    try {
      work();
    } catch (error) {
      throw error instanceof XmlError
        ? error
        : new XmlError(`the message is not well-formed: ${String(error)}`);
    }
  }

  private open(name: string, attributes: Record<string, string>): void {
    this.gap = 0;
    this.names.push(name);
    if (this.names.length > deepest) this.fail('is too deep');
    if (this.names.length === 1) this.begin(name, attributes);
    const isPart = !this.frame && this.wanted.has(this.names.slice(1).join('/'));
    if (!this.frame && !isPart) return;
    if (isPart) [this.line, this.elements, this.characters] = [this.parser.line, 0, 0];
    this.elements += 1;
    this.frame = { name, parent: this.frame, content: undefined, text: '' };
    for (const [key, value] of Object.entries(attributes)) {
      contentOf(this.frame)[`@${key}`] = value;
      this.characters += value.length;
    }
    this.requireSize();
  }

  private begin(name: string, attributes: Record<string, string>): void {
    if (name !== 'Document') this.fail('has no Document');
    this.type = documentType(attributes);
    if (this.type === undefined) this.fail('is not of ISO 20022');
  }

  private append(text: string): void {
    if (!this.frame) return;
    this.frame.text += text;
    this.characters += text.length;
    this.requireSize();
  }

  private close(): void {
    this.gap = 0;
    const path = this.frame && !this.frame.parent ? this.names.slice(1).join('/') : '';
    this.names.pop();
    const { frame } = this;
    if (!frame) return;
    this.frame = frame.parent;
    if (frame.parent) return add(frame.parent, frame);
    this.found.push({ path, element: asElement(frame), line: this.line });
  }

  private requireSize(): void {
    if (this.elements > partElements || this.characters > partCharacters) this.fail('has too large a part');
  }

  private fail(fault: string): never {
    throw new XmlError(`the message ${fault} (line ${this.parser.line})`);
  }
}

/** The parts of a document as its bytes arrive. @throws XmlError as `XmlPartReader`; what the stream throws. */
export async function* xmlParts(
  reader: XmlPartReader,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<XmlPart[]> {
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; from += bytesAtOnce) {
      const parts = reader.write(chunk.subarray(from, from + bytesAtOnce));
      if (parts.length > 0) yield parts;
    }
  }
  const last = reader.end();
  if (last.length > 0) yield last;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Makes an element without inherited names, so that one called `__proto__` is a child like any other. Instances of a
 * constructor take a fraction of the memory of `Object.create(null)`.
 */
const EmptyElement = function () {} as unknown as new () => XmlElement;
EmptyElement.prototype = Object.create(null);

const contentOf = (frame: Frame): XmlElement => (frame.content ??= new EmptyElement());

/** An element that has only text is that text. */
function valueOf(frame: Frame): XmlValue {
  const text = frame.text.trim();
  if (!frame.content) return text;
  if (text !== '') frame.content['#text'] = text;
  return frame.content;
}

function asElement(frame: Frame): XmlElement {
  const value = valueOf(frame);
  return typeof value === 'object' && !Array.isArray(value) ? value : { '#text': value };
}

function add(parent: Frame, child: Frame): void {
  const value = valueOf(child);
  const content = contentOf(parent);
  const before = content[child.name];
  if (Array.isArray(before)) before.push(value);
  else content[child.name] = before === undefined ? value : [before, value];
}
