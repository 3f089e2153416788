import { readFileSync } from 'node:fs';
import path from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { validateXML } from 'xmllint-wasm';

/**
 * What is wrong with messages by the official schema of their type, such as `camt.053.001.08`; empty when they are valid.
 * The schemas are the property of ISO 20022 and not in the repository: `ISO20022_SCHEMAS` names their folder, which
 * `.ci/run` sets. Without it messages are only checked to be well-formed, and `*.schema.test.ts` are left out.
 */
export async function schemaErrors(type: string, ...messages: string[]): Promise<string[]> {
  const folder = process.env.ISO20022_SCHEMAS;
  if (!folder) return messages.flatMap(malformed);
  const { errors } = await validateXML({
    xml: messages.map((contents, at) => ({ fileName: `${type}-${at}.xml`, contents })),
    schema: [{ fileName: `${type}.xsd`, contents: readFileSync(path.join(folder, `${type}.xsd`), 'utf8') }],
    maxMemoryPages: 16_384,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}

function malformed(message: string): string[] {
  const fault = XMLValidator.validate(message);
  return fault === true ? [] : [fault.err.msg];
}
