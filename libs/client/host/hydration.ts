import { pressedBefore, scriptedButtons } from '@bank/contracts/routes';
import { currentLanguage } from '@bank/i18n/language';
import { config } from '../http/config';
import { routeAt } from '../remotes/published';
import { loadAhead } from '../remotes/remote-view';
import { watchTyping } from '../remotes/typed-before';

/** Queries that change nothing in the first drawing of a page, those of campaigns included; any other may. */
const unseen = /^(from|lang|utm_\w+|fbclid|gclid)$/;

/** How long a press waits for the page of a signed-in person. */
const joiningMs = 10_000;

/**
 * Whether the page can take over the document's HTML: it was prerendered by the very version of the remote that is shown
 * now, in the language of now, at an address without a choice. A session joins in afterwards (`SessionProvider`). Loads that
 * remote; until then the HTML stays as it is.
 */
export async function canHydrate(root: HTMLElement): Promise<boolean> {
  const { prerendered } = config;
  const route = routeAt(location.pathname);
  if (!prerendered || !route) return false;
  watchTyping(root);
  const { name, version } = route.remote;
  const isOfRemote = prerendered.remote === name && prerendered.version === version;
  const isPlain = [...new URLSearchParams(location.search).keys()].every((key) => unseen.test(key));
  const isAlike = isOfRemote && isPlain && prerendered.language === currentLanguage();
  try {
    const { remote } = await loadAhead(route.remote, { kind: 'pages', name: route.page });
    return isAlike && remote.version === version;
  } catch {
    // The page then shows that it did not load.
    return false;
  }
}

/**
 * Takes the button that was pressed before there was a script, if any; the returned function presses it again. Call it before
 * the page is taken over, which serves later presses itself.
 */
export function pressedEarlier(): () => void {
  const page = window as { [pressedBefore]?: HTMLElement };
  const button = page[pressedBefore];
  delete page[pressedBefore];
  return () => {
    if (button?.isConnected) button.click();
    else if (button) pressOnceThere(button.textContent);
  };
}

/** Has the browser send the form that was sent before there was a script, if any: its page is not taken over. */
export function sendEarlierForm(): void {
  const { [pressedBefore]: button } = window as { [pressedBefore]?: HTMLElement };
  if (button && !button.matches(scriptedButtons)) button.closest('form')?.submit();
}

/** Presses the button with this text once it is there, on a page that the session has rendered again. */
function pressOnceThere(text: string | null) {
  const joining = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>(scriptedButtons)];
    const button = buttons.find(({ textContent }) => textContent === text);
    if (!button) return;
    joining.disconnect();
    button.click();
  });
  joining.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => joining.disconnect(), joiningMs);
}
