import { z } from 'zod';

export const health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });
export type Health = z.infer<typeof health>;

/** What a server that can serve says of itself; a job that fails does not keep it from serving. */
export const readiness = health
  .extend({ jobs: z.object({ failing: z.array(z.string()) }) })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof readiness>;
