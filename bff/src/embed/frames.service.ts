import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { FrameData } from '@bank/contracts/embed-frame';
import { publishableKey, type Widget } from '@bank/contracts/partners';
import { Config } from '../config';
import { frameContentPolicy } from '../remotes/content-policy';
import { frameDocument, refusalDocument } from './frame-document';
import { PartnersService } from './partners.service';

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

/** Makes the documents of the frames, each for one partner. */
@Injectable()
export class FramesService {
  constructor(
    private readonly config: Config,
    private readonly partners: PartnersService,
  ) {}

  /** The frame of a widget for the partner of a key; a refusal that no page may frame when the key is nobody's. */
  async open(widget: Widget, key: string): Promise<FrameAnswer> {
    const partner = publishableKey.safeParse(key).success ? await this.partners.byKey(key) : null;
    const built = await this.find(widget);
    if (!partner || !built) {
      return { status: 404, policy: frameContentPolicy([]), preloads: '', html: refusalDocument() };
    }
    const { origins, theme } = partner;
    const data: FrameData = { widget, partner: key, origins, theme, bank: this.config.shellOrigin };
    const html = frameDocument({ ...built, data, config: this.hostConfig() });
    return { status: 200, policy: frameContentPolicy(origins), preloads: preloadsOf(built), html };
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
      origins: { shell: this.config.shellOrigin, 'back-office': this.config.backOfficeOrigin },
      session: { idle_seconds: this.config.idleSeconds, warning_seconds: 0 },
      demo_accounts: [],
    };
  }
}

const preloadsOf = ({ base, scripts, styles }: Pick<BuiltFrame, 'scripts' | 'styles'> & { base: string }) =>
  [...styles.map((file) => [file, 'style']), ...scripts.map((file) => [file, 'script'])]
    .map(([file, kind]) => `<${base}${file}>; rel=preload; as=${kind}`)
    .join(', ');
