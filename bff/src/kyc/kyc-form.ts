import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { kycForm, type DocumentKind, type KycForm } from '@bank/contracts/kyc';
import { Clock } from '../common/clock';
import { Failure, InvalidInput } from '../common/failure';
import { parisDay } from '../common/paris-day';
import type { StoredDocument } from '../documents/documents.service';
import { FormReader, type FormParts } from '../documents/form-reader';

/** What a person sent: the texts, and the files as they are stored by now. */
export interface ReceivedForm {
  form: KycForm;
  files: (StoredDocument & { kind: DocumentKind })[];
}

/** Receives the form of a verification. */
@Injectable()
export class KycFormReader {
  constructor(
    private readonly forms: FormReader,
    private readonly clock: Clock,
  ) {}

  /** @throws what `FormReader.receive` does, and Failure INVALID_FIELDS. */
  receive(request: FastifyRequest): Promise<ReceivedForm> {
    return this.forms.receive(request, 'documents', (parts) => {
      const form = this.checked(parts);
      const { files } = parts;
      if (files.length === 0) throw new Failure('INVALID_FIELDS', { fields: { documents: 'REQUIRED' } });
      if (form.kinds.length > files.length) {
        throw new Failure('INVALID_FIELDS', { fields: { kinds: 'NOT_VALID' } });
      }
      return { form, files: files.map((file, at) => ({ ...file, kind: form.kinds[at] ?? 'identity' })) };
    });
  }

  private checked({ texts }: FormParts): KycForm {
    const { kinds = [], ...fields } = Object.fromEntries(texts);
    const last = Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.at(-1)]));
    const parsed = kycForm.safeParse({ ...last, kinds }, { reportInput: true });
    if (!parsed.success) throw new InvalidInput(parsed.error, 'body');
    if (parsed.data.birthDate > parisDay(this.clock.now())) {
      throw new Failure('INVALID_FIELDS', { fields: { birthDate: 'NOT_VALID' } });
    }
    return parsed.data;
  }
}
