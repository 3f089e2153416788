import type { AttachmentStored } from '@bank/contracts/support';
import type { ContactInput } from './steps';

// A visitor's draft is kept in memory only, since the next person on this device must not find it.
let draft: Partial<ContactInput> | undefined;
let files: readonly AttachmentStored[] = [];
let key: string | undefined;

export const readVisitorDraft = () => draft;
export const saveVisitorDraft = (values: Partial<ContactInput>) => {
  draft = values;
};

/** The files that the bank has stored for the draft. */
export const readVisitorFiles = () => files;
export const saveVisitorFiles = (stored: readonly AttachmentStored[]) => {
  files = stored;
};

/** The key under which the message may have been sent. */
export const readVisitorKey = () => key;
export const saveVisitorKey = (used: string) => {
  key = used;
};

export const clearVisitorDraft = () => {
  draft = undefined;
  files = [];
  key = undefined;
};
