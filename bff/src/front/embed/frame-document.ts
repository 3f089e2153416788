import { embedProtocol, type FrameData, frameElement } from '@bank/contracts/embed-frame';
import type { HostConfig } from '@bank/contracts/host-config';
import { hostConfigElement } from '@bank/contracts/routes';
import { testRibbon } from './test-ribbon';
import { frameWatch } from '../inline-scripts/frame-watch';
import { escapeHtml, escapeJson } from '../remotes/host-document';

/** A script or a style, with its hash (W3C SRI) where it belongs to a release. */
export interface FrameFile {
  address: string;
  integrity?: string | undefined;
}

interface FrameParts {
  data: FrameData;
  config: HostConfig;
  scripts: FrameFile[];
  styles: FrameFile[];
}

/** The HTML of a widget's frame. Its only inline script is `frameWatch`. */
export function frameDocument({ data, config, scripts, styles }: FrameParts): string {
  return page(
    [
      `<script>${frameWatch}</script>`,
      ...styles.map(
        (file) => `<link rel="stylesheet" href="${escapeHtml(file.address)}"${integrityAttribute(file)}>`,
      ),
      ...(data.mark ? [`<link rel="stylesheet" href="${testRibbon.path}">`] : []),
      ...scripts.map(
        (file) => `<script src="${escapeHtml(file.address)}"${integrityAttribute(file)} defer></script>`,
      ),
    ],
    [
      '<noscript>Bank PCS a besoin de JavaScript. Bank PCS needs JavaScript.</noscript>',
      ...(data.mark ? [testRibbon.html(data.widget)] : []),
      '<div id="root"></div>',
      block(frameElement, data),
      block(hostConfigElement, config),
    ],
  );
}

const integrityAttribute = ({ integrity }: FrameFile) =>
  integrity ? ` integrity="${escapeHtml(integrity)}"` : '';

/** Why a page is refused: its key is unknown, or its origin is not on the partner's list. */
export type Refusal = 'key' | 'origin';

/** The only script of a refusal: it reports the reason to the embedding page, by the port that comes with `init`. */
export const refusalScript = (code: Refusal) =>
  `onmessage = ({ source, ports: [port] }) => source === parent && port?.postMessage({ v: ${embedProtocol}, type: 'error', code: '${code}' });`;

/** Shown when a person opens a refusal by its address. */
export const refusalDocument = (script: string) =>
  page(
    [],
    [
      '<p>Cette page ne peut pas afficher Bank PCS\u00a0: sa clé ou son adresse n’est pas sur la liste de la banque.</p>',
      '<p lang="en">This page cannot show Bank PCS: its key or its address is not on the bank’s list.</p>',
      `<script>${script}</script>`,
    ],
  );

const block = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${escapeJson(value)}</script>`;

const page = (head: string[], body: string[]) => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bank PCS</title>
${head.join('\n')}
</head>
<body>
${body.join('\n')}
</body>
</html>
`;
