import { createHash, createHmac } from 'node:crypto';
import { builtInList } from '../../../bff/src/people/screening/built-in-list';
import { NamesIndex } from '../../../bff/src/people/screening/names-index';
import type { DocumentReader } from '../../../bff/src/people/identity-check/document-reader.service';
import { isBeyondDoubt, judge } from '../../../bff/src/people/identity-check/identity-rules';
import { today, type Specimen } from './documents';
import { drawSpecimen } from './draw';

export interface Outcome {
  specimen: Specimen;
  isApproved: boolean;
  /** What speaks against it. */
  codes: string[];
  seconds: number;
}

/** Judges specimens as the bank does: its reader, its rules, its list, and one owner of each document. */
export class Judge {
  private readonly owners = new Map<string, number>();
  private readonly list = new NamesIndex();

  constructor(private readonly reader: DocumentReader) {
    for (const entity of builtInList) this.list.add(entity);
  }

  async judge(specimen: Specimen, customer: number): Promise<Outcome> {
    const file = await drawSpecimen(specimen);
    const start = performance.now();
    const reading = await this.reader.read({ file, mediaType: 'image/jpeg', today }).catch(() => undefined);
    const content = createHash('sha256').update(file).digest('hex');
    const { form } = specimen;
    const identity = { id: 1, kind: 'identity' as const, mediaType: 'image/jpeg', content, reading };
    const others = (['address', 'selfie'] as const).map((kind, at) => ({
      ...identity,
      id: at + 2,
      kind,
      content: `${kind} ${customer}`,
    }));
    const accountName = `${form.firstName} ${form.lastName}`;
    const { findings, document } = judge({ form, accountName, documents: [identity, ...others], today });
    const codes: string[] = findings.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
    if (this.list.find(accountName).length > 0) codes.push('sanctions_list');
    if (document) {
      const key = createHmac('sha256', 'bench')
        .update(`${document.data.issuer} ${document.data.number}`)
        .digest('hex');
      if ((this.owners.get(key) ?? customer) !== customer) codes.push('document_of_another');
      else this.owners.set(key, customer);
    }
    return {
      specimen,
      isApproved: isBeyondDoubt(findings) && codes.length === 0,
      codes,
      seconds: (performance.now() - start) / 1000,
    };
  }
}
