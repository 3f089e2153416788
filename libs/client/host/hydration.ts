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
 * the page is taken over or rendered again, which serves later presses itself.
 */
export function pressedEarlier(): () => void {
  const page = window as { [pressedBefore]?: HTMLElement };
  const button = page[pressedBefore];
  delete page[pressedBefore];
  const find = button && finderOf(button);
  return () => {
    if (button?.isConnected) button.click();
    else if (find) pressOnceThere(find);
  };
}

/**
 * Has the browser send the form that was sent before there was a script, if any: for a page that is rendered again. Call it before
 * `pressedEarlier`.
 */
export function sendEarlierForm(): void {
  const page = window as { [pressedBefore]?: HTMLElement };
  const button = page[pressedBefore];
  if (!button || button.matches(scriptedButtons)) return;
  delete page[pressedBefore];
  button.closest('form')?.submit();
}

const scripted = () => [...document.querySelectorAll<HTMLElement>(scriptedButtons)];
const nameOf = (button: HTMLElement) => `${button.textContent}${button.getAttribute('aria-label')}`;
const lookOf = (button: HTMLElement) => `${button.className} ${button.querySelector('svg')?.innerHTML}`;

/**
 * Finds a button on the page that is rendered again: by its name; in another language by its place, among as many, and its look.
 */
function finderOf(button: HTMLElement): () => HTMLElement | undefined {
  const before = scripted();
  const [name, look, place] = [nameOf(button), lookOf(button), before.indexOf(button)];
  const isTranslated = config.prerendered !== undefined && config.prerendered.language !== currentLanguage();
  return () => {
    const now = scripted();
    if (!isTranslated) return now.find((each) => nameOf(each) === name);
    const there = now.length === before.length ? now[place] : undefined;
    return there && lookOf(there) === look ? there : undefined;
  };
}

/** Presses a button as soon as it is there, on a page that was rendered again. */
function pressOnceThere(find: () => HTMLElement | undefined) {
  const press = () => {
    const button = find();
    joining.disconnect();
    if (button) button.click();
    else joining.observe(document.body, { childList: true, subtree: true });
  };
  const joining = new MutationObserver(press);
  press();
  setTimeout(() => joining.disconnect(), joiningMs);
}
