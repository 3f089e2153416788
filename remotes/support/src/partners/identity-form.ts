import { z } from 'zod';
import { partnerOrigin, savePartnerRequest } from '@bank/contracts/partners';

const isTyped = (origin: string) => origin.trim() !== '';

/** A partner's name and origins in the form: empty lines are ignored, errors belong to their line. */
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

/** Initial values, with at least one line. */
export const startingIdentity = (name = '', origins: string[] = []) => ({
  name,
  origins: origins.length > 0 ? origins : [''],
});
