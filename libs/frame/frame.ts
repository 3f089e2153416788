import { type FrameData, frameElement, type FrameWatcher, frameWatcher } from '@bank/contracts/embed-frame';
import type { Look, ToPage } from '@bank/contracts/embed-protocol';
import type { Language } from '@bank/contracts/language';
import { schemeOf } from '@bank/contracts/widget-scheme';
import { themeOf, themeProblems, themeTokens, type ThemeToken } from '@bank/contracts/widget-theme';
import { waitForPage } from './handshake';
import { replacePageValues } from './page-values';
import { watchErrors } from './watch-errors';

/** The frame's data for the components of a widget. */
export interface Frame {
  data: FrameData;
  send: (message: ToPage) => void;
  /** Registers a callback that takes the focus each time the widget is opened. */
  onShown: (take: () => void) => void;
}

interface Start {
  /** Never stored: the person has not chosen it. */
  setLanguage: (language: Language) => void;
  /** Renders the widget, which sends `ready` once it is visible. */
  show: (frame: Frame) => void;
}

/** Starts a frame, which shows nothing before the handshake with its partner's page (LIFECYCLE.md). */
export function startFrame({ setLanguage, show }: Start): void {
  const data = JSON.parse(document.getElementById(frameElement)!.textContent) as FrameData;
  // A server of the version before writes none into its documents.
  const watcher = (window as { [frameWatcher]?: FrameWatcher })[frameWatcher];
  if (watcher?.start() === false) return;
  watchErrors(data, watcher);
  // The frame was opened by its address.
  if (parent === window) return location.replace(`/embed/open/${data.widget}`);
  void waitForPage(data.page, data.mark).then(({ look, send, listen }) => {
    const applyAppearance = (wanted: Look) => {
      setLanguage(/^en\b/i.test(wanted.locale) ? 'en' : 'fr');
      if (applyTheme(data, wanted.theme)) send({ type: 'theme' });
    };
    let focusWidget = () => {};
    applyAppearance(look);
    listen((message) => {
      if (message.type === 'shown') focusWidget();
      else if (message.type === 'values') replacePageValues(message.fragment);
      else applyAppearance(message);
    });
    closeOnEscape(send);
    show({ data, send, onShown: (taker) => (focusWidget = taker) });
    // After the first render, which it would delay.
    setTimeout(() => countOpen(data));
  });
}

function closeOnEscape(send: Frame['send']) {
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) send({ type: 'close' });
  });
}

/** For the partner's figures. The person has nothing to gain from its success, nor to lose from its failure. */
function countOpen({ partner, widget, token, release }: FrameData) {
  const body = JSON.stringify({ partner, widget, token, release });
  const headers = { 'Content-Type': 'application/json' };
  fetch('/api/embed/opens', { method: 'POST', headers, body, credentials: 'omit' }).catch(() => {});
}

/** The properties of the design system that a token decides. */
const properties: Partial<Record<ThemeToken, string[]>> = {
  brand: ['--brand', '--brand-hover'],
  onBrand: ['--on-brand'],
  surface: ['--surface', '--paper'],
  ink: ['--ink'],
  muted: ['--muted'],
  line: ['--line'],
  danger: ['--danger'],
  radius: ['--radius-card'],
};

const darkDevice = matchMedia('(prefers-color-scheme: dark)');

/**
 * Applies the page's theme, or the partner's default where the page's would be unreadable. Colours apply in
 * the light scheme only. Returns whether the page's theme is refused.
 */
function applyTheme(data: FrameData, theme: string): boolean {
  const scheme = schemeOf(theme);
  const wanted = { ...data.theme, ...themeOf(theme) };
  const isRefused = themeProblems(wanted).length > 0;
  const applied = isRefused ? data.theme : wanted;
  const paint = () => {
    const isDark = scheme === 'dark' || (scheme !== 'light' && darkDevice.matches);
    const { dataset, style } = document.documentElement;
    dataset.theme = isDark ? 'dark' : 'light';
    for (const [token, names] of Object.entries(properties) as [ThemeToken, string[]][]) {
      const isBanks = applied[token] === themeTokens[token].otherwise;
      const value = isBanks || (isDark && token !== 'radius') ? '' : applied[token];
      names.forEach((name) => style.setProperty(name, value));
    }
  };
  paint();
  darkDevice.onchange = paint;
  return isRefused;
}
