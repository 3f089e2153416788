import { useState } from 'react';
import { attachmentLimits, type AttachmentStored } from '@bank/contracts/support';
import { ApiError } from '@bank/client/api';
import { sendAttachment } from './contact.api';
import { useContactTexts } from './texts';

/** Extensions in the file picker; the server checks the content. */
export const acceptedFiles = '.pdf,.jpg,.jpeg,.png';

/** A file being uploaded; `share` is from 0 to 1. */
export interface Upload {
  name: string;
  share: number;
}

/** The files of a message, uploaded as soon as they are chosen and stored for a day. */
export function useAttachments(stored: AttachmentStored[], change: (files: AttachmentStored[]) => void) {
  const { t } = useContactTexts();
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
  const add = async (chosen: File[]) => {
    setFailures([]);
    const files = [...stored];
    for (const file of chosen) {
      if (files.length >= attachmentLimits.files) {
        return fail(t('attachments.most', { most: attachmentLimits.files }));
      }
      const kept = await send(file);
      if (!kept) continue;
      files.push(kept);
      change([...files]);
    }
  };
  const remove = (id: string) => change(stored.filter((file) => file.id !== id));
  return { sending, failures, add, remove };
}
