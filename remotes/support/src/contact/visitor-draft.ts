import { onTokens, readTokens } from '@bank/client/tokens';
import type { ContactInput } from './steps';
import { createUploads } from './uploads';

// A visitor's draft is kept in memory only, since the next person on this device must not find it.
let draft: Partial<ContactInput> | undefined;
let uploads = createUploads();
let key: string | undefined;

export const readVisitorDraft = () => draft;
export const saveVisitorDraft = (values: Partial<ContactInput>) => {
  draft = values;
};

/** The files of the draft, whose upload goes on when the form is left. */
export const visitorUploads = () => uploads;

/** The key under which the message may have been sent. */
export const readVisitorKey = () => key;
export const saveVisitorKey = (used: string) => {
  key = used;
};

export const clearVisitorDraft = () => {
  draft = undefined;
  uploads = createUploads();
  key = undefined;
};

// A sign-in leaves none of it to the next visitor of this tab.
onTokens(() => {
  if (readTokens()) clearVisitorDraft();
});
