import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLanguage } from '@bank/i18n/language';
import type { PublishedNavEntry } from '@bank/contracts/remotes';
import { Brand } from '@bank/ui/brand';
import { Icon } from '@bank/ui/icon';
import { LanguageSelector } from '@bank/ui/language-selector';
import { MenuSheet } from '@bank/ui/menu-sheet';
import { ThemeSwitch } from '@bank/ui/theme-switch';
import styles from './app-layout.module.css';
import { config, homePathOf } from '../http/config';
import { routeAt, useNavEntries } from '../remotes/published';
import { Link, useNavigate, usePathname } from '../hooks/router';
import { useSession } from '../session/session';
import { keepFocus } from './kept-focus';
import { contentId, SkipLink } from './skip-link';
import { Slot } from '../remotes/slot';
import { useClientTexts } from '../locales/texts';

/** The places that a phone's bottom bar shows beside 'Plus' where no remote names its own (design.md, Layout). */
const bottomPlaces = 4;

interface WithIdentity {
  /** The same element at each rendering: what is around the page stays as it is when the page changes. */
  identity: ReactNode;
}

/** The frame of everything behind a sign-in: a sidebar on wide screens, a bottom bar on narrow ones. */
export function AppLayout({ identity, children }: WithIdentity & { children: ReactNode }) {
  const content = useRef<HTMLElement>(null);
  useEffect(() => (content.current ? keepFocus(content.current) : undefined), []);
  return (
    <div className={styles.frame}>
      <SkipLink />
      <Sidebar identity={identity} />
      <TopBar />
      <main ref={content} id={contentId} tabIndex={-1} className={styles.content}>
        {children}
      </main>
      <BottomBar identity={identity} />
    </div>
  );
}

const Sidebar = memo(function Sidebar({ identity }: WithIdentity) {
  const { t } = useClientTexts();
  return (
    <aside className={styles.sidebar} aria-label={t('nav.sidebar')}>
      <Link to={homePathOf[config.site]} className={styles.brand}>
        <Brand />
      </Link>
      <div className={styles.identity}>{identity}</div>
      <Navigation />
      <div className={styles.tools}>
        <Slot name="assistant" quiet />
        <LanguageSelector />
        <ThemeSwitch compact />
      </div>
    </aside>
  );
});

const TopBar = memo(function TopBar() {
  return (
    <header className={styles.bar}>
      <Link to={homePathOf[config.site]}>
        <Brand compact />
      </Link>
      <div className={styles.barTools}>
        {/* Before the languages: arriving late, it moves nothing. */}
        <Slot name="assistant" quiet />
        <LanguageSelector />
      </div>
    </header>
  );
});

function Navigation({ onChoose }: { onChoose?: () => void }) {
  const { t } = useClientTexts();
  const main = useNavEntries('main');
  const second = useNavEntries('second');
  return (
    <>
      <nav aria-label={t('nav.label')}>
        <NavList entries={main} onChoose={onChoose} />
      </nav>
      {second.length > 0 && (
        <nav aria-label={t('nav.second')} className={styles.second}>
          <NavList entries={second} onChoose={onChoose} />
        </nav>
      )}
      <SignOutButton />
    </>
  );
}

function NavList({ entries, onChoose }: { entries: PublishedNavEntry[]; onChoose?: () => void }) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.path}>
          <Entry entry={entry} className={styles.entry} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

function Entry({
  entry,
  className,
  onChoose,
}: {
  entry: PublishedNavEntry;
  className?: string;
  onChoose?: () => void;
}) {
  const language = useLanguage();
  // An alias such as /kyc opens the same screen; a detail page belongs to its list's entry.
  const current = usePathname((pathname) => {
    const path = routeAt(pathname)?.path;
    return path === entry.path || path?.startsWith(`${entry.path}/:`) === true;
  });
  return (
    <Link
      to={entry.path}
      className={className}
      aria-current={current ? 'page' : undefined}
      onClick={onChoose}
    >
      <Icon name={entry.icon} />
      <span>{entry.label[language]}</span>
      <Note of={entry} />
    </Link>
  );
}

/**
 * What a remote adds to a nav entry, such as a count: a component in the slot `nav:` plus the entry's path.
 */
const Note = ({ of: { path } }: { of: PublishedNavEntry }) => (
  <span className={styles.note}>
    <Slot name={`nav:${path}`} quiet />
  </span>
);

function SignOutButton() {
  const { t } = useClientTexts();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    // Runs after the guard of the page that was left, which redirects to the sign-in page with a return
    // address.
    await navigate('/login', { replace: true });
  };
  return (
    <button type="button" className={styles.entry} onClick={() => void leave()}>
      <Icon name="log-out" />
      <span>{t('nav.sign_out')}</span>
    </button>
  );
}

const BottomBar = memo(function BottomBar({ identity }: WithIdentity) {
  const { t } = useClientTexts();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const entries = useNavEntries('main');
  const bar = useNavEntries('bar');
  const places = bar.length > 0 ? bar : entries.slice(0, bottomPlaces);
  const behind = entries.filter(({ path }) => places.every((place) => place.path !== path));
  return (
    <div className={styles.bottom}>
      <nav aria-label={t('nav.label')}>
        {places.map((entry) => (
          <Entry key={entry.path} entry={entry} className={styles.place} />
        ))}
        <button type="button" className={styles.place} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="menu" />
          <span>{t('nav.more')}</span>
          {behind.map((entry) => (
            <Note key={entry.path} of={entry} />
          ))}
        </button>
      </nav>
      <MenuSheet open={open} onClose={close} title={t('nav.more')}>
        <div className={styles.identity}>{identity}</div>
        <Navigation onChoose={close} />
        <ThemeSwitch />
      </MenuSheet>
    </div>
  );
});
