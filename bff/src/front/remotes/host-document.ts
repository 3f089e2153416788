import { createHash } from 'node:crypto';
import path from 'node:path';
import type { HostConfig } from '@bank/contracts/host-config';
import { defaultLanguage } from '@bank/contracts/language';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { hostConfigElement } from '@bank/contracts/routes';

/** The part of a shell's `host.json` that its document needs. */
export interface HostFiles {
  scripts: string[];
  styles: string[];
  fonts: string[];
  icon: string;
  /** The hash of each script and style (W3C SRI); empty in development. */
  integrity: Record<string, string>;
}

interface DocumentParts {
  config: Omit<HostConfig, 'host_files'>;
  files: HostFiles;
  /** The path or origin of the host's files. */
  base: string;
  /** The owner of the requested route, preloaded with the host's scripts. */
  remote: PublishedRemote | undefined;
  title: string;
  development: boolean;
}

/** Runs before the first paint, so that theme and language do not change visibly. The only inline script, hashed. */
const beforePaint = `(function(d,s){try{s=localStorage;var t=s.getItem('theme'),l=s.getItem('language');
if(t==='dark'||t==='light')d.dataset.theme=t;if(l==='en'||l==='fr')d.lang=l}catch(e){}})(document.documentElement)`;

/** React Refresh only works across remotes if this hook exists before any of them. */
const refreshHook = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__={renderers:new Map(),supportsFiber:true,
inject:function(r){var i=this.renderers.size+1;this.renderers.set(i,r);return i},
onScheduleFiberRoot:function(){},onCommitFiberRoot:function(){},onCommitFiberUnmount:function(){}}`;

const inlineScripts = (development: boolean) => (development ? [beforePaint, refreshHook] : [beforePaint]);

/** The hashes of the document's inline scripts for its policy (CSP level 3, section 2.3.1). */
export const inlineScriptHashes = (development: boolean) =>
  inlineScripts(development).map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** The HTML of a shell with its configuration and registry. */
export function hostDocument({ config, files, base, remote, title, development }: DocumentParts): string {
  const at = (file: string) => base + file;
  const integrity = (file: string) => integrityAttributes(files.integrity[file]);
  const { scripts, styles } = remote?.preload ?? { scripts: [], styles: [] };
  const preloadChecked = (file: string, as: string) =>
    preload(file, as, integrityAttributes(remote?.files[path.posix.basename(file)]));
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    ...inlineScripts(development).map((script) => `<script>${script}</script>`),
    `<link rel="icon" href="${escapeHtml(at(files.icon))}" type="image/svg+xml">`,
    ...files.fonts.map((file) => preload(at(file), 'font', ' crossorigin')),
    ...files.styles.map((file) => `<link rel="stylesheet" href="${escapeHtml(at(file))}"${integrity(file)}>`),
    ...files.scripts.map((file) => `<script src="${escapeHtml(at(file))}"${integrity(file)} defer></script>`),
    ...(remote && !development
      ? [remote.entry, ...scripts].map((file) => preloadChecked(file, 'script'))
      : []),
    ...styles.map((file) => preloadChecked(file, 'style')),
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

const preload = (href: string, as: string, attributes = '') =>
  `<link rel="preload" href="${escapeHtml(href)}" as="${as}"${attributes}>`;

/** A preload only serves a tag with the same attributes. */
const integrityAttributes = (integrity: string | undefined) =>
  integrity ? ` integrity="${escapeHtml(integrity)}" crossorigin="anonymous"` : '';

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** JSON that cannot close its script element or open a comment. */
export const escapeJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
