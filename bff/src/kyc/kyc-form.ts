import { Injectable } from '@nestjs/common';
import { isAdult, kycForm, type DocumentKind, type KycForm } from '@bank/contracts/kyc';
import type { IdentifiedRequest } from '../common/actor';
import { Clock } from '../common/clock';
import { Failure, InvalidInput } from '../common/failure';
import { parisDay } from '../common/paris-day';
import { DocumentInspector } from '../documents/document-inspector';
import type { DocumentMediaType } from '../documents/document-type';
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
    private readonly inspector: DocumentInspector,
    private readonly clock: Clock,
  ) {}

  /**
   * Every file is opened before it is stored.
   * @throws what `FormReader.receive` does, and Failure INVALID_FIELDS; DOCUMENT_UNREADABLE about `documents.<place>`.
   */
  receive(request: IdentifiedRequest): Promise<ReceivedForm> {
    const inspect = async (path: string, mediaType: DocumentMediaType, place: number) => {
      if (await this.inspector.opens(request.user?.userId ?? 0, path, mediaType)) return;
      throw new Failure('DOCUMENT_UNREADABLE', { fields: { [`documents.${place}`]: 'DOCUMENT_UNREADABLE' } });
    };
    return this.forms.receive(request, 'documents', (parts) => this.formOf(parts), inspect);
  }

  private formOf(parts: FormParts): ReceivedForm {
    const form = this.checked(parts);
    const { files } = parts;
    if (files.length === 0) throw new Failure('INVALID_FIELDS', { fields: { documents: 'REQUIRED' } });
    if (form.kinds.length > files.length) {
      throw new Failure('INVALID_FIELDS', { fields: { kinds: 'NOT_VALID' } });
    }
    return { form, files: files.map((file, at) => ({ ...file, kind: form.kinds[at] ?? 'identity' })) };
  }

  private checked({ texts }: FormParts): KycForm {
    const { kinds = [], ...fields } = Object.fromEntries(texts);
    const last = Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.at(-1)]));
    const parsed = kycForm.safeParse({ ...last, kinds }, { reportInput: true });
    if (!parsed.success) throw new InvalidInput(parsed.error, 'body');
    const { birthDate } = parsed.data;
    const today = parisDay(this.clock.now());
    if (!isAdult(birthDate, today)) {
      const birthDateRule = birthDate > today ? 'NOT_VALID' : 'UNDER_AGE';
      throw new Failure('INVALID_FIELDS', { fields: { birthDate: birthDateRule } });
    }
    return parsed.data;
  }
}
