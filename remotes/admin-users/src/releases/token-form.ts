import { z } from 'zod';
import { deployTokenRequest, remoteParameter, tokenDays } from '@bank/contracts/releases';
import { type Site, site } from '@bank/contracts/remotes';
import { rule } from '@bank/contracts/validation-texts';

/** The form of a new token: known remotes, and one without a release yet. */
export const tokenForm = z
  .object({
    team: deployTokenRequest.shape.team,
    remotes: z.array(z.string()),
    other: z.union([z.literal(''), remoteParameter.shape.remote]),
    hosts: z.array(site).min(1, rule('REQUIRED')),
    days: z.string().regex(/^\d{1,2}$/, rule('NOT_VALID')),
  })
  .refine(({ remotes, other }) => remotes.length > 0 || other !== '', {
    path: ['remotes'],
    message: rule('REQUIRED'),
    // Reported together with the errors of other fields.
    when: () => true,
  })
  .transform(({ team, remotes, other, hosts, days }): z.input<typeof deployTokenRequest> => ({
    team,
    hosts,
    days: Number(days),
    remotes: other ? [...remotes, other] : remotes,
  }))
  .pipe(deployTokenRequest);

export const initialToken = {
  team: '',
  remotes: [] as string[],
  other: '',
  days: String(tokenDays),
  hosts: ['shell'] as Site[],
};
