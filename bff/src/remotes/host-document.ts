import { createHash } from 'node:crypto';
import path from 'node:path';
import type { HostConfig } from '@bank/contracts/host-config';
import { defaultLanguage } from '@bank/contracts/language';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { hostConfigElement } from '@bank/contracts/routes';

/** What a shell's build wrote into `host.json`: the files that its document loads. */
export interface HostFiles {
  scripts: string[];
  styles: string[];
  fonts: string[];
  icon: string;
  /** What each script and style must hash to (W3C SRI); nothing in development. */
  integrity: Record<string, string>;
}

interface DocumentParts {
  config: Omit<HostConfig, 'host_files'>;
  files: HostFiles;
  /** Where the host's files are. */
  base: string;
  /** The remote that owns the requested route, to be fetched together with the host's script. */
  remote: PublishedRemote | undefined;
  title: string;
  development: boolean;
}

/**
 * Runs before the first paint, so that neither the theme nor the language changes under the reader's eyes. It is
 * the only inline script, allowed by its hash.
 */
const beforePaint = `(function(d,s){try{s=localStorage;var t=s.getItem('theme'),l=s.getItem('language');
if(t==='dark'||t==='light')d.dataset.theme=t;if(l==='en'||l==='fr')d.lang=l}catch(e){}})(document.documentElement)`;

/** React Refresh repaints across remotes only if this hook exists before any of them. */
const refreshHook = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__={renderers:new Map(),supportsFiber:true,
inject:function(r){var i=this.renderers.size+1;this.renderers.set(i,r);return i},
onScheduleFiberRoot:function(){},onCommitFiberRoot:function(){},onCommitFiberUnmount:function(){}}`;

const inlineScripts = (development: boolean) => (development ? [beforePaint, refreshHook] : [beforePaint]);

/** The hashes by which a policy allows the document's inline scripts (CSP level 3, section 2.3.1). */
export const inlineScriptHashes = (development: boolean) =>
  inlineScripts(development).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** The HTML that a shell starts from, with its configuration and its registry inside it. */
export function hostDocument({ config, files, base, remote, title, development }: DocumentParts): string {
  const at = (file: string) => base + file;
  const own = (file: string) => checked(files.integrity[file]);
  const { scripts, styles } = remote?.preload ?? { scripts: [], styles: [] };
  const ahead = (file: string, as: string) =>
    preload(file, as, checked(remote?.files[path.posix.basename(file)]));
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    ...inlineScripts(development).map((script) => `<script>${script}</script>`),
    `<link rel="icon" href="${escapeHtml(at(files.icon))}" type="image/svg+xml">`,
    ...files.fonts.map((file) => preload(at(file), 'font', ' crossorigin')),
    ...files.styles.map((file) => `<link rel="stylesheet" href="${escapeHtml(at(file))}"${own(file)}>`),
    ...files.scripts.map((file) => `<script src="${escapeHtml(at(file))}"${own(file)} defer></script>`),
    ...(remote && !development ? [remote.entry, ...scripts].map((file) => ahead(file, 'script')) : []),
    ...styles.map((file) => ahead(file, 'style')),
  ];
  return `<!doctype html>
<html lang="${defaultLanguage}">
<head>
${head.join('\n')}
</head>
<body>
<noscript>Bank PCS a besoin de JavaScript pour fonctionner. Bank PCS needs JavaScript to work.</noscript>
<div id="root"></div>
<script type="application/json" id="${hostConfigElement}">${escapeJson({ ...config, host_files: files.integrity })}</script>
</body>
</html>
`;
}

const preload = (href: string, as: string, more = '') =>
  `<link rel="preload" href="${escapeHtml(href)}" as="${as}"${more}>`;

/** Refuses a file with another hash; a preload serves only a tag that asks with the very same attributes. */
const checked = (integrity: string | undefined) =>
  integrity ? ` integrity="${escapeHtml(integrity)}" crossorigin="anonymous"` : '';

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** JSON that cannot close its script element or open a comment, whatever texts it holds. */
export const escapeJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
