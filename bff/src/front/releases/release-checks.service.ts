import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { isSite, type Site } from '@bank/contracts/remotes';
import type { ReleaseCheck, ReleaseChecks as Checks, UploadRequest } from '@bank/contracts/releases';
import { Config } from '../../platform/config/config';
import { type BuiltManifest, builtManifest } from './built-manifest';
import { HostChecks } from './host-checks.service';
import { LiveReleases, type LiveRelease } from './live-releases.service';
import { takenOf } from './ownership';
import { verdict } from './verdict';
import {
  deprecationNotes,
  type HostManifest,
  hostManifest,
  sharedProblems,
  surfaceProblems,
} from './surface-check';

interface Live {
  hosts: Map<Site, HostManifest>;
  /** Of the other remotes, and what those have on trial. */
  others: LiveRelease[];
  tried: LiveRelease[];
  /** Of this remote; undefined for its first release. */
  own: LiveRelease | undefined;
}

/** Compares a build with everything that is live: what it needs, what it claims, and what others use of it. */
@Injectable()
export class ReleaseChecks {
  constructor(
    private readonly config: Config,
    private readonly live: LiveReleases,
    private readonly hostChecks: HostChecks,
  ) {}

  /**
   * Every check with its sentence, only `manifest` when the manifest is invalid; and what will not keep the build from being
   * shipped, but its team should know.
   */
  async of(
    remote: string,
    version: string,
    { manifest: given, first_load_bytes: bytes }: UploadRequest,
  ): Promise<Checks> {
    if (isSite(remote)) return { checks: await this.hostChecks.of(remote, version, given), notes: [] };
    const parsed = builtManifest.safeParse(given);
    if (!parsed.success) {
      return { checks: [verdict('manifest', [manifestProblem(parsed.error)], '')], notes: [] };
    }
    const manifest = parsed.data;
    const live = await this.whatIsLive(manifest);
    const names = nameProblems(manifest, remote, version);
    return {
      checks: [
        verdict('manifest', names, 'remote.json has the form that the shells read.'),
        ...checksAgainst(live, manifest, bytes),
      ],
      notes: deprecationNotes(manifest, live.hosts),
    };
  }

  private async whatIsLive({ name, hosts }: BuiltManifest): Promise<Live> {
    const { hosts: liveHosts, remotes: releases, canaries } = await this.live.read();
    const read = hosts.map(async (site) => [site, await this.servedHost(site)] as const);
    const served = (await Promise.all(read)).flatMap(([site, host = liveHosts.get(site)]) =>
      host ? [[site, host] as const] : [],
    );
    return {
      hosts: new Map(served),
      others: releases.filter(({ remote }) => remote.name !== name),
      tried: canaries.filter(({ remote }) => remote.name !== name),
      own: releases.find(({ remote }) => remote.name === name),
    };
  }

  /** A shell that a dev server serves in place of the live one. */
  private async servedHost(site: Site): Promise<HostManifest | undefined> {
    if (!this.config.devHosts[site]) return undefined;
    const file = path.join(this.config.hostsDir, site, 'dist/host.json');
    return hostManifest.parse(JSON.parse(await readFile(file, 'utf8')));
  }
}

function nameProblems(
  { name, version: built, container }: BuiltManifest,
  remote: string,
  version: string,
): string[] {
  return [
    ...(name === remote ? [] : [`remote.json names it ${name}, not ${remote}: ship it under its name.`]),
    ...(built === version ? [] : ['remote.json is of another build: build again and ship that.']),
    ...(isContainerOf(name, container)
      ? []
      : [`The container ${container} is not named after ${name} and its build: build again by the recipe.`]),
  ];
}

/** A page loads one container per name: a release under another remote's name could be shown in its place. */
const isContainerOf = (name: string, container: string): boolean =>
  new RegExp(`^bank_${name.replaceAll('-', '_')}_[0-9a-f]{10}$`).test(container);

function checksAgainst(live: Live, manifest: BuiltManifest, bytes: number): ReleaseCheck[] {
  return [
    verdict(
      'routes',
      routeProblems(manifest, live),
      'No other remote owns its routes and widgets, and every slot it fills is drawn.',
    ),
    verdict(
      'shared',
      sharedProblems(manifest, live.hosts),
      'The live shells bring every shared module that it takes.',
    ),
    verdict(
      'surface',
      surfaceProblems(manifest, live.hosts),
      'The live shells offer everything that it uses of the shared libraries.',
    ),
    verdict('contract', contractProblems(manifest, live), 'Everything that others use of it is still there.'),
    verdict('budget', budgetProblems(manifest, bytes), 'Its first paint is within its budget.'),
  ];
}

function manifestProblem({ issues: [issue] }: z.ZodError): string {
  const where = issue?.path.join('.') || 'remote.json';
  return `remote.json is not valid at "${where}": ${issue?.message ?? 'unreadable'}. The schema is remoteManifest in libs/contracts/remotes.ts.`;
}

/** Two patterns that match the same addresses: a `:segment` is any segment, whatever its name. */
const shapeOf = (pattern: string) => pattern.replace(/:[^/]+/g, ':').toLowerCase();

function routeProblems(manifest: BuiltManifest, { hosts, others, tried }: Live): string[] {
  const routes = manifest.routes.map(({ hosts: on = manifest.hosts, ...route }) => ({ ...route, hosts: on }));
  const claims = { routes, frames: manifest.frames };
  const taken = takenOf(claims, [...others, ...tried]).map(({ kind, claimed, owner }) =>
    kind === 'route'
      ? `The route ${claimed} belongs to ${owner}: choose another path, or have that team give it up first.`
      : `The widget ${claimed} belongs to ${owner}: have that team give it up first.`,
  );
  const drawn = new Set([
    ...[...hosts.values()].flatMap(({ slots }) => slots),
    ...others.flatMap(({ remote, provides }) => [
      ...provides,
      ...remote.nav.map(({ path: to }) => `nav:${to}`),
    ]),
    ...manifest.provides,
    ...manifest.nav.map(({ path: to }) => `nav:${to}`),
  ]);
  const undrawn = manifest.slots.filter(({ slot }) => !drawn.has(slot));
  return [
    ...taken,
    ...undrawn.map(
      ({ slot }) =>
        `No live shell or remote draws the slot ${slot}: fill another one, or ship the remote that draws it first.`,
    ),
  ];
}

function contractProblems(manifest: BuiltManifest, { others, own }: Live): string[] {
  if (!own) return [];
  const still = new Set(
    manifest.routes.flatMap(({ path: to, aliases = [] }) => [to, ...aliases].map(shapeOf)),
  );
  const had = own.remote.routes.flatMap(({ path: to, aliases }) => [to, ...aliases]);
  const gone = had.filter((to) => !still.has(shapeOf(to)));
  const users = others.map(({ remote, uses }) => ({
    name: remote.name,
    used: new Set(
      [...uses, ...remote.nav.map((entry) => entry.path)].map((to) => shapeOf(to.replace(/[?#].*/, ''))),
    ),
  }));
  const missed = gone.flatMap((to) =>
    users
      .filter(({ used }) => used.has(shapeOf(to)))
      .map(
        ({ name }) =>
          `${name} leads to ${to}, which this build no longer has: keep it, as an alias at least, until ${name} has shipped without it.`,
      ),
  );
  const emptied = own.provides
    .filter((slot) => !manifest.provides.includes(slot))
    .flatMap((slot) =>
      others
        .filter(({ remote }) => remote.slots.some((filled) => filled.slot === slot))
        .map(
          ({ remote }) =>
            `${remote.name} fills the slot ${slot}, which this build no longer draws: keep it until ${remote.name} has shipped without it.`,
        ),
    );
  return [...missed, ...emptied];
}

function budgetProblems({ budget, entry, preload }: BuiltManifest, bytes: number): string[] {
  const requests = new Set([entry, ...preload.scripts, ...preload.styles]).size;
  const kilobytes = Math.ceil(bytes / 100) / 10;
  return [
    ...(kilobytes > budget.kilobytes
      ? [
          `Its first paint loads ${kilobytes} KB of scripts (gzip), and its budget is ${budget.kilobytes}: load what is not needed at once later, or raise the budget in remote.json with its reason in the commit.`,
        ]
      : []),
    ...(requests > budget.requests
      ? [
          `Its first paint loads ${requests} files, and its budget is ${budget.requests}: join chunks, or raise the budget in remote.json.`,
        ]
      : []),
  ];
}
