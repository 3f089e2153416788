import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { FrameData } from '@bank/contracts/embed-frame';
import type { Widget } from '@bank/contracts/partners';
import { continuePath } from '@bank/contracts/routes';
import { Config } from '../config';
import { frameContentPolicy, refusalContentPolicy } from '../remotes/content-policy';
import { frameDocument, type Refusal, refusalDocument, refusalScript } from './frame-document';
import { FrameTokens } from './frame-tokens.service';
import type { ActivePartner } from './partners.service';

/** What a remote's frame build wrote into `frame.json`. */
interface BuiltFrame {
  widget: Widget;
  scripts: string[];
  styles: string[];
}

/** A document for a partner's page, and the policy that says whose. */
export interface FrameAnswer {
  status: 200 | 404;
  policy: string;
  /** `Link` header: the browser fetches these before it has read the document. */
  preloads: string;
  html: string;
}

/** What a page says of itself when it asks for a frame. */
export interface FrameRequest {
  widget: Widget;
  /** Its publishable key. */
  key: string;
  /** Its origin. A page that names another one is refused by its browser, which alone knows the truth. */
  page: string;
}

/** Makes the documents of the frames, each for one load by one page of a partner. */
@Injectable()
export class FramesService {
  constructor(
    private readonly config: Config,
    private readonly tokens: FrameTokens,
  ) {}

  /** The frame of a widget for a page of a partner; for any other a refusal, which says why to that page alone. */
  async open(partner: ActivePartner | null, { widget, key, page }: FrameRequest): Promise<FrameAnswer> {
    if (!partner) return refusal('key', page);
    const built = partner.origins.includes(page) ? await this.find(widget) : undefined;
    if (!built) return refusal('origin', page);
    const token = this.tokens.issue(widget, key);
    const { theme } = partner;
    const data: FrameData = { widget, partner: key, token, page, theme, bank: this.config.shellOrigin };
    const html = frameDocument({ ...built, data, config: this.hostConfig() });
    const policy = frameContentPolicy(page, this.config.shellOrigin + continuePath);
    return { status: 200, policy, preloads: preloadsOf(built), html };
  }

  /** A remote says which widget its frame is; no name is known here. */
  private async find(widget: Widget) {
    for (const remote of (await readdir(this.config.remotesDir)).sort()) {
      const file = path.join(this.config.remotesDir, remote, 'dist/frame/frame.json');
      const text = await readFile(file, 'utf8').catch(() => undefined);
      const built = text && (JSON.parse(text) as BuiltFrame);
      if (built && built.widget === widget) return { ...built, base: `/embed/assets/${remote}/` };
    }
    return undefined;
  }

  /** What `libs/client` reads; a frame has no remotes and no session. */
  private hostConfig() {
    return {
      site: 'shell' as const,
      api_base: '/api',
      registry: { remotes: [], sequence: 0, signature: '' },
      registry_keys: [],
      local_remotes: [],
      host_files: {},
      origins: { shell: this.config.shellOrigin },
      session: { idle_seconds: this.config.idleSeconds, warning_seconds: 0 },
      demo_accounts: [],
    };
  }
}

const preloadsOf = ({ base, scripts, styles }: Pick<BuiltFrame, 'scripts' | 'styles'> & { base: string }) =>
  [...styles.map((file) => [file, 'style']), ...scripts.map((file) => [file, 'script'])]
    .map(([file, kind]) => `<${base}${file}>; rel=preload; as=${kind}`)
    .join(', ');

function refusal(code: Refusal, page: string): FrameAnswer {
  const script = refusalScript(code);
  return {
    status: 404,
    policy: refusalContentPolicy(page, script),
    preloads: '',
    html: refusalDocument(script),
  };
}
