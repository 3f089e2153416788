import { z } from 'zod';

/** A text as each reader finds it in their language. Apart from `language`, which first scripts load without zod. */
export const bothLanguages = z.object({ fr: z.string(), en: z.string() });
export type BothLanguages = z.infer<typeof bothLanguages>;
