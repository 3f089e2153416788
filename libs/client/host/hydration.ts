import { currentLanguage } from '@bank/i18n/language';
import { config } from '../http/config';
import { readTokens } from '../http/tokens';
import { routeAt } from '../remotes/published';
import { loadAhead } from '../remotes/remote-view';
import { watchTyping } from '../remotes/typed-before';

/** Queries that change nothing in the first drawing of a page; any other may. */
const unseen = ['from', 'lang'];

/**
 * Whether the page can take over the document's HTML: it was prerendered by the very version of the remote that is shown
 * now, in the language of now, for a visitor without a session at an address without a choice. Loads that remote; until then the
 * HTML stays as it is.
 */
export async function canHydrate(root: HTMLElement): Promise<boolean> {
  const { prerendered } = config;
  const route = routeAt(location.pathname);
  if (!prerendered || !route) return false;
  watchTyping(root);
  const { name, version } = route.remote;
  const isOfRemote = prerendered.remote === name && prerendered.version === version;
  const isPlain = [...new URLSearchParams(location.search).keys()].every((key) => unseen.includes(key));
  const isAlike = isOfRemote && isPlain && prerendered.language === currentLanguage() && !readTokens();
  try {
    const { remote } = await loadAhead(route.remote, { kind: 'pages', name: route.page });
    return isAlike && remote.version === version;
  } catch {
    // The page then shows that it did not load.
    return false;
  }
}
