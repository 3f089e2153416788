import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useReworded } from '@bank/i18n/texts';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../theme/class-names';
import { Icon } from '../theme/icon';
import { useHydrated } from '../theme/use-hydrated';
import { onTopModal, topModal } from '../overlays/modals';
import styles from './toast.module.css';
import { toneIcon, type Tone } from './tone';
import { VisuallyHidden } from '../layout/visually-hidden';

export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface ToastMessage {
  type: ToastType;
  message: string;
  /** Milliseconds on the screen; the specification's duration for the type by default. */
  duration?: number;
}

/** How long a message stays, and fades, in milliseconds (specification 1, section 9). */
const toastDurations: Record<ToastType, number> = {
  success: 5000,
  info: 5000,
  warning: 6000,
  error: 7000,
};
const toastFade = 300;

const tones: Record<ToastType, Tone> = {
  success: 'success',
  info: 'info',
  warning: 'warning',
  error: 'danger',
};

interface Toasts {
  /** Shows a message and returns its id. */
  show: (message: ToastMessage) => number;
  dismiss: (id: number) => void;
}

interface Shown extends ToastMessage {
  id: number;
}

const ToastContext = createContext<Toasts | null>(null);

/** A repeated message replaces the earlier one. */
const saysTheSame = (shown: ToastMessage, { type, message }: ToastMessage) =>
  shown.type === type && shown.message === message;

/** Shows short messages that leave by themselves. Needs a `ToastProvider` above. */
export function useToast(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToast needs a ToastProvider above it');
  return toasts;
}

/** Holds the page's messages, above everything below it. Once per host. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([]);
  const lastId = useRef(0);
  const dismiss = useCallback((id: number) => setShown((all) => all.filter((toast) => toast.id !== id)), []);
  const show = useCallback((message: ToastMessage) => {
    const id = ++lastId.current;
    setShown((all) => [...all.filter((toast) => !saysTheSame(toast, message)), { ...message, id }]);
    return id;
  }, []);
  const toasts = useMemo(() => ({ show, dismiss }), [show, dismiss]);
  const region = useRegion();
  // React takes over no HTML with a portal in it.
  const isHydrated = useHydrated();
  return (
    <ToastContext value={toasts}>
      {children}
      {isHydrated &&
        createPortal(
          shown.map((toast) => <Toast key={toast.id} toast={toast} onGone={dismiss} />),
          region,
        )}
    </ToastContext>
  );
}

/**
 * The live region, painted above every dialog, and inside the uppermost one: outside it nothing can be read or
 * clicked. One element moves, so that a message lives on when its dialog closes.
 */
function useRegion(): HTMLElement {
  const [region] = useState(newRegion);
  useLayoutEffect(() => {
    const place = () => {
      (topModal() ?? document.body).append(region);
      region.showPopover();
    };
    place();
    const stop = onTopModal(place);
    return () => {
      stop();
      region.remove();
    };
  }, [region]);
  return region;
}

/** Always in the page: a live region that arrives together with its message is often not read. */
function newRegion() {
  const region = document.createElement('div');
  region.className = styles.region ?? '';
  region.popover = 'manual';
  region.setAttribute('aria-live', 'polite');
  return region;
}

function Toast({ toast, onGone }: { toast: Shown; onGone: (id: number) => void }) {
  const { t } = useSharedTexts();
  const message = useReworded(toast.message);
  const [leaving, setLeaving] = useState(false);
  const hold = useCountdown(toast.duration ?? toastDurations[toast.type], () => setLeaving(true));
  const cameFrom = useRef<HTMLElement>(null);
  const close = () => {
    setLeaving(true);
    cameFrom.current?.focus();
  };
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => onGone(toast.id), toastFade);
    return () => clearTimeout(timer);
  }, [leaving, onGone, toast.id]);
  const tone = tones[toast.type];
  return (
    <div
      className={classNames(styles.toast, styles[tone], leaving && styles.leaving)}
      role={toast.type === 'error' ? 'alert' : undefined}
      {...hold}
    >
      <Icon name={toneIcon[tone]} />
      <VisuallyHidden>{t(`tone.${tone}`)} </VisuallyHidden>
      <p className={styles.message}>{message}</p>
      <button
        type="button"
        className={styles.close}
        aria-label={t('action.close')}
        onFocus={({ relatedTarget }) => (cameFrom.current = relatedTarget as HTMLElement | null)}
        onClick={close}
      >
        <Icon name="x" size={16} />
      </button>
    </div>
  );
}

/** A one-shot countdown that pauses while the pointer or the focus is on the element with these handlers. */
function useCountdown(duration: number, onEnd: () => void) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const held = isHovered || isFocused;
  const left = useRef(duration);
  const end = useRef(onEnd);
  useEffect(() => {
    if (held) return;
    const since = Date.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [held]);
  return {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
