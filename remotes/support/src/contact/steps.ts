import type { z } from 'zod';
import type { contactRequest } from '@bank/contracts/support';
import { useTexts } from '../texts';

export type ContactInput = z.input<typeof contactRequest>;
export type ContactField = Exclude<keyof ContactInput, 'attachments' | 'conversation'>;

/** The steps that ask something, and the fields of each. The one after them is the success. */
export const steps = [
  { name: 'personal', fields: ['firstName', 'lastName', 'email', 'phone'] },
  { name: 'category', fields: ['category', 'priority'] },
  { name: 'message', fields: ['subject', 'message'] },
] as const satisfies { name: string; fields: ContactField[] }[];

/** What the steps are called, the success included. */
export function useStepNames(): string[] {
  const { t } = useTexts();
  return [...steps.map(({ name }) => name), 'success' as const].map((name) => t(`contact.step.${name}`));
}

/** The control of a field, for the error summary. */
export const idOf = (field: ContactField) => `contact-${field}`;
