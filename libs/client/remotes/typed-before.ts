/**
 * What a person typed into a prerendered page before its script ran. React takes the fields over with the values that they
 * had in the HTML; this puts the typed ones back, and lets the page know of them.
 */
type TextControl = HTMLInputElement | HTMLTextAreaElement;

const typed = new Map<TextControl, string>();
let watched: HTMLElement | undefined;
let finish: () => void;

/** When the page has been taken over. */
export const takenOver = new Promise<void>((resolve) => (finish = resolve));

const isText = (element: EventTarget | null): element is TextControl =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'hidden'].includes(element.type));

const note = ({ target }: Event) => {
  if (isText(target)) typed.set(target, target.value);
};

/** Begins to record the typed values below an element, the present ones included. */
export function watchTyping(root: HTMLElement) {
  for (const control of root.querySelectorAll<TextControl>('input, textarea'))
    if (isText(control) && control.value !== control.defaultValue) typed.set(control, control.value);
  watched = root;
  root.addEventListener('input', note, true);
}

/** Puts back what was typed, once, in the moment in which the page was taken over. */
export function restoreTyped() {
  watched?.removeEventListener('input', note, true);
  watched = undefined;
  const controls = [...typed];
  typed.clear();
  for (const [control, value] of controls) {
    const now = control.isConnected ? control : document.getElementById(control.id);
    if (isText(now)) put(now, value, control === now ? caretOf(now) : undefined);
  }
  finish();
}

/** By the prototype's setter, so that React sees the input event as a change. */
function put(control: TextControl, value: string, caret: number | undefined) {
  const prototype = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  control.value = '';
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  if (caret !== undefined && document.activeElement === control) control.setSelectionRange(caret, caret);
}

/** The caret's position; undefined at the end, and for kinds of fields without one. */
function caretOf(control: TextControl): number | undefined {
  const at = control.selectionStart;
  return at === null || at === control.value.length ? undefined : at;
}
