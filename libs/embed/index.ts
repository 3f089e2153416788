/** The types of the widgets, and the way to load them from a script. Nothing here touches the page until it is asked. */

/** What a page may set, as attributes or as properties. */
export interface WidgetAttributes {
  /** The publishable key. */
  partner: string;
  /** `fr` or `en`; without it the page's language. */
  locale?: string;
  /** `dark`, `auto` or nothing, then tokens: `dark;brand:#8f3623;radius:4px`. */
  theme?: string;
}

/** `<bank-chat>` and `<bank-signup>`, once they are defined. */
export interface BankWidget extends HTMLElement, Required<WidgetAttributes> {
  open(): void;
  close(): void;
  /** Leaves nothing behind, and removes the element. */
  destroy(): void;
}

/** What a page learns, by name; no event carries what a person typed, nor anything that opens an account. */
export interface BankEvents {
  'bank-ready': CustomEvent<Record<string, never>>;
  'bank-open': CustomEvent<Record<string, never>>;
  'bank-step': CustomEvent<{ step: 'conversation' | 'form' | 'sent' | 'done' }>;
  'bank-complete': CustomEvent<{ applicationId: string }>;
  'bank-error': CustomEvent<{ code: 'unavailable' | 'theme' }>;
}

declare global {
  interface HTMLElementTagNameMap {
    'bank-chat': BankWidget;
    'bank-signup': BankWidget;
  }
  interface HTMLElementEventMap extends BankEvents {}
  interface DocumentEventMap extends BankEvents {}
}

/** Which loader a page takes: the newest, or a version with its `integrity` (`/embed/versions.json` names both). */
export interface LoaderChoice {
  /** Where the bank's widgets come from, such as `https://embed.bank.example`. */
  origin: string;
  version?: string;
  integrity?: string;
}

/**
 * Loads the widgets, once for a page however often it is asked; resolves when the elements are defined. On a server it
 * does nothing. A failed load can be tried again.
 * @throws Error when the script could not be loaded.
 */
export async function loadBank({ origin, version = 'v1', integrity }: LoaderChoice): Promise<void> {
  if (typeof document === 'undefined' || customElements.get('bank-chat')) return;
  const src = `${origin}/embed/${version}/loader.js`;
  const known = [...document.scripts].find((script) => script.src === src);
  const script = known ?? document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    void customElements.whenDefined('bank-chat').then(() => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    });
  });
  if (!known) {
    if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' });
    script.async = true;
    script.src = src;
    document.head.append(script);
  }
  return loaded;
}
