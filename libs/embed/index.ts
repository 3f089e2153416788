/** The types of the widgets and their loader. Importing it has no effect on the page. */

/** What a page may set, as attributes or as properties. */
export interface WidgetAttributes {
  partner: string;
  /** `fr` or `en`; without it the page's language. */
  locale?: string | undefined;
  /** `dark`, `auto` or nothing, then tokens: `dark;brand:#8f3623;radius:4px`. */
  theme?: string | undefined;
  /** `none` hides the widget's own button, for a page that opens it by `open()`. */
  launcher?: 'none' | undefined;
}

/** `<bank-exchange>`; what the page sets is where the calculator begins. */
export interface ExchangeAttributes extends WidgetAttributes {
  /** A decimal such as `250.00`. */
  amount?: string | undefined;
  /** Codes of ISO 4217; without them, euros into US dollars. */
  from?: string | undefined;
  to?: string | undefined;
}

/** `<bank-pay>`: what the person is asked to pay, in euros, by a SEPA transfer that they approve at the bank. */
export interface PayAttributes extends WidgetAttributes {
  /** The name of the account's holder, which the bank verifies. */
  payee: string;
  iban: string;
  /** A decimal such as `612.40`. */
  amount: string;
  /** What the payee knows the payment by, at most 140 characters. */
  reference?: string | undefined;
}

/** `<bank-application-status>`. */
export interface ApplicationStatusAttributes extends WidgetAttributes {
  /** The `applicationId` of `bank-complete`. Anyone with it sees the state of the application on your pages. */
  application: string;
}

/** Any of the elements, once it is defined. */
export interface BankWidget extends HTMLElement {
  partner: string;
  locale: string;
  theme: string;
  /** Opens it, or brings it to the front; after a failure it tries again. */
  open(): void;
  close(): void;
  /** Leaves nothing behind, and removes the element. */
  destroy(): void;
}

/**
 * Why a widget is not shown: the page's origin is not on the bank's list (`origin`), the key is unknown (`key`), what the page
 * asks to be paid or shown is not valid (`value`), the page's policy forbids it (`csp`), there is no network (`offline`), no
 * response in time (`timeout`), or its script failed otherwise (`unavailable`). With `theme` it is shown in the partner's
 * default colours.
 */
export type BankErrorCode =
  | 'origin'
  | 'key'
  | 'value'
  | 'csp'
  | 'offline'
  | 'timeout'
  | 'unavailable'
  | 'theme';

/**
 * What a page learns, by name; no event carries what a person typed, nor anything that opens an account. `test` is set with a key
 * `pk_test_…`.
 */
export interface BankEvents {
  'bank-ready': CustomEvent<Record<string, never>>;
  'bank-open': CustomEvent<Record<string, never>>;
  'bank-close': CustomEvent<Record<string, never>>;
  'bank-step': CustomEvent<{ step: 'conversation' | 'form' | 'sent' | 'done'; test?: true }>;
  /**
   * An application was sent (`<bank-signup>`) or its state shown (`<bank-application-status>`), each with its id; or the
   * person went on to the bank (`<bank-exchange>`, `<bank-pay>`). Whether they then pay, the page does not learn.
   * Keep `<bank-signup>` in the page: its frame still shows the last step, which continues at the bank.
   */
  'bank-complete': CustomEvent<{ applicationId?: string; test?: true }>;
  'bank-error': CustomEvent<{ code: BankErrorCode }>;
}

declare global {
  interface HTMLElementTagNameMap {
    'bank-chat': BankWidget;
    'bank-signup': BankWidget;
    'bank-exchange': BankWidget;
    'bank-pay': BankWidget;
    'bank-application-status': BankWidget;
  }
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it merges with the browser's own
  interface GlobalEventHandlersEventMap extends BankEvents {}
}

/** The loader to use: the newest, or a version with its `integrity` (`/embed/versions.json` lists both). */
export interface LoaderChoice {
  /** The origin of the bank's widgets, such as `https://embed.bank.example`. */
  origin: string;
  /** `tools.js`, with the exchange calculator, the payment button and the state of an application; else chat and sign-up. */
  tools?: boolean | undefined;
  version?: string | undefined;
  /** W3C SRI. Where a page enforces Trusted Types it needs the policy `bank-embed`. */
  integrity?: string | undefined;
  /** Of the page's policy; without it, that of the page's own scripts. */
  nonce?: string | undefined;
}

/** What `loadBank` rejects with. */
export class BankLoadError extends Error {
  override name = 'BankLoadError';

  constructor(
    readonly code: BankErrorCode,
    source: string,
  ) {
    super(`${source} could not be loaded (${code})`);
  }
}

/** Timeout of the script, ms. */
const patience = 15_000;

/** How long after the failure the browser reports a policy violation, ms. */
const violationDelay = 50;

const loads = new Map<string, Promise<void>>();
let attempts = 0;

/**
 * Loads the widgets, once per page; resolves when the elements are defined. Does nothing on a server. A
 * failed load, this function's or a script tag's, can be retried.
 * @throws BankLoadError when the script could not be loaded; its `code` is the reason.
 */
export async function loadBank(choice: LoaderChoice): Promise<void> {
  const [element, file] = choice.tools ? ['bank-pay', 'tools'] : ['bank-chat', 'loader'];
  if (typeof document === 'undefined' || customElements.get(element)) return;
  const source = `${choice.origin}/embed/${choice.version ?? 'v1'}/${file}.js`;
  const load = loads.get(source) ?? loadOnce(source, choice).finally(() => loads.delete(source));
  loads.set(source, load);
  await load;
}

function loadOnce(source: string, choice: LoaderChoice): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const timer = setTimeout(() => fail('timeout'), patience);
    function fail(code: BankErrorCode) {
      settle();
      reject(new BankLoadError(code, source));
    }
    function settle() {
      clearTimeout(timer);
      done.abort();
    }
    const onViolation = ({ blockedURI, disposition }: SecurityPolicyViolationEvent) => {
      if (disposition === 'enforce' && blockedURI.startsWith(choice.origin)) fail('csp');
    };
    document.addEventListener('securitypolicyviolation', onViolation, { signal: done.signal });
    const script = choice.integrity === undefined ? importScript(source) : insertScript(source, choice);
    script.then(
      () => {
        settle();
        resolve();
      },
      (error) => {
        // Trusted Types throw; violations of source policies are reported by the event above.
        if (error instanceof TypeError && choice.integrity !== undefined) fail('csp');
        else setTimeout(() => fail(navigator.onLine ? 'unavailable' : 'offline'), violationDelay);
      },
    );
  });
}

/**
 * An import has the nonce of the importing script and is no sink of Trusted Types. Browsers cache a failed
 * import: the fragment, which is not sent, makes the next one different.
 */
async function importScript(source: string): Promise<void> {
  attempts += 1;
  await import(/* webpackIgnore: true */ /* @vite-ignore */ `${source}#${attempts}`);
}

/** What an import cannot: a script with an integrity. */
async function insertScript(source: string, { integrity, nonce }: LoaderChoice): Promise<void> {
  const script = document.createElement('script');
  script.async = true;
  script.crossOrigin = 'anonymous';
  script.integrity = integrity ?? '';
  script.nonce = nonce ?? document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? '';
  script.src = trusted(source);
  try {
    await new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = () => reject(new Error(source));
      document.head.append(script);
    });
  } finally {
    script.remove();
  }
}

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

let policy: ScriptUrlPolicy | undefined;

/**
 * The URL as required by the page's Trusted Types; unchanged where they are not enforced or lack the policy.
 */
function trusted(source: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  try {
    policy ??= trustedTypes?.createPolicy('bank-embed', { createScriptURL: (url) => url });
  } catch {
    return source;
  }
  return policy?.createScriptURL(source) ?? source;
}
