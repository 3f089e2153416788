import { pressedBefore, scriptedButtons } from '@bank/contracts/routes';
import { inlineScript } from './inline-script';

/** A file with its hash (W3C SRI). */
export type CheckedFile = [address: string, integrity: string];

/** The files that a prerendered page loads once it needs them. */
export interface LateFiles {
  /** Executed in order. */
  scripts: CheckedFile[];
  /** Of the remote that owns the page, fetched meanwhile. */
  preload: { scripts: CheckedFile[]; styles: CheckedFile[] };
  /** A form has opened a session, which the shell takes over. */
  atOnce: boolean;
}

/** The forms that a browser can send without the shell. */
const plainForms = 'main form[method=post]';

/** How long such a form waits for the shell before the browser sends it, ms. */
const patienceMs = 2_000;

/**
 * Between the load of the page and the request of the shell, ms: the page is drawn in its font meanwhile. Not `requestIdleCallback`:
 * the browser holds it back for as long as a slow processor is seldom quiet.
 */
const pauseMs = 100;

/** Not the movement of a pointer: one that rests where the page appears moves too. */
const signsOfUse = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'];

/**
 * The only script that a prerendered page starts with. It loads the shell when the page is used or has loaded; at once for a signed-in person, for whom the page looks different; without use never where the browser saves data.
 * A button that needs the shell and is pressed earlier is pressed again by `pressedEarlier` of libs/client, and no form that
 * needs it is sent without it. One that does not is sent by the browser itself when the shell is late: until then it waits, so
 * that the shell makes the call and has the session at once. The files are in `data-files` of the script's element, so that the
 * script is the same in every document.
 */
export const lateStart = inlineScript(
  startLate,
  signsOfUse,
  pressedBefore,
  scriptedButtons,
  plainForms,
  patienceMs,
  pauseMs,
);

function startLate(
  signs: string[],
  pressedVariable: string,
  buttons: string,
  forms: string,
  patience: number,
  pause: number,
) {
  const files: LateFiles = JSON.parse(document.currentScript!.dataset.files!);
  let hasBegun = false;
  let isSignedIn = false;
  let patient: ReturnType<typeof setTimeout>;

  const add = (name: string, attributes: object) =>
    document.head.append(
      Object.assign(document.createElement(name), { crossOrigin: 'anonymous' }, attributes),
    );
  const preload = (as: string, list: CheckedFile[]) =>
    list.forEach(([href, integrity]) => add('link', { rel: 'preload', as, integrity, href }));

  function begin() {
    if (hasBegun) return;
    hasBegun = true;
    signs.forEach((sign) => removeEventListener(sign, begin, true));
    files.scripts.forEach(([src, integrity]) => add('script', { async: false, integrity, src }));
    preload('script', files.preload.scripts);
    preload('style', files.preload.styles);
  }

  const page = window as unknown as Record<string, unknown>;
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest(buttons);
    if (button) page[pressedVariable] = button;
  });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    clearTimeout(patient);
    if (event.defaultPrevented) return;
    // The browser itself would put what is typed into the address, and load the page again.
    if (form.closest('.needs-script')) return event.preventDefault();
    if (!form.matches(forms)) return;
    event.preventDefault();
    const pressed = (page[pressedVariable] = event.submitter);
    patient = setTimeout(() => page[pressedVariable] === pressed && form.submit(), patience);
  });
  try {
    isSignedIn = localStorage.getItem('access_token') !== null;
  } catch {
    // The browser forbids storage: nobody is signed in.
  }
  if (isSignedIn || files.atOnce) return begin();
  signs.forEach((sign) => addEventListener(sign, begin, { capture: true, passive: true }));
  const { connection } = navigator as { connection?: { saveData: boolean } };
  if (connection?.saveData) return;
  addEventListener('load', () => setTimeout(begin, pause));
}
