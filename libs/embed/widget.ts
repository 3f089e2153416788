import { make, sheet } from './decoration';
import type { BankWidget } from './index';
import { lookOf } from './look';
import { parse, protocol, type ToFrame, type ToPage, toPage } from './protocol';
import { wordsIn } from './words';

/** A frame's answer comes within this, ms: from the start, and from its load. */
const patience = { start: 10_000, loaded: 3_000 };

const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/** Too small for a panel beside the page, as in the style sheet. */
const isSmallScreen = () => innerWidth < 640 || innerHeight < 560;

/** What the sign-up takes before its frame says how much, px. */
const firstHeight = 480;

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
  const launcher = make('button');
  const message = make('p');
  const elsewhere = make('a');
  const closer = make('button');
  const shell = make('div', 's', message, elsewhere, closer);
  const panel = make(isChat ? 'dialog' : 'section', '', shell) as HTMLDialogElement;
  const corner = make('div', 'c', launcher);
  const whole = make('div', '', panel);
  const root = host.attachShadow({ mode: 'open' });
  let frame: HTMLIFrameElement | undefined;
  let port: MessagePort | undefined;
  let clock: ReturnType<typeof setTimeout>;
  let isReady = false;
  let isOpen = false;
  let isUsable = false;
  let opener: HTMLElement;

  const language = () => host.locale || document.documentElement.lang;
  const say = (said: ToFrame) => port?.postMessage({ v: protocol, ...said });
  const look = () => ({ locale: language(), theme: host.theme });
  const tell = (name: string, detail = {}) =>
    host.dispatchEvent(new CustomEvent('bank-' + name, { detail, bubbles: true, composed: true }));
  const hasFocus = () => panel.contains(root.activeElement);

  function draw() {
    const words = wordsIn(language());
    const { scheme, tokens } = lookOf(host.theme);
    const hasFailed = isOpen && !frame;
    whole.className = tokens?.launcherSide ?? 'end';
    whole.style.cssText = 'color-scheme:' + scheme;
    for (const name in tokens) whole.style.setProperty('--' + name, tokens[name]!);
    panel.ariaLabel = launcher.ariaLabel = words[kind];
    launcher.ariaExpanded = `${isOpen}`;
    if (!isChat) launcher.textContent = words.signup;
    message.textContent = hasFailed ? words.failed : words[kind] + '…';
    elsewhere.textContent = words.link;
    elsewhere.href = `${origin}/embed/open/${kind}`;
    elsewhere.hidden = !hasFailed;
    closer.textContent = words.close;
    message.hidden = closer.hidden = !isOpen;
    launcher.hidden = isOpen && !isChat;
    shell.hidden = isOpen && isUsable;
    if (frame) frame.inert = !isUsable;
    return !tokens;
  }

  function focus() {
    if (!isUsable) return closer.focus();
    frame?.focus();
    say({ type: 'shown' });
  }

  function reveal() {
    if (!isChat) panel.style.height = `${firstHeight}px`;
    // Outside a modal dialog of the page everything is inert, but another modal one.
    else if (isSmallScreen() || document.querySelector('dialog:modal')) panel.showModal();
    else panel.togglePopover(true);
  }

  function conceal() {
    panel.style.height = '';
    if (!isChat) return;
    // Whichever way it was opened.
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

  function wait(milliseconds: number) {
    clearTimeout(clock);
    isUsable = false;
    clock = setTimeout(() => {
      drop();
      draw();
      tell('error', { code: 'unavailable' });
    }, milliseconds);
  }

  function load() {
    const loading = (frame = make('iframe'));
    loading.title = panel.ariaLabel!;
    loading.referrerPolicy = 'no-referrer';
    loading.sandbox = sandbox;
    loading.src = `${origin}/embed/frame/${kind}?partner=${host.partner}&page=${location.origin}`;
    loading.onload = () => {
      const { port1, port2 } = new MessageChannel();
      port?.close();
      port = port1;
      port.onmessage = ({ data }) => hear(parse<ToPage>(toPage, data));
      loading.contentWindow!.postMessage({ v: protocol, type: 'init', ...look() }, origin, [port2]);
      wait(patience.loaded);
    };
    panel.append(loading);
    wait(patience.start);
  }

  function hear(heard: ReturnType<typeof parse<ToPage>>) {
    if (!heard) return;
    const { v: _, type, ...detail } = heard;
    if (type === 'ready') {
      clearTimeout(clock);
      isUsable = true;
      draw();
      if (hasFocus()) focus();
    } else if (type === 'close') close();
    else if ('height' in detail) panel.style.height = detail.height + 'px';
    else tell(type, detail);
  }

  function open() {
    if (isChat && first !== host) return first?.open();
    if (isOpen || !host.isConnected) return;
    const active = document.activeElement as HTMLElement;
    opener = active === host ? launcher : active;
    isOpen = true;
    // The frame's document is on its way while the panel is laid out.
    if (!frame) load();
    reveal();
    draw();
    tell('open');
    focus();
  }

  function close() {
    if (!isOpen) return;
    const givesBack = hasFocus();
    isOpen = false;
    conceal();
    draw();
    if (givesBack) opener.focus();
  }

  function undo() {
    close();
    drop();
    if (first !== host) return;
    first = undefined;
    document.querySelector<Widget>('bank-chat')?.connectedCallback();
  }

  function connect() {
    if (!isReady) queueMicrotask(() => tell('ready'));
    isReady = true;
    if (isChat) {
      first ??= host;
      corner.togglePopover(first === host);
    }
    // Whatever brought the element here reloads its frame.
    if (frame) wait(patience.start);
    if (isOpen) {
      conceal();
      reveal();
    }
    draw();
  }

  root.adoptedStyleSheets = [sheet];
  root.append(whole);
  elsewhere.target = '_blank';
  launcher.onclick = () => (isOpen ? close() : open());
  closer.onclick = close;
  panel.oncancel = close;
  whole.onkeydown = (event) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    close();
  };
  if (isChat) {
    corner.popover = panel.popover = 'manual';
    whole.append(corner);
  } else shell.append(launcher);

  const destroy = () => {
    host.remove();
    undo();
  };
  Object.assign(host, { open, close, destroy });
  return {
    connect,
    // One that was moved or remounted is back within the task.
    disconnect: () => setTimeout(() => host.isConnected || undo()),
    change(name: string) {
      if (draw() && name === 'theme') tell('error', { code: 'theme' });
      say({ type: 'look', ...look() });
    },
  };
}
