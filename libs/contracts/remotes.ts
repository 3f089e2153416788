import { z } from 'zod';
import { languages } from './language';

/** The shells that load remotes; the folder of each is `hosts/<site>`. */
export const sites = ['shell', 'back-office'] as const;
export const site = z.enum(sites);
export type Site = z.infer<typeof site>;
/** Whether a name is that of a site. */
export const isSite = (name: string): name is Site => sites.some((known) => known === name);

/** The audience of a route: everybody, signed-in users, or administrators. */
export const audiences = ['public', 'signed-in', 'administrator'] as const;
export const audience = z.enum(audiences);
export type Audience = z.infer<typeof audience>;

/** A released name: a shell, by its site, or a remote. */
export const releaseName = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/);
/** Names of shells are reserved, so that no remote's release or deploy token stands for one. */
const name = releaseName.regex(/^(?!(?:shell|back-office)$)/);
const path = z.string().regex(/^\/(?:[a-z0-9:_-]+(?:\/[a-z0-9:_-]+)*)?$/i);
const order = z.number().int();

/**
 * Where a shell draws a nav entry: `main` first in the sidebar, `bar` in a telephone's bottom bar (where a site has none,
 * the first of `main`), `second` apart under them, `public` in the header of the public pages, `account` at that header's end
 * (the last one is the main action).
 */
const group = z.enum(['main', 'bar', 'second', 'public', 'account']);
/** A page, perhaps with a place in it or a dialog of it (`use-url-dialog.ts`). */
const target = z.string().regex(/^\/[a-z0-9/_-]*(?:#[a-z0-9-]+|\?action=[a-z-]+)?$/);

/**
 * What a page of signed-in people reads first, below the API's address, with the very query of its call: the document asks for
 * it before any script has run.
 */
const reads = z.array(z.string().regex(/^\/[a-z0-9_/-]+(?:\?[a-z0-9_=&-]+)?$/i)).max(4);

/**
 * The content of a remote's `remote.json`. `title` and `label` are keys of the remote's own locale
 * files; `hosts` and `audience` of a route or slot default to the remote's.
 */
export const remoteManifest = z.strictObject({
  $schema: z.string().optional(),
  name,
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  hosts: z.array(site).min(1),
  audience,
  routes: z.array(
    z.strictObject({
      path,
      aliases: z.array(path).optional(),
      page: z.string(),
      title: z.string(),
      /** The description for search engines and link previews. */
      description: z.string().optional(),
      reads: reads.optional(),
      audience: audience.optional(),
      hosts: z.array(site).min(1).optional(),
    }),
  ),
  nav: z.array(
    z.strictObject({
      path: target,
      label: z.string(),
      icon: z.string(),
      order,
      group: group.default('main'),
      /** Drawn only for administrators who may read what it names; by default for everyone in the audience. */
      permission: z.string().optional(),
      hosts: z.array(site).min(1).optional(),
    }),
  ),
  slots: z.array(
    z.strictObject({
      slot: z.string(),
      component: z.string(),
      order,
      audience: audience.optional(),
      hosts: z.array(site).min(1).optional(),
    }),
  ),
  /** The slots in its own screens, which other remotes may fill. */
  provides: z.array(z.string()).default([]),
  /** The routes of other remotes that its screens link to, and that must therefore stay. */
  uses: z.array(path).default([]),
  /** Its public pages that the build renders to HTML, for the document of the customer site. */
  prerender: z.array(z.string()).default([]),
  /** The budget of a first paint: kilobytes (1,000 bytes) of scripts, gzip, and files. */
  budget: z
    .strictObject({ kilobytes: z.number().positive(), requests: z.int().positive() })
    .default({ kilobytes: 60, requests: 4 }),
});
export type RemoteManifest = z.infer<typeof remoteManifest>;

const localized = z.record(z.enum(languages), z.string());

/** The name of a built file; each changes with its content. */
export const fileName = z.string().regex(/^[\w-][\w.-]{0,99}$/);

const renderedPage = z.object({
  /** The style sheets that it needs besides the shell's. */
  styles: z.array(fileName),
  /** Its HTML; `demonstration` is for a bank with demonstration data. */
  files: z.record(z.enum(languages), z.object({ plain: fileName, demonstration: fileName })),
});

/**
 * The pages that the build rendered to HTML, in files of the release. They have the class names and the markup of the
 * shared libraries with the hash `libraries`.
 */
export const prerendered = z.object({
  libraries: z.string().regex(/^[0-9a-f]{16}$/),
  pages: z.record(z.string(), renderedPage),
});
export type Prerendered = z.infer<typeof prerendered>;

/** A version of exact files: the declared version and a hash of the build. */
export const releaseVersion = z.string().regex(/^\d+\.\d+\.\d+-[0-9a-f]{10}$/);

/** One published remote: its manifest with every default and text filled in, and the address of its files. */
export const publishedRemote = z
  .object({
    name,
    version: z.string(),
    /** The global name of the entry's federation container, unique to this version. */
    container: z.string(),
    /** The script that registers the remote's federation container. */
    entry: z.string(),
    /** The required hash (W3C SRI) of every script and style, by file name. */
    files: z.record(fileName, z.string()),
    /** The files of a first paint besides the entry, for preload hints. */
    preload: z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }),
    routes: z.array(
      z.object({
        path,
        aliases: z.array(path),
        page: z.string(),
        title: localized,
        description: localized.optional(),
        reads: reads.optional(),
        audience,
        hosts: z.array(site),
      }),
    ),
    nav: z.array(
      z.object({
        path: target,
        label: localized,
        icon: z.string(),
        order,
        group,
        permission: z.string().optional(),
        audience,
        hosts: z.array(site),
      }),
    ),
    slots: z.array(
      z.object({ slot: z.string(), component: z.string(), order, audience, hosts: z.array(site) }),
    ),
    /**
     * The exports of the shared libraries that it needs (`SHELL_SURFACE`), each as a token of four characters; absent
     * in releases from before this was recorded.
     */
    surface: z.string().optional(),
    /** Absent where no page is prerendered. */
    prerendered: prerendered.optional(),
    /** The digest of its widgets' frames, which only partners' pages load; absent where it has none. */
    frames: z.string().optional(),
    /** The bank's signature of all of the above (`signedText`): Ed25519 (RFC 8032), base64url. */
    signature: z.string(),
  })
  .meta({ id: 'PublishedRemote' });
export type PublishedRemote = z.infer<typeof publishedRemote>;
export type PublishedRoute = PublishedRemote['routes'][number];
export type PublishedNavEntry = PublishedRemote['nav'][number];
export type PublishedSlot = PublishedRemote['slots'][number];

/** The response of `/remotes.json`. */
export const registry = z
  .object({
    remotes: z.array(publishedRemote),
    /** Incremented by every change of the released versions; a registry with a lower one is older. */
    sequence: z.int(),
    /** The bank's signature of these versions at this sequence (`registryText`): Ed25519, base64url. */
    signature: z.string(),
  })
  .meta({ id: 'Registry' });
export type Registry = z.infer<typeof registry>;
