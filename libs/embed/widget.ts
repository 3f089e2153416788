import { bubble, make, sheet } from './decoration';
import { lookOf } from './look';
import { longest, parse, protocol, type ToFrame, type ToPage, toPage } from './protocol';
import { wordsIn } from './words';

/** A frame's answer comes within this, ms: from the start, and from its load. */
const patience = { start: 10_000, loaded: 3_000 };

const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/** Too small for a panel beside the page, as in the style sheet. */
const smallScreen = '(width<640px) or (height<560px)';

/** What the sign-up takes before its frame says how much, px. */
const firstHeight = 480;

/** What a page may ask of a widget, and what the browser tells it. */
export interface Widget extends HTMLElement {
  open?(): void;
  close?(): void;
  destroy?(): void;
  connectedCallback(): void;
}

/** The chats in the page, oldest first: they share one corner, which the first one has. */
const chats: Widget[] = [];

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
  let isOpen = false;
  let isUsable = false;
  let isAnnounced = false;
  let opener: HTMLElement;

  const attribute = (name: string) => (host.getAttribute(name) ?? '').slice(0, longest);
  const language = () =>
    attribute('locale') || (host.closest<HTMLElement>('[lang]') ?? document.documentElement).lang;
  const say = (said: ToFrame) => port?.postMessage({ v: protocol, ...said });
  const look = () => ({ locale: language(), theme: attribute('theme') });
  const tell = (name: string, detail = {}) =>
    host.dispatchEvent(new CustomEvent('bank-' + name, { detail, bubbles: true, composed: true }));
  const hasFocus = () => panel.contains(root.activeElement);

  function draw() {
    const words = wordsIn(language());
    const wanted = lookOf(attribute('theme'));
    const hasFailed = isOpen && !frame;
    whole.className = wanted?.tokens.launcherSide ?? 'end';
    whole.style.cssText = '';
    whole.style.colorScheme = wanted?.scheme ?? 'light';
    for (const name in wanted?.tokens) whole.style.setProperty('--' + name, wanted.tokens[name]!);
    panel.ariaLabel = launcher.ariaLabel = words[kind];
    launcher.ariaExpanded = `${isOpen}`;
    if (!isChat) launcher.textContent = words.signup;
    message.textContent = hasFailed ? words.failed : words[kind] + '…';
    elsewhere.textContent = words.elsewhere;
    elsewhere.href = `${origin}/embed/open/${kind}`;
    elsewhere.hidden = !hasFailed;
    closer.textContent = words.close;
    message.hidden = closer.hidden = !isOpen;
    launcher.hidden = isOpen && !isChat;
    shell.hidden = isOpen && isUsable;
    if (frame) frame.className = shell.hidden ? 'f' : '';
    return wanted;
  }

  function focus() {
    if (!isUsable) return closer.focus();
    frame?.focus();
    say({ type: 'shown' });
  }

  function reveal() {
    if (!isChat) panel.style.height = `${firstHeight}px`;
    // Outside a modal dialog of the page everything is inert, but another modal one.
    else if (matchMedia(smallScreen).matches || document.querySelector('dialog:modal')) panel.showModal();
    else panel.togglePopover(true);
  }

  function conceal() {
    panel.style.height = '';
    if (panel.open) panel.close();
    else if (isChat) panel.hidePopover();
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
    loading.title = wordsIn(language())[kind];
    loading.referrerPolicy = 'no-referrer';
    loading.setAttribute('sandbox', sandbox);
    loading.src = `${origin}/embed/frame/${kind}?partner=${encodeURIComponent(attribute('partner'))}`;
    loading.onload = () => {
      const { port1, port2 } = new MessageChannel();
      port?.close();
      port = port1;
      port.onmessage = ({ data }) => hear(parse<ToPage>(toPage, data));
      loading.contentWindow?.postMessage({ v: protocol, type: 'init', ...look() }, origin, [port2]);
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
    else if ('height' in detail) panel.style.height = `${detail.height}px`;
    else tell(type, detail);
  }

  function open() {
    if (isChat && chats[0] !== host) return chats[0]?.open?.();
    if (isOpen || !host.isConnected) return;
    const active = document.activeElement as HTMLElement;
    opener = active === host ? launcher : active;
    isOpen = true;
    reveal();
    if (!frame) load();
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
    const at = chats.indexOf(host);
    if (at >= 0) chats.splice(at, 1);
    chats[0]?.connectedCallback();
  }

  function connect() {
    if (isChat) {
      if (!chats.includes(host)) chats.push(host);
      corner.togglePopover(chats[0] === host);
    }
    if (frame && !frame.contentWindow) wait(patience.start);
    if (isOpen) {
      conceal();
      reveal();
    }
    const wanted = draw();
    queueMicrotask(() => {
      if (isAnnounced) return;
      isAnnounced = true;
      tell('ready');
      if (!wanted) tell('error', { code: 'theme' });
    });
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
    launcher.append(bubble());
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
    change() {
      draw();
      say({ type: 'look', ...look() });
    },
  };
}
