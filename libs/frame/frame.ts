import { type FrameData, frameElement } from '@bank/contracts/embed-frame';
import type { Look, ToPage } from '@bank/contracts/embed-protocol';
import type { Language } from '@bank/contracts/language';
import { schemeOf } from '@bank/contracts/widget-scheme';
import { themeOf, themeProblems, themeTokens, type ThemeToken } from '@bank/contracts/widget-theme';
import { awaitPage } from './handshake';

/** What a widget's components know of where they stand. */
export interface Frame {
  data: FrameData;
  say: (message: ToPage) => void;
  /** Calls back each time the person opens the widget, when it should take the focus. */
  onShown: (take: () => void) => void;
}

interface Start {
  /** Has the components speak a language. Never stored: nobody has chosen it. */
  speak: (language: Language) => void;
  /** Renders the widget, which says `ready` when there is something to see. */
  show: (frame: Frame) => void;
}

/** Starts a frame: it shows nothing until a page of its partner has made itself known. LIFECYCLE.md tells the rest. */
export function startFrame({ speak, show }: Start): void {
  const data = JSON.parse(document.getElementById(frameElement)!.textContent) as FrameData;
  // Somebody opened the frame by its address.
  if (window.parent === window) return location.replace(`/embed/open/${data.widget}`);
  void awaitPage(data.page).then(({ look, say, listen }) => {
    const wear = (wanted: Look) => {
      speak(/^en\b/i.test(wanted.locale) ? 'en' : 'fr');
      if (dress(data, wanted.theme)) say({ type: 'theme' });
    };
    let take = () => {};
    wear(look);
    listen((message) => {
      if (message.type === 'shown') take();
      else wear(message);
    });
    closeOnEscape(say);
    countOpen(data);
    show({ data, say, onShown: (taker) => (take = taker) });
  });
}

function closeOnEscape(say: Frame['say']) {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) say({ type: 'close' });
  });
}

/** For the partner's figures. The person has nothing to gain from its success, nor to lose from its failure. */
function countOpen({ partner, widget, token }: FrameData) {
  const body = JSON.stringify({ partner, widget, token });
  const headers = { 'Content-Type': 'application/json' };
  fetch('/api/embed/opens', { method: 'POST', headers, body, credentials: 'omit' }).catch(() => undefined);
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
 * Shows the frame in the page's theme, else in the partner's own, where its texts can be read. The colours are those of
 * the light scheme; the dark one has the bank's. Answers whether the page's theme is refused.
 */
function dress(data: FrameData, theme: string): boolean {
  const scheme = schemeOf(theme);
  const wanted = { ...data.theme, ...themeOf(theme) };
  const isRefused = themeProblems(wanted).length > 0;
  const worn = isRefused ? data.theme : wanted;
  const paint = () => {
    const isDark = scheme === 'dark' || (scheme !== 'light' && darkDevice.matches);
    const { dataset, style } = document.documentElement;
    dataset.theme = isDark ? 'dark' : 'light';
    for (const [token, names] of Object.entries(properties) as [ThemeToken, string[]][]) {
      const isBanks = worn[token] === themeTokens[token].otherwise;
      const value = isBanks || (isDark && token !== 'radius') ? '' : worn[token];
      names.forEach((name) => style.setProperty(name, value));
    }
  };
  paint();
  darkDevice.onchange = paint;
  return isRefused;
}
