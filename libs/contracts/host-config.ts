import { z } from 'zod';
import { localRemote } from './local-remotes';
import { registry, site } from './remotes';
import { roles } from './permissions';

/** What a host document tells its shell, so that no further request is needed before the first remote. */
export const hostConfig = z.object({
  site,
  /** Where the calls go: `/api`, or another API address. */
  api_base: z.string(),
  registry,
  /** The public keys (Ed25519, raw, base64url) one of which must have signed each remote of any registry. */
  registry_keys: z.array(z.string()),
  /** The remotes that come from a developer's machine, unsigned: in development, or where an administrator allowed it. */
  local_remotes: z.array(z.string()),
  /** Those among them that this browser alone is given, for an hour: a badge says so. */
  local_overrides: z.array(localRemote).optional(),
  /** What the address asks for, such as `?remote.cards=http://localhost:4103`, to be confirmed by an administrator. */
  local_remote_request: localRemote.optional(),
  /** The release that this browser alone is shown for a while: a badge says so. */
  preview: z.object({ remote: z.string(), version: z.string() }).optional(),
  /** The public origins of the sites, such as `https://bank.example`; a frame on a partner's page knows the first only. */
  origins: z.object({ shell: z.string(), 'back-office': z.string().optional() }),
  session: z.object({
    /** Seconds without a call that a person caused after which the server ends the session. */
    idle_seconds: z.int(),
    /** Seconds before that end at which the shell asks whether to stay. */
    warning_seconds: z.int(),
  }),
  /** The accounts that the sign-in page shows; empty unless the database holds the demonstration data. */
  demo_accounts: z.array(z.object({ username: z.string(), password: z.string(), role: z.enum(roles) })),
  /** What the shell's own scripts and styles must hash to (W3C SRI), by their names. */
  host_files: z.record(z.string(), z.string()),
});
export type HostConfig = z.infer<typeof hostConfig>;
