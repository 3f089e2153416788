import { type XmlElement, XmlError } from './xml';
import { XmlPartReader, xmlParts } from './xml-parts';

const namespace = 'xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"';
const documentOf = (content: string, attributes = namespace) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document ${attributes}><A>${content}</A></Document>`;

async function read(text: string | Uint8Array, size = 7): Promise<{ element: XmlElement; line: number }[]> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  })();
  const found = [];
  for await (const parts of xmlParts(new XmlPartReader(['A/B']), chunks)) found.push(...parts);
  return found.map(({ element, line }) => ({ element, line }));
}

it('reads parts with their lines, attributes, entities and repeated elements, cut anywhere', async () => {
  const text = documentOf(
    `\n<B><C Ccy="EUR"> 1 </C><D>é &amp; &#233;<![CDATA[<x>]]></D></B>\n<Other><B>no</B></Other>\n<p:B><E/><E>2</E><E>3</E></p:B><B>only</B>`,
  );
  for (const size of [1, 7, 1_000]) {
    expect(await read(text, size)).toEqual([
      { line: 2, element: { C: { '@Ccy': 'EUR', '#text': '1' }, D: 'é & é<x>' } },
      { line: 4, element: { E: ['', '2', '3'] } },
      { line: 4, element: { '#text': 'only' } },
    ]);
  }
});

it('keeps names that are properties of every object as elements', async () => {
  const [part] = await read(documentOf('<B><__proto__><polluted>1</polluted></__proto__></B>'));
  expect(Object.keys(part?.element ?? {})).toEqual(['__proto__']);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

it.each([
  ['a DTD', `<!DOCTYPE a [<!ENTITY b "c">]>${documentOf('<B>&b;</B>')}`],
  ['an external entity', `<!DOCTYPE a SYSTEM "file:///etc/passwd">${documentOf('')}`],
  ['entities in entities', `<!DOCTYPE a [${'<!ENTITY a "'.repeat(3)}]>${documentOf('')}`],
  ['an entity that nothing defines', documentOf('<B>&b;</B>')],
  ['another encoding', documentOf('').replace('UTF-8', 'UTF-16')],
  ['no end', documentOf('<B>').slice(0, -12)],
  ['two roots', documentOf('') + documentOf('')],
  ['another root', '<Html/>'],
  ['another namespace', documentOf('', 'xmlns="urn:other"')],
  ['nothing', ''],
  ['too many levels', documentOf('<C>'.repeat(40) + '</C>'.repeat(40))],
  ['too many elements in a part', documentOf(`<B>${'<C/>'.repeat(2_001)}</B>`)],
  ['too much text in a part', documentOf(`<B>${'<C>0123456789</C>'.repeat(1_000)}${'x'.repeat(60_000)}</B>`)],
  ['a very long comment', documentOf(`<!--${'x'.repeat(400_000)}-->`)],
  ['a very long attribute', documentOf(`<C a="${'x'.repeat(400_000)}"/>`)],
  ['a very long text outside a part', documentOf('x'.repeat(400_000))],
  ['a very long name', documentOf(`<${'x'.repeat(400_000)}/>`)],
])('refuses %s', async (_what, text) => {
  await expect(read(text, 65_536)).rejects.toThrow(XmlError);
});

it('refuses bytes that are not UTF-8', async () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('<Document>'), 0xff, 0xfe]);
  await expect(read(bytes)).rejects.toThrow(XmlError);
});
