import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { FrameData, FrameRelease } from '@bank/contracts/embed-frame';
import type { Widget } from '@bank/contracts/partners';
import { continuePath, payPath } from '@bank/contracts/routes';
import { Config } from '../../platform/config/config';
import { type BuiltFrame, signedFrames } from '../releases/release-frames';
import { chosenRemotes } from '../remotes/chosen-remotes';
import { ShownReleases } from '../remotes/shown-releases.service';
import { frameWatch } from '../inline-scripts/frame-watch';
import { frameContentPolicy, refusalContentPolicy } from '../remotes/content-policy';
import {
  frameDocument,
  type FrameFile,
  type Refusal,
  refusalDocument,
  refusalScript,
} from './frame-document';
import { exists } from './frame-files.service';
import { FrameTokens } from './frame-tokens.service';
import type { ActivePartner } from './partners.service';

/** The files of a widget's first view in a document, in order, and the release that they belong to. */
interface FrameFiles {
  release?: FrameRelease;
  /** The hashes of what it loads later, by name. */
  late?: Record<string, string>;
  scripts: FrameFile[];
  styles: FrameFile[];
}
/** The `frame.json` that a remote's frame build writes. */
type InstalledFrames = Partial<Record<Widget, BuiltFrame>>;

/** A document for a partner's page, with the policy that names the page. */
export interface FrameResponse {
  status: 200 | 404;
  policy: string;
  /** `Link` header: fetched before the document is parsed. */
  preloads: string;
  html: string;
}

export interface FrameRequest {
  widget: Widget;
  key: string;
  /** The partner's own name for an application, if the page gives one. */
  reference?: string | undefined;
  /** The page's origin; the browser refuses a page that names another, by `frame-ancestors`. */
  page: string;
  /** See `frameVisitorOf`. */
  visitor: string;
  /** A release that failed in this frame before: `<remote>@<version>`. */
  avoid?: string | undefined;
}

@Injectable()
export class FramesService {
  constructor(
    private readonly config: Config,
    private readonly tokens: FrameTokens,
    private readonly shown: ShownReleases,
  ) {}

  /** The frame of a widget for a partner's page; for any other page a refusal with its reason. */
  async open(partner: ActivePartner | null, request: FrameRequest): Promise<FrameResponse> {
    const { widget, key, reference, page } = request;
    if (!partner) return refusal('key', page);
    const built = partner.origins.includes(page) ? await this.find(request) : undefined;
    if (!built) return refusal('origin', page);
    const token = this.tokens.issue(widget, key);
    const { theme } = partner;
    const data: FrameData = {
      widget,
      partner: key,
      token,
      page,
      theme,
      bank: this.config.shellOrigin,
      ...(reference !== undefined && { reference }),
      ...(built.release && { release: built.release, files: built.late ?? {} }),
      ...(partner.isTest && { mark: { test: true } }),
    };
    const html = frameDocument({ ...built, data, config: this.hostConfig() });
    const policy = frameContentPolicy(
      page,
      this.config.shellOrigin + (widget === 'pay' ? payPath : continuePath),
      frameWatch,
    );
    return { status: 200, policy, preloads: preloadsOf(built), html };
  }

  /**
   * A widget's frame is that of its remote's live release, or of the canary for visitors in its share. Files are named by their
   * content, and the framework's is the same in each remote's build: under one address, a page with two widgets fetches it once.
   */
  private async find({ widget, ...visit }: FrameRequest): Promise<FrameFiles | undefined> {
    const { shown } = await chosenRemotes(this.shown, await this.shown.current(), visit);
    const released = shown.flatMap(({ release, build }) => {
      const frames = signedFrames(release, build.frames);
      return frames ? [{ release, folder: `/embed/assets/${release.name}`, frames }] : [];
    });
    const found = released.find(({ frames }) => frames.widgets[widget]);
    const built = found?.frames.widgets[widget];
    if (!built) return this.findInstalled(widget);
    const fileOf = (file: string): FrameFile => {
      const integrity = found.frames.files[file];
      // The same content only: another team may have a file of that name.
      const first = released.find(({ frames }) => frames.files[file] === integrity);
      return { address: `${first?.folder}/${file}`, integrity };
    };
    const { name, version } = found.release;
    const first = [...built.scripts, ...built.styles];
    const late = Object.entries(found.frames.files).filter(([file]) => !first.includes(file));
    return {
      release: { remote: name, version },
      late: Object.fromEntries(late),
      scripts: built.scripts.map(fileOf),
      styles: built.styles.map(fileOf),
    };
  }

  /** In development, and where the live release is older than frames in releases: the frames of the installation. */
  private async findInstalled(widget: Widget): Promise<FrameFiles | undefined> {
    const remotes = (await readdir(this.config.remotesDir)).sort();
    for (const remote of remotes) {
      const text = await readFile(this.fileOf(remote, 'frame.json'), 'utf8').catch(() => undefined);
      const built = text && (JSON.parse(text) as InstalledFrames)[widget];
      if (!built) continue;
      const addressOf = (file: string) => this.addressOf(file, remotes);
      return {
        scripts: await Promise.all(built.scripts.map(addressOf)),
        styles: await Promise.all(built.styles.map(addressOf)),
      };
    }
    return undefined;
  }

  private async addressOf(file: string, remotes: string[]): Promise<FrameFile> {
    const built = await Promise.all(remotes.map((remote) => exists(this.fileOf(remote, file))));
    return { address: `/embed/assets/${remotes[built.indexOf(true)]}/${file}` };
  }

  private fileOf(remote: string, file: string): string {
    return path.join(this.config.remotesDir, remote, 'dist/frame', file);
  }

  /** Read by `libs/client`; a frame has no remotes and no session. */
  private hostConfig() {
    return {
      site: 'shell' as const,
      api_base: '/api',
      registry: { remotes: [], sequence: 0, signature: '' },
      registry_keys: [],
      local_remotes: [],
      host_files: {},
      origins: { shell: this.config.shellOrigin },
      session: {
        idle_seconds: this.config.idleSeconds,
        warning_seconds: 0,
        lifetime_seconds: this.config.sessionSeconds,
      },
      demo_accounts: [],
    };
  }
}

const preloadsOf = ({ scripts, styles }: FrameFiles) =>
  [
    ...styles.map((file) => ({ ...file, kind: 'style' })),
    ...scripts.map((file) => ({ ...file, kind: 'script' })),
  ]
    .map(({ address, integrity, kind }) => {
      // A preload without the hash of its tag would be fetched again.
      const hash = integrity ? `; integrity="${integrity}"` : '';
      return `<${address}>; rel=preload; as=${kind}${hash}`;
    })
    .join(', ');

function refusal(code: Refusal, page: string): FrameResponse {
  const script = refusalScript(code);
  return {
    status: 404,
    policy: refusalContentPolicy(page, script),
    preloads: '',
    html: refusalDocument(script),
  };
}
