import { Injectable } from '@nestjs/common';
import { isAdult, kycForm, kycResendForm, type DocumentKind, type KycForm } from '@bank/contracts/kyc';
import type { IdentifiedRequest } from '../../platform/http/actor';
import { Clock } from '../../platform/time/clock.service';
import { ApiException, InvalidInput } from '../../platform/errors/api-exception';
import { parisDay } from '../../platform/time/paris-day';
import { DocumentInspector } from '../../platform/documents/document-inspector.service';
import type { DocumentMediaType } from '../../platform/documents/document-type';
import type { StoredDocument } from '../../platform/documents/document-storage.service';
import { FormReader, type FormParts } from '../../platform/documents/form-reader.service';

/** A received form, whose files are already stored. */
export interface ReceivedForm<Form = KycForm> {
  form: Form;
  files: (StoredDocument & { kind: DocumentKind })[];
}

/** Receives the form of a verification: an HTTP adapter. */
@Injectable()
export class KycFormReader {
  constructor(
    private readonly forms: FormReader,
    private readonly inspector: DocumentInspector,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks that every file can be opened before it is stored.
   * @throws what `FormReader.receive` does, and ApiException INVALID_FIELDS, DOCUMENT_UNREADABLE about `documents.<index>`.
   */
  receive(request: IdentifiedRequest): Promise<ReceivedForm> {
    return this.read(request, (parts) => withFiles(this.checked(parts), parts));
  }

  /** As `receive`, of the documents alone, which are sent again. */
  receiveAgain(request: IdentifiedRequest): Promise<ReceivedForm<Pick<KycForm, 'kinds'>>> {
    return this.read(request, (parts) => {
      const parsed = kycResendForm.safeParse({ kinds: parts.texts.get('kinds') ?? [] });
      if (!parsed.success) throw new InvalidInput(parsed.error, 'body');
      return withFiles(parsed.data, parts);
    });
  }

  private read<Form>(
    request: IdentifiedRequest,
    check: (parts: FormParts) => ReceivedForm<Form>,
  ): Promise<ReceivedForm<Form>> {
    const inspect = async (path: string, mediaType: DocumentMediaType, index: number) => {
      if (await this.inspector.opens(request.user?.userId ?? 0, path, mediaType)) return;
      throw new ApiException('DOCUMENT_UNREADABLE', {
        fields: { [`documents.${index}`]: 'DOCUMENT_UNREADABLE' },
      });
    };
    return this.forms.receive(request, 'documents', check, inspect);
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
      throw new ApiException('INVALID_FIELDS', { fields: { birthDate: birthDateRule } });
    }
    return parsed.data;
  }
}

function withFiles<Form extends Pick<KycForm, 'kinds'>>(
  form: Form,
  { files }: FormParts,
): ReceivedForm<Form> {
  if (files.length === 0) throw new ApiException('INVALID_FIELDS', { fields: { documents: 'REQUIRED' } });
  if (form.kinds.length > files.length) {
    throw new ApiException('INVALID_FIELDS', { fields: { kinds: 'NOT_VALID' } });
  }
  return { form, files: files.map((file, at) => ({ ...file, kind: form.kinds[at] ?? 'identity' })) };
}
