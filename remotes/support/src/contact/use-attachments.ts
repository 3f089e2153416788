import { useState } from 'react';
import { attachmentLimits, type AttachmentStored } from '@bank/contracts/support';
import { ApiError } from '@bank/client/api';
import { useTexts } from '../texts';
import { sendAttachment } from './contact.api';

/** The endings that the file picker offers; the server looks at what a file holds. */
export const acceptedFiles = '.pdf,.jpg,.jpeg,.png';

/** A file on its way, and how much of it has left, from 0 to 1. */
export interface Sending {
  name: string;
  share: number;
}

/** The files of a message, which leave as soon as they are chosen and are kept for a day. */
export function useAttachments(kept: AttachmentStored[], change: (files: AttachmentStored[]) => void) {
  const { t } = useTexts();
  const [sending, setSending] = useState<Sending>();
  const [failure, setFailure] = useState<string>();
  const reasonOf = (file: File, error: unknown) => {
    if (file.size > attachmentLimits.fileBytes) return t('contact.attachments.too_large');
    if (!(error instanceof ApiError) || error.code === 'NETWORK')
      return t('contact.attachments.failed.offline');
    return error.code === 'DOCUMENT_TYPE_REFUSED' ? t('contact.attachments.type') : error.message;
  };
  const add = async (chosen: File[]) => {
    setFailure(undefined);
    const files = [...kept];
    for (const file of chosen) {
      if (files.length >= attachmentLimits.files) {
        return setFailure(t('contact.attachments.most', { most: attachmentLimits.files }));
      }
      setSending({ name: file.name, share: 0 });
      try {
        if (file.size > attachmentLimits.fileBytes) throw new Error('too large');
        files.push(
          await sendAttachment(file, ({ sent, total }) =>
            setSending({ name: file.name, share: sent / total }),
          ),
        );
        change([...files]);
      } catch (error) {
        return setFailure(
          t('contact.attachments.failed', { name: file.name, reason: reasonOf(file, error) }),
        );
      } finally {
        setSending(undefined);
      }
    }
  };
  const remove = (id: string) => change(kept.filter((file) => file.id !== id));
  return { sending, failure, add, remove };
}
