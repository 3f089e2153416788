import { useRef, useState } from 'react';
import { attachmentLimits, type AttachmentStored } from '@bank/contracts/support';
import { ApiError } from '@bank/client/api';
import { useLostFiles } from '@bank/client/use-lost-files';
import { sendAttachment } from './contact.api';
import { useContactTexts } from './texts';

/** Extensions in the file picker; the server checks the content. */
export const acceptedFiles = '.pdf,.jpg,.jpeg,.png';

/** A file being uploaded; `share` is from 0 to 1. */
export interface Upload {
  name: string;
  share: number;
}

export type Attachments = ReturnType<typeof useAttachments>;

/**
 * The files of a message, uploaded as soon as they are chosen and stored for a day. Those that its draft had are asked for again.
 * @param begun files that are with the message already
 */
export function useAttachments(
  draft: string,
  onChange: (files: readonly AttachmentStored[]) => void,
  begun: readonly AttachmentStored[] = [],
) {
  const { t } = useContactTexts();
  const [files, setFiles] = useState(begun);
  const lost = useLostFiles(draft, files);
  // A file may be removed while the next one is sent.
  const stored = useRef(files);
  const uploads = useRef(Promise.resolve(true));
  const [sending, setSending] = useState<Upload>();
  const [failures, setFailures] = useState<string[]>([]);
  const fail = (failure: string) => setFailures((all) => [...all, failure]);
  const reasonOf = (file: File, error: unknown) => {
    if (file.size > attachmentLimits.fileBytes) return t('attachments.too_large');
    if (!(error instanceof ApiError) || error.code === 'NETWORK') return t('attachments.failed.offline');
    return error.code === 'DOCUMENT_TYPE_REFUSED' ? t('attachments.type') : error.message;
  };
  /** Sends one file; undefined when it was refused, which is shown, and the others are still sent. */
  const send = async (file: File) => {
    setSending({ name: file.name, share: 0 });
    try {
      if (file.size > attachmentLimits.fileBytes) throw new Error('too large');
      return await sendAttachment(file, ({ sent, total }) =>
        setSending({ name: file.name, share: sent / total }),
      );
    } catch (error) {
      fail(t('attachments.failed', { name: file.name, reason: reasonOf(file, error) }));
    } finally {
      setSending(undefined);
    }
  };
  const change = (next: readonly AttachmentStored[]) => {
    stored.current = next;
    setFiles(next);
    lost.note(next);
    onChange(next);
  };
  /** Whether all of them could be stored. */
  const sendAll = async (chosen: File[]): Promise<boolean> => {
    setFailures([]);
    let isWhole = true;
    for (const file of chosen) {
      if (stored.current.length >= attachmentLimits.files) {
        fail(t('attachments.most', { most: attachmentLimits.files }));
        return false;
      }
      const kept = await send(file);
      if (kept) change([...stored.current, kept]);
      else isWhole = false;
    }
    return isWhole;
  };
  const add = (chosen: File[]) => {
    uploads.current = sendAll(chosen).finally(() => (uploads.current = Promise.resolve(true)));
  };
  const remove = (id: string) => change(stored.current.filter((file) => file.id !== id));
  return {
    files,
    sending,
    failures,
    lost,
    add,
    remove,
    /** Resolves once nothing is being uploaded: whether every file is with the message. */
    whenStored: () => uploads.current,
  };
}
