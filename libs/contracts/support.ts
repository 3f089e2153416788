import { z } from 'zod';
import { email, personName, phone } from './users';
import { optional, rule, text } from './validation';

export const ticketCategories = [
  'account',
  'cards',
  'transactions',
  'kyc',
  'security',
  'technical',
  'other',
] as const;

/** Hours within which support answers, by priority (specification 2, section 9). */
export const responseHours = { low: 72, normal: 24, high: 4, urgent: 1 } as const;
export const ticketPriorities = Object.keys(responseHours) as [
  keyof typeof responseHours,
  ...(keyof typeof responseHours)[],
];

export const contactRequest = z.object({
  firstName: personName,
  lastName: personName,
  email,
  phone: optional(phone),
  category: z.enum(ticketCategories),
  priority: z.enum(ticketPriorities).default('normal'),
  subject: text(200),
  message: z.string().trim().min(1, rule('REQUIRED')).max(5_000),
  attachments: z.array(z.never()).default([]),
});
export type ContactRequest = z.infer<typeof contactRequest>;

export const ticketCreated = z.object({ ticketId: z.string() }).meta({ id: 'TicketCreated' });
export type TicketCreated = z.infer<typeof ticketCreated>;
