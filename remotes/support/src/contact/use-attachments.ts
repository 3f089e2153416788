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
  const [failure, setFailure] = useState<string>();
  const reasonOf = (file: File, error: unknown) => {
    if (file.size > attachmentLimits.fileBytes) return t('attachments.too_large');
    if (!(error instanceof ApiError) || error.code === 'NETWORK') return t('attachments.failed.offline');
    return error.code === 'DOCUMENT_TYPE_REFUSED' ? t('attachments.type') : error.message;
  };
  const add = async (chosen: File[]) => {
    setFailure(undefined);
    const files = [...stored];
    for (const file of chosen) {
      if (files.length >= attachmentLimits.files) {
        return setFailure(t('attachments.most', { most: attachmentLimits.files }));
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
        return setFailure(t('attachments.failed', { name: file.name, reason: reasonOf(file, error) }));
      } finally {
        setSending(undefined);
      }
    }
  };
  const remove = (id: string) => change(stored.filter((file) => file.id !== id));
  return { sending, failure, add, remove };
}
