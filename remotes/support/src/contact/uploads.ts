import { attachmentLimits, type AttachmentStored } from '@bank/contracts/support';
import { ApiError } from '@bank/client/api';
import { sendAttachment } from './contact.api';
import { useContactTexts } from './texts';

interface UploadsState {
  /** Stored by the bank, for a day. */
  files: readonly AttachmentStored[];
  /** Chosen and not stored yet; the first is being sent. */
  waiting: readonly File[];
  /** How much of the first one is sent, from 0 to 1. */
  share: number;
  /** Why others were refused. */
  failures: readonly string[];
}

export type Uploads = ReturnType<typeof createUploads>;

const t = useContactTexts.translate;

/** The files of a message, uploaded one after the other as soon as they are chosen, also while no form shows them. */
export function createUploads() {
  let state: UploadsState = { files: [], waiting: [], share: 0, failures: [] };
  const listeners = new Set<() => void>();
  let work = Promise.resolve(true);
  const change = (next: Partial<UploadsState>) => {
    state = { ...state, ...next };
    listeners.forEach((listener) => listener());
  };
  const fail = (failure: string) => change({ failures: [...state.failures, failure] });
  /** Sends one file; undefined when it was refused, which is shown, and the others are still sent. */
  const send = async (file: File) => {
    try {
      if (file.size > attachmentLimits.fileBytes) throw new Error('too large');
      return await sendAttachment(file, ({ sent, total }) => change({ share: sent / total }));
    } catch (error) {
      fail(t('attachments.failed', { name: file.name, reason: reasonOf(file, error) }));
    }
  };
  /** Whether all of them could be stored. */
  const sendAll = async (chosen: File[]): Promise<boolean> => {
    change({ failures: [] });
    let isWhole = true;
    for (const [at, file] of chosen.entries()) {
      if (state.files.length >= attachmentLimits.files) {
        change({ waiting: [] });
        fail(t('attachments.most', { most: attachmentLimits.files }));
        return false;
      }
      change({ waiting: chosen.slice(at), share: 0 });
      const stored = await send(file);
      // A file may have been removed while this one was sent.
      change({ waiting: chosen.slice(at + 1), ...(stored && { files: [...state.files, stored] }) });
      isWhole &&= stored !== undefined;
    }
    return isWhole;
  };
  return {
    read: () => state,
    /** Calls back whenever the state is another; returns how to stop. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add: (chosen: File[]) => {
      work = sendAll(chosen).finally(() => (work = Promise.resolve(true)));
    },
    remove: (id: string) => change({ files: state.files.filter((file) => file.id !== id) }),
    /** Resolves once nothing is being uploaded: whether every file is with the message. */
    whenStored: () => work,
  };
}

function reasonOf(file: File, error: unknown) {
  if (file.size > attachmentLimits.fileBytes) return t('attachments.too_large');
  if (!(error instanceof ApiError) || error.code === 'NETWORK') return t('attachments.failed.offline');
  return error.code === 'DOCUMENT_TYPE_REFUSED' ? t('attachments.type') : error.message;
}
