import { isTool, type Partner, type PinnedLoader, type Widget } from '@bank/contracts/partners';
import { themeText } from '@bank/contracts/widget-theme';

type Described = Pick<Partner, 'embed_origin' | 'theme'>;

/** What an element needs besides its key, as an example to replace. */
const examples: Partial<Record<Widget, string[]>> = {
  exchange: ['amount="100"', 'from="EUR"', 'to="USD"'],
  pay: ['payee="…"', 'iban="…"', 'amount="612.40"', 'reference="…"'],
  'application-status': ['application="…"'],
};

/** The loader's two lines on a partner's page; a pinned loader is loaded with its exact hash. */
export function snippetOf(
  { embed_origin: origin, theme }: Described,
  key: string,
  widget: Widget,
  pinned?: PinnedLoader,
): string {
  const file = isTool(widget) ? 'tools.js' : 'loader.js';
  const script = pinned
    ? [
        `<script src="${origin}/embed/${pinned.version}/${file}"`,
        `  integrity="${pinned.integrity}"`,
        '  crossorigin="anonymous" async></script>',
      ].join('\n')
    : `<script src="${origin}/embed/v1/${file}" async></script>`;
  const look = themeText(theme);
  const attributes = [
    `partner="${key}"`,
    ...(examples[widget] ?? []),
    ...(look ? [`theme="${look.replaceAll(';', '; ')}"`] : []),
  ];
  return `${script}\n<bank-${widget}\n  ${attributes.join('\n  ')}\n></bank-${widget}>`;
}

/** The loader's script and the frames in the page's content security policy. */
export const policyOf = ({ embed_origin: origin }: Pick<Described, 'embed_origin'>): string =>
  `script-src ${origin}\nframe-src ${origin}`;
