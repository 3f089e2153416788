import { z } from 'zod';
import { partnerOrigin, savePartnerRequest } from '@bank/contracts/partners';

const isTyped = (origin: string) => origin.trim() !== '';

/** A partner's name and origins as the form has them: empty lines count for nothing, a wrong one is told in its place. */
export const identityForm = z.object({
  name: savePartnerRequest.shape.name,
  origins: z
    .array(z.string())
    .superRefine((origins, context) => {
      for (const [at, origin] of origins.entries()) {
        const issues = isTyped(origin) ? (partnerOrigin.safeParse(origin).error?.issues ?? []) : [];
        for (const { message } of issues) context.addIssue({ code: 'custom', path: [at], message });
      }
    })
    .transform((origins) => origins.filter(isTyped))
    .pipe(savePartnerRequest.shape.origins),
});

/** What the form begins with: always a line to write in. */
export const startingIdentity = (name = '', origins: string[] = []) => ({
  name,
  origins: origins.length > 0 ? origins : [''],
});
