import type { ContactInput } from './steps';

// A visitor's draft is kept in memory only, since the next person on this device must not find it.
let draft: Partial<ContactInput> | undefined;

export const readVisitorDraft = () => draft;
export const saveVisitorDraft = (values: Partial<ContactInput>) => {
  draft = values;
};
export const clearVisitorDraft = () => {
  draft = undefined;
};
