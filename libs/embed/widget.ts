import { make, sheet } from './decoration';
import type { BankWidget, BankErrorCode } from './index';
import { dress } from './look';
import { protocol, spoken, type ToFrame, type ToPage, type Versioned } from '@bank/contracts/embed-protocol';
import { wordsIn } from './words';

/** What a page may set, as attributes or as properties. */
export const attributes = ['partner', 'locale', 'theme'] as const;

/** A frame's answer comes within this, ms: from the start, and from its load. */
const patience = { start: 10_000, loaded: 3_000 };

const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/** What the window tells: the network is back, the page's policy forbids something. */
const told = ['online', 'securitypolicyviolation'] as const;

/** An element that has come to life. */
export interface Widget extends BankWidget {
  connectedCallback(): void;
}

/** The chat that has the corner of the window, whichever came first. */
let first: Widget | undefined;

/**
 * Gives an element its look and its methods, and answers what to do when it is connected, disconnected, and changed.
 * LIFECYCLE.md tells its life. Its frames come from `origin`.
 */
export function live(host: Widget, origin: string) {
  const kind = host.localName.slice(5) as 'chat' | 'signup';
  const isChat = kind === 'chat';
  const [launcher, retry, closer, message, elsewhere, shell, panel, corner, whole] = make(
    ...(['button', 'button', 'button', 'p', 'a', 'div', 'dialog', 'div', 'div'] as const),
  );
  const root = host.attachShadow({ mode: 'open' });
  let frame: HTMLIFrameElement | undefined;
  let port: MessagePort | undefined;
  let clock: ReturnType<typeof setTimeout>;
  let isReady = false;
  let isOpen = false;
  let isUsable = false;
  let opener: HTMLElement;
  let refused: string;

  const language = () => host.locale || document.documentElement.lang;
  const say = (said: ToFrame) => port?.postMessage({ v: protocol, ...said });
  const look = () => ({ locale: language(), theme: host.theme });
  const tell = (name: string, detail = {}) =>
    host.dispatchEvent(new CustomEvent('bank-' + name, { detail, bubbles: true, composed: true }));
  const hasFocus = () => panel.contains(root.activeElement);

  /** Told once, whether the launcher or the frame refuses it. */
  function refuseTheme() {
    if (refused !== host.theme) tell('error', { code: 'theme' });
    refused = host.theme;
  }

  /** Shows the state that the element is in. */
  function draw() {
    const words = wordsIn(language());
    whole.lang = words.lang;
    panel.ariaLabel = launcher.ariaLabel = words[kind];
    launcher.ariaExpanded = `${isOpen}`;
    if (!isChat) launcher.textContent = words.signup;
    message.textContent = frame ? words[kind] + '…' : words.failed;
    elsewhere.textContent = words.link;
    elsewhere.href = `${origin}/embed/open/${kind}`;
    retry.textContent = words.retry;
    closer.textContent = words.close;
    elsewhere.hidden = retry.hidden = !!frame;
    shell.hidden = isUsable;
    if (dress(whole, host.theme)) refuseTheme();
  }

  function focus() {
    if (!isUsable) return closer.focus();
    frame?.focus();
    say({ type: 'shown' });
  }

  /** The same in an open panel, whose focus may be on what is no longer shown. */
  function redraw() {
    draw();
    if (hasFocus()) focus();
  }

  function reveal() {
    draw();
    conceal();
    if (isChat) {
      panel.togglePopover(true);
      focus();
      // On a small screen the style sheet leaves no room around it. And what is inert takes no focus: a modal dialog of the
      // page is open, in whatever tree, and only another one stands above it.
      if (panel.offsetTop && hasFocus()) return;
      panel.hidePopover();
    }
    panel.showModal();
    focus();
  }

  /** Whichever way it was opened. */
  function conceal() {
    panel.close();
    panel.hidePopover();
  }

  function drop() {
    clearTimeout(clock);
    port?.close();
    frame?.remove();
    port = frame = undefined;
    isUsable = false;
  }

  function fail(code: BankErrorCode) {
    drop();
    redraw();
    tell('error', { code });
  }

  function wait(milliseconds: number) {
    clearTimeout(clock);
    isUsable = false;
    clock = setTimeout(() => fail(navigator.onLine ? 'timeout' : 'offline'), milliseconds);
  }

  /** What the window says while there is a frame, or should be. */
  function hearWindow({ blockedURI, disposition }: Partial<SecurityPolicyViolationEvent>) {
    if (!blockedURI) {
      if (isOpen && !frame) {
        load();
        redraw();
      }
    } else if (disposition === 'enforce' && blockedURI.startsWith(origin)) fail('csp');
  }

  function load() {
    for (const type of told) addEventListener(type, hearWindow);
    const loading = (frame = document.createElement('iframe'));
    loading.title = panel.ariaLabel!;
    loading.referrerPolicy = 'no-referrer';
    loading.sandbox = sandbox;
    loading.src = `${origin}/embed/frame/${kind}?partner=${host.partner}&page=${location.origin}`;
    loading.onload = () => {
      const { port1, port2 } = new MessageChannel();
      port?.close();
      port = port1;
      port.onmessage = ({ data }) => hear(data as Versioned<ToPage>);
      loading.contentWindow!.postMessage({ v: protocol, type: 'init', ...look() }, origin, [port2]);
      wait(patience.loaded);
    };
    panel.append(loading);
    // Without a network nothing is waited for.
    wait(navigator.onLine ? patience.start : 0);
  }

  /** What comes through the port is the bank's: only what is not known here yet is left out. */
  function hear({ v, type, ...detail }: Versioned<ToPage>) {
    if (!spoken.includes(v)) return;
    if (type === 'ready') {
      clearTimeout(clock);
      isUsable = true;
      redraw();
    } else if (type === 'close') close();
    else if (type === 'theme') refuseTheme();
    else if ('code' in detail) fail(detail.code);
    else if (/^(step|complete)$/.test(type)) tell(type, detail);
  }

  function open() {
    if (isChat && first !== host) return first?.open();
    if (!host.isConnected) return;
    if (!isOpen) {
      for (let tree: DocumentOrShadowRoot | null = document; tree?.activeElement; tree = opener.shadowRoot)
        opener = tree.activeElement as HTMLElement;
      tell('open');
    }
    isOpen = true;
    // The frame's document is on its way while the panel is laid out.
    if (!frame) load();
    reveal();
  }

  function close() {
    if (!isOpen) return;
    const givesBack = hasFocus();
    isOpen = false;
    conceal();
    draw();
    if (givesBack) opener.focus();
    tell('close');
  }

  function undo() {
    close();
    drop();
    for (const type of told) removeEventListener(type, hearWindow);
    if (first !== host) return;
    first = undefined;
    document.querySelector<Widget>('bank-chat')?.connectedCallback();
  }

  function connect() {
    if (!isReady) queueMicrotask(() => tell('ready'));
    if (isChat) {
      first ??= host;
      corner.togglePopover(first === host);
    }
    // Whatever brought the element here reloads its frame.
    if (frame) wait(patience.start);
    if (isOpen) reveal();
    draw();
    isReady = true;
  }

  for (const name of attributes) {
    const set = (value?: string) => host.setAttribute(name, value ?? '');
    // Somebody set it before the element was defined.
    if (Object.hasOwn(host, name)) set(host[name]);
    Object.defineProperty(host, name, { get: () => host.getAttribute(name) ?? '', set });
  }
  shell.append(message, elsewhere, retry, closer);
  panel.append(shell);
  corner.append(launcher);
  whole.append(panel, corner);
  root.adoptedStyleSheets = [sheet];
  root.append(whole);
  elsewhere.target = '_blank';
  launcher.onclick = () => (isOpen ? close() : open());
  retry.onclick = open;
  closer.onclick = panel.oncancel = close;
  whole.onkeydown = (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  panel.popover = 'manual';
  if (isChat) corner.popover = 'manual';

  const destroy = () => {
    host.remove();
    undo();
  };
  Object.assign(host, { open, close, destroy });
  return {
    connect,
    // One that was moved or remounted is back within the task.
    disconnect: () => setTimeout(() => host.isConnected || undo()),
    change() {
      if (isReady) draw();
      say({ type: 'look', ...look() });
    },
  };
}
