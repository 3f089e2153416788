import { z } from 'zod';
import { remoteManifest } from './remotes';

const isLoopback = (address: string) =>
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/.test(address) && URL.canParse(address);

/**
 * A remote that one browser takes from the machine that it runs on. A policy cannot name an IPv6 address (CSP level 3,
 * section 2.3.1), so that `[::1]` is called by its other name.
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
