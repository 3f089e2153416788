import { satisfies } from 'semver';
import { z } from 'zod';
import type { Site } from '@bank/contracts/remotes';

/** Names an export of a shared library in one form of its type, see libs/cli/surface/tokens.mjs. */
const token = z.string().regex(/^[\w-]{4}$/);

/** The length of a token in a text of tokens. */
const tokenLength = 4;

const libraries = z.record(z.string(), z.object({ version: z.string(), hash: z.string() }));

/** What the build of a shell offers to remotes; a development build states no surface. */
export const hostManifest = z.object({
  /** Each shared module and its version. */
  shared: z.record(z.string(), z.string()),
  /** The version of each shared library, and the hash of its whole surface. */
  libraries: libraries.default({}),
  /** The token of the Federation runtime that it brings. */
  federation: token.optional(),
  /** By shared module and export: the tokens of every form that it serves. */
  surface: z.record(z.string(), z.record(z.string(), z.array(token))).default({}),
  /** By shared module and export that a later version will not have: what to use instead. */
  deprecated: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** The slots that its frame draws, besides `nav:<path>` beside each nav entry. */
  slots: z.array(z.string()),
});
export type HostManifest = z.infer<typeof hostManifest>;

/** What the build of a remote needs of a shell. */
export const neededSurface = {
  /** Each shared module and the range of versions that it accepts. */
  shared: z.record(z.string(), z.string()),
  /** The shared libraries that it was built against. */
  libraries: libraries.default({}),
  /** The token of the Federation runtime that it was built against. */
  federation: token.optional(),
  /** By shared module and export that it uses: the token that it was built against. */
  surface: z.record(z.string(), z.record(z.string(), token)).default({}),
};

export interface NeededSurface {
  shared: Record<string, string>;
  libraries: HostManifest['libraries'];
  surface: Record<string, Record<string, string>>;
}

type Hosts = ReadonlyMap<Site, HostManifest>;

/** What a record that was read from JSON has under a key that another one names; what every object inherits is not in it. */
const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

/** A sentence for each shared module that a live shell does not have, or not in an accepted version. */
export function sharedProblems(needed: NeededSurface, hosts: Hosts): string[] {
  return [...hosts].flatMap(([site, host]) =>
    missingModules(host, needed).map(({ module, range, brought }) =>
      brought
        ? `The live ${site} brings ${module} ${brought}, and this build asks for ${range}: build against that version, or ship the shell first.`
        : `The live ${site} does not bring ${module}: ship a shell that does first, or do without it.`,
    ),
  );
}

/** A sentence for each export that a build uses and that a live shell no longer offers as the build knows it. */
export function surfaceProblems(needed: NeededSurface, hosts: Hosts): string[] {
  return [...hosts]
    .filter(([, { surface }]) => Object.keys(surface).length > 0)
    .flatMap(([site, host]) =>
      Object.keys(needed.shared)
        .filter((module) => module.startsWith('@bank/') && own(host.shared, module))
        .flatMap((module) => moduleProblems(site, host, module, needed)),
    );
}

/** A note for each export that a build uses and that a live shell is about to lose. */
export function deprecationNotes({ surface }: NeededSurface, hosts: Hosts): string[] {
  const notes = [...hosts].flatMap(([site, { deprecated }]) =>
    Object.entries(surface).flatMap(([module, used]) =>
      Object.keys(used).flatMap((name) => {
        const instead = own(own(deprecated, module), name);
        return instead === undefined
          ? []
          : [`${name} of ${module} is deprecated in the ${site}. ${instead}`.trim()];
      }),
    ),
  );
  return [...new Set(notes)];
}

function moduleProblems(site: Site, host: HostManifest, module: string, needed: NeededSurface): string[] {
  const used = own(needed.surface, module);
  if (!used) return [`The build does not state what it uses of ${module}: build it again.`];
  const library = module.split('/', 2).join('/');
  const [offered, built] = [host.libraries, needed.libraries].map((all) => own(all, library)?.version ?? '?');
  return Object.entries(used).flatMap(([name, known]) => {
    const tokens = own(own(host.surface, module), name);
    if (tokens?.includes(known)) return [];
    const difference = tokens ? 'has changed' : 'is missing';
    return [
      `${name} of ${module} ${difference} in the live ${site} (${library} ${offered}) compared with what this build uses (${built}): build against the sources of that shell, or ship the shell first.`,
    ];
  });
}

const offeredTokens = new WeakMap<OfferedSurface, ReadonlySet<string>>();

type OfferedSurface = Pick<HostManifest, 'surface' | 'federation' | 'shared'>;

/** What a release of a remote needs: the tokens of its statement, and the shared modules with their ranges. */
export interface RemoteNeeds {
  surface?: string | undefined;
  shared: Record<string, string>;
}

/** The tokens that a remote needs and a shell does not offer; none for a development build, which states no surface. */
export function missingTokens(
  host: OfferedSurface,
  { surface = '' }: Pick<RemoteNeeds, 'surface'>,
): string[] {
  if (Object.keys(host.surface).length === 0) return [];
  const forms = Object.values(host.surface).flatMap((names) => Object.values(names).flat());
  const offered =
    offeredTokens.get(host) ?? new Set([...forms, ...(host.federation ? [host.federation] : [])]);
  offeredTokens.set(host, offered);
  const needed = surface.match(new RegExp(`.{${tokenLength}}`, 'g')) ?? [];
  return needed.filter((each) => !offered.has(each));
}

/** The shared modules that a remote takes and a shell does not bring in an accepted version. */
export const missingModules = (host: Pick<HostManifest, 'shared'>, { shared }: Pick<RemoteNeeds, 'shared'>) =>
  Object.entries(shared).flatMap(([module, range]) => {
    const brought = own(host.shared, module);
    return brought && satisfies(brought, range) ? [] : [{ module, range, brought }];
  });

/** Whether a remote runs in a shell: by the exports that it uses, the Federation runtime and the shared modules. */
export const isFit = (host: OfferedSurface, remote: RemoteNeeds): boolean =>
  missingTokens(host, remote).length === 0 && missingModules(host, remote).length === 0;

/** The tokens that a shell must offer for a build to run in it: one text, signed with the release. */
export const neededTokens = ({
  federation = '',
  surface,
}: { federation?: string } & Pick<NeededSurface, 'surface'>) =>
  federation +
  Object.values(surface)
    .flatMap((names) => Object.values(names))
    .join('');
