import { z } from 'zod';
import { deployTokenRequest, remoteParameter } from '@bank/contracts/releases';
import { rule } from '@bank/contracts/validation-texts';

/** What a new token is made of: remotes that are known, and one that is yet to come. */
export const tokenForm = z
  .object({
    team: deployTokenRequest.shape.team,
    remotes: z.array(z.string()),
    other: z.union([z.literal(''), remoteParameter.shape.remote]),
  })
  .refine(({ remotes, other }) => remotes.length > 0 || other !== '', {
    path: ['remotes'],
    message: rule('REQUIRED'),
    // Told together with what is wrong elsewhere.
    when: () => true,
  })
  .transform(({ team, remotes, other }) => ({ team, remotes: other ? [...remotes, other] : remotes }))
  .pipe(deployTokenRequest);

export const startingToken = { team: '', remotes: [] as string[], other: '' };
