import { Injectable } from '@nestjs/common';
import type { Site } from '@bank/contracts/remotes';
import type { ReleaseCheck } from '@bank/contracts/releases';
import { type BuiltHost, builtHost, type PublishedHost } from './built-host';
import { type LiveRelease, LiveReleases } from './live-releases.service';
import { sitesOf } from './release-sites';
import { missingModules, missingTokens } from './surface-check';
import { verdict } from './verdict';

/** Compares the build of a shell with the live remotes that it would show. */
@Injectable()
export class HostChecks {
  constructor(private readonly live: LiveReleases) {}

  /** Every check with its sentence; only `manifest` when the manifest is invalid. */
  async of(site: Site, version: string, given: unknown): Promise<ReleaseCheck[]> {
    const parsed = builtHost.safeParse(given);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = issue?.path.join('.') || 'host.json';
      return [
        verdict('manifest', [`host.json is not valid at "${where}": ${issue?.message ?? 'unreadable'}.`], ''),
      ];
    }
    const host = parsed.data;
    const names = [
      ...(host.name === site
        ? []
        : [`host.json names it ${host.name}, not ${site}: ship it under its name.`]),
      ...(host.version === version ? [] : ['host.json is of another build: build again and ship that.']),
    ];
    const { hosts, remotes } = await this.live.read();
    const shown = remotes.filter(({ remote }) => sitesOf(remote).includes(site));
    const before = hosts.get(site);
    return [
      verdict('manifest', names, 'host.json has the form that the server reads.'),
      verdict(
        'shared',
        sharedProblems(host, shown),
        'It brings every shared module that a live remote takes.',
      ),
      verdict(
        'surface',
        surfaceProblems(host, before, shown),
        'It offers everything that the live remotes use of the shared libraries.',
      ),
      verdict('contract', slotProblems(host, before, shown), 'It draws every slot that a live remote fills.'),
    ];
  }
}

const sharedProblems = (host: BuiltHost, shown: LiveRelease[]): string[] =>
  shown.flatMap(({ remote: { name }, shared }) =>
    missingModules(host, { shared }).map(
      ({ module, range, brought }) =>
        `${name} asks for ${module} ${range}, and this shell brings ${brought ?? 'none'}: bring that version until ${name} has shipped without it.`,
    ),
  );

function surfaceProblems(host: BuiltHost, before: PublishedHost | undefined, shown: LiveRelease[]): string[] {
  const nameOf = namesOfTokens(before);
  return shown.flatMap(({ remote: { name, surface } }) =>
    missingTokens(host, { surface }).map(
      (token) =>
        `${name} uses ${nameOf(token)}, which this shell no longer offers in that form: keep it until ${name} has shipped without it.`,
    ),
  );
}

/** What a token names, by the shell that is live. */
function namesOfTokens(host: PublishedHost | undefined): (token: string) => string {
  const names = new Map<string, string>();
  for (const [module, exported] of Object.entries(host?.surface ?? {}))
    for (const [name, tokens] of Object.entries(exported))
      for (const token of tokens) names.set(token, `${name} of ${module}`);
  if (host?.federation) names.set(host.federation, 'the Federation runtime of another major version');
  return (token) => names.get(token) ?? `an export (${token})`;
}

function slotProblems(host: BuiltHost, before: PublishedHost | undefined, shown: LiveRelease[]): string[] {
  const gone = (before?.slots ?? []).filter((slot) => !host.slots.includes(slot));
  return gone.flatMap((slot) =>
    shown
      .filter(({ remote }) => remote.slots.some((filled) => filled.slot === slot))
      .map(
        ({ remote: { name } }) =>
          `${name} fills the slot ${slot}, which this shell no longer draws: keep it until ${name} has shipped without it.`,
      ),
  );
}
