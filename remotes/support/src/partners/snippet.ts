import type { Partner, PinnedLoader, Widget } from '@bank/contracts/partners';
import { themeText } from '@bank/contracts/widget-theme';

type Described = Pick<Partner, 'embed_origin' | 'theme'>;

/** The loader's two lines on a partner's page; a pinned loader is loaded with its exact hash. */
export function snippetOf(
  { embed_origin: origin, theme }: Described,
  key: string,
  widget: Widget,
  pinned?: PinnedLoader,
): string {
  const script = pinned
    ? [
        `<script src="${origin}/embed/${pinned.version}/loader.js"`,
        `  integrity="${pinned.integrity}"`,
        '  crossorigin="anonymous" async></script>',
      ].join('\n')
    : `<script src="${origin}/embed/v1/loader.js" async></script>`;
  const look = themeText(theme);
  const attributes = [`partner="${key}"`, ...(look ? [`theme="${look.replaceAll(';', '; ')}"`] : [])];
  return `${script}\n<bank-${widget}\n  ${attributes.join('\n  ')}\n></bank-${widget}>`;
}

/** The loader's script and the frames in the page's content security policy. */
export const policyOf = ({ embed_origin: origin }: Pick<Described, 'embed_origin'>): string =>
  `script-src ${origin}\nframe-src ${origin}`;
