import type { z } from 'zod';
import type { contactRequest } from '@bank/contracts/support';
import { useContactTexts } from './texts';

export type ContactInput = z.input<typeof contactRequest>;
export type ContactField = Exclude<keyof ContactInput, 'attachments' | 'conversation'>;

/** The steps with fields; the success step follows. */
export const steps = [
  { name: 'personal', fields: ['firstName', 'lastName', 'email', 'phone'] },
  { name: 'category', fields: ['category', 'priority'] },
  { name: 'message', fields: ['subject', 'message'] },
] as const satisfies { name: string; fields: ContactField[] }[];

/** The titles of all steps, the success included. */
export function useStepNames(): string[] {
  const { t } = useContactTexts();
  return [...steps.map(({ name }) => name), 'success' as const].map((name) => t(`step.${name}`));
}

export const idOf = (field: ContactField) => `contact-${field}`;
