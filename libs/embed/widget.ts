import { createElements, sheet } from './decoration';
import type { BankWidget, BankErrorCode } from './index';
import { applyTheme } from './look';
import {
  protocol,
  supportedVersions,
  type ToFrame,
  type ToPage,
  type Versioned,
} from '@bank/contracts/embed-protocol';
import { textsFor } from './texts';

/** Written by the build: `loader.js` has the chat and the sign-up, `tools.js` the other widgets. */
declare const isTools: boolean;

/** What a page asks a tool for. It is in the fragment of the frame's address, which no server and no log receives. */
const values = ['amount', 'from', 'to', 'payee', 'iban', 'reference', 'application'] as const;

/** What a page may set, as attributes or as properties. */
export const attributes = ['partner', 'locale', 'theme', ...(isTools ? values : [])] as const;

/** Timeouts for `ready`, ms: from the start of loading, and from the frame's `load`. */
const timeouts = { start: 10_000, loaded: 3_000 };

const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

const windowEvents = ['online', 'securitypolicyviolation'] as const;

export interface Widget extends BankWidget, Record<(typeof values)[number], string> {
  connectedCallback(): void;
}

/** The chats of the page, in whatever shadow tree. */
const chats = new Set<Widget>();
/** The one that occupies the corner of the window: the first one connected. */
let cornerChat: Widget | undefined;

/**
 * Gives an element its shadow tree and methods, and returns its lifecycle callbacks. LIFECYCLE.md defines its
 * states. Frames come from the origin `bank`.
 */
export function createWidget(host: Widget, bank: string) {
  const kind = host.localName.slice(5) as keyof ReturnType<typeof textsFor>;
  const isChat = !isTools && kind === 'chat';
  const [message, link, panel, launcher, retry, closer, shell, corner, container] = createElements(
    'p',
    'a',
    'dialog',
    'button',
    'button',
    'button',
    'div',
    'div',
    'div',
  );
  const root = host.attachShadow({ mode: 'open' });
  let frame: HTMLIFrameElement | undefined;
  let port: MessagePort | undefined;
  let timer: ReturnType<typeof setTimeout>;
  let wasConnected = false;
  let isOpen = false;
  let isFrameReady = false;
  let previousFocus: HTMLElement;
  let refusedTheme: string;
  let loadedFor: string;

  const language = () => host.locale || document.documentElement.lang;
  const send = (said: ToFrame) => port?.postMessage({ v: protocol, ...said });
  const look = () => ({ locale: language(), theme: host.theme });
  const dispatch = (name: string, detail = {}) =>
    host.dispatchEvent(new CustomEvent('bank-' + name, { detail, bubbles: true, composed: true }));
  const hasFocus = () => panel.contains(root.activeElement);
  const fragment = () => `${new URLSearchParams(values.map((name) => [name, host[name]]))}`;
  const sendValues = () => isTools && send({ type: 'values', fragment: fragment() });

  /** Reported once per theme, whether the launcher or the frame refuses it. */
  function refuseTheme() {
    if (refusedTheme !== host.theme) dispatch('error', { code: 'theme' });
    refusedTheme = host.theme;
  }

  /** Shows the state that the element is in, in the page's language of this moment. */
  function draw() {
    const words = textsFor(language);
    send({ type: 'look', ...look() });
    container.lang = words.lang;
    panel.ariaLabel = launcher.ariaLabel = words[kind];
    launcher.ariaExpanded = `${isOpen}`;
    if (!isChat) launcher.textContent = words[kind];
    message.textContent = frame ? words[kind] + '…' : words.failed;
    link.textContent = words.link;
    retry.textContent = words.retry;
    closer.textContent = words.close;
    link.hidden = retry.hidden = !!frame;
    shell.hidden = isFrameReady;
    if (applyTheme(container, host.theme)) refuseTheme();
  }

  function focus() {
    if (!isFrameReady) return closer.focus();
    frame!.focus();
    send({ type: 'shown' });
  }

  /** Draws, and moves the focus when its element is no longer shown. */
  function redraw() {
    draw();
    if (hasFocus()) focus();
  }

  function reveal() {
    draw();
    conceal();
    if (isChat) {
      panel.showPopover();
      focus();
      // Modal on a small screen, where the style sheet leaves no margin, and where the panel takes no focus
      // because a modal dialog of the page makes it inert.
      if (panel.offsetTop && hasFocus()) return;
      panel.hidePopover();
    }
    panel.showModal();
    focus();
  }

  /** Closes the dialog and the popover. */
  function conceal() {
    panel.close();
    panel.hidePopover();
  }

  function drop() {
    clearTimeout(timer);
    port?.close();
    frame?.remove();
    frame = undefined;
    isFrameReady = false;
  }

  function fail(code: BankErrorCode) {
    drop();
    redraw();
    dispatch('error', { code });
  }

  function expectReady(milliseconds: number) {
    clearTimeout(timer);
    isFrameReady = false;
    timer = setTimeout(() => fail(navigator.onLine ? 'timeout' : 'offline'), milliseconds);
  }

  function onWindowEvent({ blockedURI, disposition }: Partial<SecurityPolicyViolationEvent>) {
    if (!frame) {
      if (isOpen && !blockedURI) {
        load();
        redraw();
      }
    } else if (
      disposition === 'enforce' &&
      !isFrameReady &&
      // Of a frame that it blocks a browser reports the origin, or the address without its fragment; of another request of
      // the page to the bank that request's own address.
      [bank, ...frame.src.split('#')].includes(blockedURI!)
    )
      fail('csp');
  }

  function load() {
    for (const type of windowEvents) addEventListener(type, onWindowEvent);
    loadedFor = host.partner;
    frame = document.createElement('iframe');
    frame.title = panel.ariaLabel!;
    frame.referrerPolicy = 'no-referrer';
    frame.sandbox = sandbox;
    // Not the global `origin`, which a variable of the page may replace.
    frame.src =
      `${bank}/embed/frame/${kind}?partner=${loadedFor}&page=${location.origin}` +
      (isTools ? '#' + fragment() : '');
    frame.onload = () => {
      const channel = new MessageChannel();
      port?.close();
      port = channel.port1;
      port.onmessage = ({ data }) => receive(data as Versioned<ToPage>);
      frame!.contentWindow!.postMessage({ v: protocol, type: 'init', ...look() }, bank, [channel.port2]);
      expectReady(timeouts.loaded);
    };
    panel.append(frame);
    // Without a network nothing is waited for.
    expectReady(navigator.onLine ? timeouts.start : 0);
  }

  /** Ignores what only a newer frame sends. */
  function receive({ v, type, ...detail }: Versioned<ToPage>) {
    if (!supportedVersions.includes(v)) return;
    if (type === 'ready') {
      clearTimeout(timer);
      isFrameReady = true;
      // They may have changed while it loaded.
      sendValues();
      redraw();
    } else if (type === 'close') close();
    else if (type === 'theme') refuseTheme();
    else if ('code' in detail) fail(detail.code);
    else if (type === 'step' || type === 'complete') dispatch(type, detail);
  }

  function open() {
    if (isChat && cornerChat !== host) return cornerChat?.open();
    if (!host.isConnected) return;
    if (!isOpen) {
      for (
        let tree: DocumentOrShadowRoot | null = document;
        tree?.activeElement;
        tree = previousFocus.shadowRoot
      )
        previousFocus = tree.activeElement as HTMLElement;
      dispatch('open');
    }
    isOpen = true;
    // The frame's document is on its way while the panel is laid out.
    if (!frame) load();
    reveal();
  }

  function close() {
    if (!isOpen) return;
    const hadFocus = hasFocus();
    isOpen = false;
    conceal();
    draw();
    if (hadFocus) previousFocus.focus();
    dispatch('close');
  }

  function undo() {
    close();
    drop();
    for (const type of windowEvents) removeEventListener(type, onWindowEvent);
    if (cornerChat !== host) return;
    [cornerChat] = chats;
    cornerChat?.connectedCallback();
  }

  for (const name of attributes) {
    const set = (value?: string) => host.setAttribute(name, value ?? '');
    // Set before the element was defined.
    if (Object.hasOwn(host, name)) set(host[name]);
    Object.defineProperty(host, name, { get: () => host.getAttribute(name) ?? '', set });
  }
  shell.append(message, link, retry, closer);
  panel.append(shell);
  corner.append(launcher);
  container.append(panel, corner);
  root.adoptedStyleSheets = [sheet];
  root.append(container);
  link.href = `${bank}/embed/open/${kind}`;
  link.target = '_blank';
  launcher.onclick = () => (isOpen ? close() : open());
  retry.onclick = open;
  closer.onclick = panel.oncancel = close;
  container.onkeydown = (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  panel.popover = 'manual';
  if (isChat) corner.popover = 'manual';

  Object.assign(host, {
    open,
    close,
    destroy() {
      host.remove();
      undo();
    },
  });
  return {
    connect() {
      if (!wasConnected) queueMicrotask(() => dispatch('ready'));
      if (isChat) {
        chats.add(host);
        cornerChat ??= host;
        corner.togglePopover(cornerChat === host);
      }
      // Moving the element has reloaded its frame.
      if (frame) expectReady(timeouts.start);
      if (isOpen) reveal();
      draw();
      wasConnected = true;
    },
    disconnect() {
      // At once: of chats that leave together none takes over from another.
      chats.delete(host);
      // One that was moved or remounted is back within the task.
      setTimeout(() => host.isConnected || undo());
    },
    change() {
      // A frame belongs to the key, and to the application, that it was loaded for.
      if (loadedFor !== host.partner) {
        drop();
        onWindowEvent({});
      }
      if (wasConnected) draw();
      sendValues();
    },
  };
}
