import { z } from 'zod';
import { remoteManifest } from './remotes';

const isLoopback = (address: string) =>
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(address) && URL.canParse(address);

/**
 * A remote that one browser loads from its own machine. `[::1]` is rewritten to `localhost`, since a content security
 * policy cannot name IPv6 addresses (CSP level 3, section 2.3.1).
 */
export const localRemote = z
  .strictObject({
    remote: remoteManifest.shape.name,
    /** The origin of its dev server. */
    address: z
      .string()
      .refine(isLoopback)
      .transform((address) => address.replace('[::1]', 'localhost')),
  })
  .meta({ id: 'LocalRemote' });
export type LocalRemote = z.infer<typeof localRemote>;
