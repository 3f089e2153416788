import path from 'node:path';
import type { HostConfig } from '@bank/contracts/host-config';
import type { Language } from '@bank/contracts/language';
import type { PublishedRemote, PublishedRoute } from '@bank/contracts/remotes';
import { hostConfigElement, waitingSession } from '@bank/contracts/routes';
import { applyPreferences } from '../inline-scripts/apply-preferences';
import { earlyReading } from '../inline-scripts/early-reading';
import { hostWatch } from '../inline-scripts/host-watch';
import { hashSource } from '../inline-scripts/inline-script';
import { lateStart } from '../inline-scripts/late-start';
import { refreshHook } from '../inline-scripts/refresh-hook';
import { firstReads } from './early-reads';
import { lateFiles } from './late-files';
import { plainText } from './plain-texts';

/** The query parameter that names a language of a public page, for links from elsewhere. */
export const languageParameter = 'lang';

/** The part of a shell's release, or of the `host.json` of a dev server, that its document needs. */
export interface HostFiles {
  /** Absent for a dev server. */
  version?: string;
  scripts: string[];
  styles: string[];
  /** Scripts that it loads besides where the page is not prerendered; absent from older builds. */
  inside?: string[];
  fonts: string[];
  icon: string;
  /** The picture of link previews; only of the shell with public pages. */
  picture?: string;
  /** The hash of each script and style (W3C SRI); empty in development. */
  integrity: Record<string, string>;
  /** The frame around public pages, rendered at build: `renderedFrames`. */
  prerendered?: unknown;
}

/** A page as the build rendered it, with the shell's frame around it. */
export interface RenderedPage {
  html: string;
  /** All style sheets of frame and page. */
  css: string;
}

interface DocumentParts {
  config: Omit<HostConfig, 'host_files'>;
  files: HostFiles;
  /** The path or origin of the host's files. */
  base: string;
  /** The owner of the requested route, preloaded with the host's scripts. */
  remote: PublishedRemote | undefined;
  route: PublishedRoute | undefined;
  title: string;
  language: Language;
  rendered: RenderedPage | undefined;
  /** A form has opened a session, which no script has taken over yet. */
  hasSession: boolean;
  /** Mode simple: no web font is fetched ahead. */
  isSimple: boolean;
  /** Elements of the head for search engines; none for a page that they should not keep. */
  search: string[];
  development: boolean;
}

const inlineScripts = (development: boolean) =>
  development ? [applyPreferences, refreshHook] : [applyPreferences, hostWatch];

/** The hashes of the document's inline scripts for its policy. */
export const inlineScriptHashes = (development: boolean) =>
  [...inlineScripts(development), earlyReading, lateStart].map(hashSource);

/** The HTML of a shell with its configuration and registry. */
export function hostDocument(parts: DocumentParts): string {
  const { config, files, base, remote, route, title, language, rendered, hasSession, search, development } =
    parts;
  const fonts = parts.isSimple ? [] : files.fonts;
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
    ...(search.length > 0 ? search : ['<meta name="robots" content="noindex">']),
    ...inlineScripts(development).map((script) => `<script>${script}</script>`),
    `<link rel="icon" href="${escapeHtml(at(files.icon))}" type="image/svg+xml">`,
    ...(config.site === 'shell' ? appLinks(language) : []),
    ...fonts.map((file) => preload(at(file), 'font', ' crossorigin')),
    ...(rendered
      ? [`<style>${rendered.css}</style>`]
      : files.styles.map(
          (file) => `<link rel="stylesheet" href="${escapeHtml(at(file))}"${integrity(file)}>`,
        )),
    ...(rendered
      ? []
      : [
          // The first page of Mode simple reads other data.
          ...(route ? [earlyScript(firstReads(parts.isSimple ? {} : route, config.api_base))] : []),
          ...files.scripts.map(
            (file) => `<script src="${escapeHtml(at(file))}"${integrity(file)} defer></script>`,
          ),
          ...(files.inside ?? []).map((file) => preload(at(file), 'script', integrity(file))),
          ...(remote && !development
            ? [remote.entry, ...scripts].map((file) => preloadChecked(file, 'script'))
            : []),
          ...styles.map((file) => preloadChecked(file, 'style')),
        ]),
  ];
  const starter =
    rendered && remote
      ? `<script data-files="${escapeHtml(JSON.stringify(lateFiles(files, { base, remote, atOnce: hasSession })))}">${lateStart}</script>\n`
      : '';
  return `<!doctype html>
<html lang="${language}">
<head>
${head.join('\n')}
</head>
<body>
${rendered ? '' : withoutScript(language, hasSession)}<div id="root">${rendered?.html ?? ''}</div>
<script type="application/json" id="${hostConfigElement}">${escapeJson({ ...config, host_files: files.integrity })}</script>
${starter}</body>
</html>
`;
}

/** The colours of the page's ground, light and dark, which browsers draw around an installed app. */
export const ground = { light: '#faf8f4', dark: '#0f1614' } as const;

/** The links that make the customer site an app that can be installed. */
const appLinks = (language: Language) => [
  `<link rel="manifest" href="/manifest.webmanifest?${languageParameter}=${language}">`,
  '<link rel="apple-touch-icon" href="/icons/apple-touch.png">',
  ...Object.entries(ground).map(
    ([scheme, colour]) =>
      `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colour}">`,
  ),
];

/** The content, for a browser without JavaScript, of a page that only a script can show. */
function withoutScript(language: Language, hasSession: boolean): string {
  const text = (name: Parameters<typeof plainText>[0]) => escapeHtml(plainText(name, language));
  const heading = hasSession ? 'account.open' : 'account';
  const signOut = `<form method="post" action="${waitingSession.end}"><button>${text('account.sign_out')}</button></form>`;
  const links = `<p><a href="/login">${text('account.again')}</a></p>`;
  return `<noscript><main class="plain-page">
<h1>${text(`${heading}.title`)}</h1>
<p>${text(`${heading}.text`)}</p>
${hasSession ? signOut : links}
<p><a href="/">${text('account.home')}</a></p>
</main></noscript>
`;
}

/** A prerendered page without any script: the answer to a form that was sent without one. */
export function plainDocument({ rendered, title, language, icon }: PlainParts): string {
  return `<!doctype html>
<html lang="${language}" data-plain>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<script>${applyPreferences}</script>
<link rel="icon" href="${escapeHtml(icon)}" type="image/svg+xml">
<style>${rendered.css}</style>
</head>
<body>
<div id="root">${rendered.html}</div>
</body>
</html>
`;
}

interface PlainParts extends Pick<DocumentParts, 'title' | 'language'> {
  rendered: RenderedPage;
  icon: string;
}

const preload = (href: string, as: string, attributes = '') =>
  `<link rel="preload" href="${escapeHtml(href)}" as="${as}"${attributes}>`;

/** A preload only serves a tag with the same attributes. */
const earlyScript = (reads: string[]) =>
  `<script data-reads="${escapeHtml(JSON.stringify(reads))}">${earlyReading}</script>`;

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
