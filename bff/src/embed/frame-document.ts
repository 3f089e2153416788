import { type FrameData, frameElement } from '@bank/contracts/embed-frame';
import type { HostConfig } from '@bank/contracts/host-config';
import { hostConfigElement } from '@bank/contracts/routes';
import { escapeHtml, escapeJson } from '../remotes/host-document';

interface FrameParts {
  data: FrameData;
  config: HostConfig;
  /** Where the frame's files are. */
  base: string;
  scripts: string[];
  styles: string[];
}

/** The HTML that a widget's frame starts from. Nothing in it is inline code, nor says more than the partner knows. */
export function frameDocument({ data, config, base, scripts, styles }: FrameParts): string {
  const at = (file: string) => escapeHtml(base + file);
  return page(
    [
      ...styles.map((file) => `<link rel="stylesheet" href="${at(file)}">`),
      ...scripts.map((file) => `<script src="${at(file)}" defer></script>`),
    ],
    [
      '<noscript>Bank PCS a besoin de JavaScript. Bank PCS needs JavaScript.</noscript>',
      '<div id="root"></div>',
      block(frameElement, data),
      block(hostConfigElement, config),
    ],
  );
}

/** For a key that is nobody's, or nobody's any more. */
export const refusalDocument = () =>
  page(
    [],
    [
      '<p>Cette page ne peut pas afficher Bank PCS : sa clé n’est pas, ou plus, valable.</p>',
      '<p lang="en">This page cannot show Bank PCS: its key is not, or no longer, valid.</p>',
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
