import { Injectable } from '@nestjs/common';
import type { LocalRemote } from '@bank/contracts/local-remotes';
import { isSite, type PublishedRemote, type Registry, type Site } from '@bank/contracts/remotes';
import type { PublishedHost } from '../releases/built-host';
import { ApiException } from '../../platform/errors/api-exception';
import { LocalRemotes, replacedByLocal } from '../releases/local-remotes.service';
import { type Preview, Previews } from '../releases/previews.service';
import { ReleaseSigner } from '../releases/release-signer.service';
import { isFit } from '../releases/surface-check';
import { isInShare, type Visit } from '../releases/visit';
import { chosenRemotes, type ChosenRemotes } from './chosen-remotes';
import { servesOn } from './owned-route';
import { type ReleaseState, ShownReleases } from './shown-releases.service';
import type { ShownHost, ShownRemote } from './verified-releases.service';

/** The releases for one visit to a site: a shell, and remotes that fit it. */
interface PageReleases {
  /** Undefined where a dev server serves the shell. */
  host: PublishedHost | undefined;
  /** The same object as long as it is unchanged. */
  registry: Registry;
}

/** A shell with the remotes for it. */
interface Fitted {
  host: ShownHost | undefined;
  shown: ShownRemote[];
}

/**
 * Chooses for each visit the shell and the remotes: of each the live release, or the canary for visitors in its share. A shell and
 * a remote that do not fit are not chosen together (`isFit`): a remote is then shown in an earlier release that fits, and the
 * canary of a shell without such a release is not shown to the visitor.
 */
@Injectable()
export class RegistryService {
  private readonly registries = new WeakMap<ReleaseState, Map<string, Registry>>();
  /** Whether a remote fits a shell, cached, since releases never change. */
  private readonly known = new WeakMap<PublishedHost, WeakMap<PublishedRemote, boolean>>();

  constructor(
    private readonly shown: ShownReleases,
    private readonly locals: LocalRemotes,
    private readonly previews: Previews,
    private readonly signer: ReleaseSigner,
  ) {}

  /**
   * The releases of one visit, at most a second old.
   * @throws ApiException UNAVAILABLE before they were read: an open page would take an empty list for the bank's.
   */
  async page(site: Site, visit: Visit = {}): Promise<PageReleases> {
    const state = await this.shown.current();
    if (!state.isRead) throw new ApiException('UNAVAILABLE', { retryAfterSeconds: 1 });
    const previewed = await this.previews.read(visit.preview);
    const { host, shown } = await this.choose(state, site, visit, previewed);
    const published = await this.registryOf(state, site, { host, shown }, previewed);
    const locals = this.locals.allowedBy(visit.local);
    if (locals.length === 0) return { host: host?.release, registry: published };
    const remotes = await this.withLocals(locals, published.remotes);
    return { host: host?.release, registry: this.signed(state, remotes) };
  }

  /** The shell of one visit. */
  async host(site: Site, visit: Visit = {}): Promise<PublishedHost | undefined> {
    return (await this.page(site, visit)).host;
  }

  /** Whether visitors may get different releases. */
  async hasCanary(): Promise<boolean> {
    const { canaries, hostCanaries } = await this.shown.current();
    return canaries.length > 0 || Object.keys(hostCanaries).length > 0;
  }

  private async choose(
    state: ReleaseState,
    site: Site,
    visit: Visit,
    previewed: Preview | undefined,
  ): Promise<Fitted> {
    const given =
      previewed?.remote === site
        ? await this.shown.host(site, previewed.version)
        : await this.openShell(state, site, visit.shell);
    if (given) return this.fitted(state, site, given, visit);
    // What fits a shell that is known no more is unknown: a trial that does not would be blamed for it.
    if (visit.shell !== undefined)
      return this.fitted(state, site, state.hosts[site], { ...visit, visitor: undefined });
    const canary = state.hostCanaries[site];
    if (canary && isInShare(visit.visitor, canary.row.version, canary.row.share)) {
      const fitted = await this.fitted(state, site, canary, visit);
      if (fitted.isWhole) return fitted;
    }
    return this.fitted(state, site, state.hosts[site], visit);
  }

  /** The shell that the page has, however old, so that its next remotes fit it. */
  private async openShell(state: ReleaseState, site: Site, version: string | undefined) {
    const row = state.shells.find((known) => known.remote === site && known.version === version);
    return row && this.shown.shell(row);
  }

  private async fitted(
    state: ReleaseState,
    site: Site,
    host: ShownHost | undefined,
    { visitor, avoid }: Visit,
  ): Promise<Fitted & ChosenRemotes> {
    const fits = (remote: ShownRemote) => this.fits(host, site, remote);
    return { host, ...(await chosenRemotes(this.shown, state, { visitor, avoid, fits })) };
  }

  /** Whether a remote may be shown in a shell; true where the site shows nothing of it. */
  private fits(host: ShownHost | undefined, site: Site, { release, build }: ShownRemote): boolean {
    if (!host) return true;
    const ofHost = this.known.get(host.release) ?? new WeakMap<PublishedRemote, boolean>();
    this.known.set(host.release, ofHost);
    const needs = { surface: release.surface, shared: build.shared };
    const fits = ofHost.get(release) ?? (!servesOn(release, site) || isFit(host.release, needs));
    ofHost.set(release, fits);
    return fits;
  }

  private async registryOf(
    state: ReleaseState,
    site: Site,
    { host, shown }: Fitted,
    previewed: Preview | undefined,
  ): Promise<Registry> {
    if (previewed && !isSite(previewed.remote))
      return this.signed(state, await this.withPreview(previewed, shown.map(releaseOf)));
    const known = this.registries.get(state) ?? new Map<string, Registry>();
    this.registries.set(state, known);
    const key = [site, host?.row.id, ...shown.map(({ row }) => row.id)].join(' ');
    const registry = known.get(key) ?? this.signed(state, shown.map(releaseOf));
    known.set(key, registry);
    return registry;
  }

  private signed({ sequence }: ReleaseState, remotes: PublishedRemote[]): Registry {
    return this.signer.registry(remotes, sequence);
  }

  /** One that nobody is shown yet, or others are, has the routes and slots of its newest upload. */
  private async withLocals(locals: LocalRemote[], published: PublishedRemote[]): Promise<PublishedRemote[]> {
    const unknown = locals.filter(({ remote }) => !published.some(({ name }) => name === remote));
    const uploaded = await Promise.all(unknown.map(({ remote }) => this.shown.newest(remote)));
    return [...published, ...uploaded.filter((found) => found !== undefined).map(releaseOf)].map((remote) => {
      const local = locals.find((candidate) => candidate.remote === remote.name);
      return local ? replacedByLocal(local, remote) : remote;
    });
  }

  private async withPreview(
    { remote, version }: Preview,
    shown: PublishedRemote[],
  ): Promise<PublishedRemote[]> {
    const release = (await this.shown.remote(remote, version))?.release;
    if (!release) return shown;
    const isKnown = shown.some(({ name }) => name === remote);
    return isKnown ? shown.map((other) => (other.name === remote ? release : other)) : [...shown, release];
  }
}

const releaseOf = ({ release }: ShownRemote): PublishedRemote => release;
