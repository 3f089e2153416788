import { z } from 'zod';
import { languages } from './language';
import { localRemote } from './local-remotes';
import { registry, site } from './remotes';
import { roles } from './permissions';

/** The configuration in a host document, so that the shell needs no further request before the first remote. */
export const hostConfig = z.object({
  site,
  /** The release of the shell; absent in development and in frames. */
  host_version: z.string().optional(),
  /** The address of the API, by default `/api`. */
  api_base: z.string(),
  registry,
  /** The accepted public keys (Ed25519, raw, base64url) for the signatures of remotes. */
  registry_keys: z.array(z.string()),
  /** Unsigned remotes from a developer's machine: in development, or where an administrator allowed it. */
  local_remotes: z.array(z.string()),
  /** Those of them that only this browser loads, for an hour; a badge shows it. */
  local_overrides: z.array(localRemote).optional(),
  /**
   * The local remotes requested by the address, such as `?remote.cards=http://localhost:4103`, for an administrator to
   * confirm.
   */
  local_remote_request: localRemote.optional(),
  /** The release that only this browser is shown for a while; a badge shows it. */
  preview: z.object({ remote: z.string(), version: z.string() }).optional(),
  /** The address is the gallery's, and this browser may open it. */
  gallery: z.literal(true).optional(),
  /** The public origins of the sites, such as `https://bank.example`; a frame on a partner's page knows the first only. */
  origins: z.object({ shell: z.string(), 'back-office': z.string().optional() }),
  /** A form has opened a session without a script, for the shell to take over. */
  session_waiting: z.literal(true).optional(),
  session: z.object({
    /** Seconds without user activity after which the server ends the session. */
    idle_seconds: z.int(),
    /** Seconds before that end at which the shell offers to extend the session. */
    warning_seconds: z.int(),
    /** Seconds after which the server ends every session. */
    lifetime_seconds: z.int(),
  }),
  /** The accounts shown on the sign-in page; empty unless the database contains the demonstration data. */
  demo_accounts: z.array(z.object({ username: z.string(), password: z.string(), role: z.enum(roles) })),
  /** The release and the language of the HTML in the document's root; absent where nothing was prerendered. */
  prerendered: z.object({ remote: z.string(), version: z.string(), language: z.enum(languages) }).optional(),
  /** The number of the support's telephone line; absent where there is none. */
  support_phone: z.string().optional(),
  /** The required hashes (W3C SRI) of the shell's own scripts and styles, by name. */
  host_files: z.record(z.string(), z.string()),
});
export type HostConfig = z.infer<typeof hostConfig>;
