import { z } from 'zod';

/** A person as others see them beside their own task: a customer for staff, or a member of staff for colleagues. */
export const person = z.object({ id: z.int(), name: z.string() });
