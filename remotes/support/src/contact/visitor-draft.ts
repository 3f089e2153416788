import type { ContactInput } from './steps';

// A visitor has no user to keep a draft for, and the next person on this device must not find one: what they typed
// is kept in memory alone, for the way to the FAQ and back.
let kept: Partial<ContactInput> | undefined;

export const readVisitorDraft = () => kept;
export const keepVisitorDraft = (values: Partial<ContactInput>) => {
  kept = values;
};
export const forgetVisitorDraft = () => {
  kept = undefined;
};
