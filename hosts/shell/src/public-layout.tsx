import { type ReactNode, useState } from 'react';
import type { PublishedNavEntry } from '@bank/contracts/remotes';
import { config, homePathOf } from '@bank/client/config';
import { useNavEntries } from '@bank/client/published';
import { Link } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { contentId, SkipLink } from '@bank/client/skip-link';
import { Slot } from '@bank/client/slot';
import { useLanguage } from '@bank/i18n/language';
import { Brand } from '@bank/ui/brand';
import { buttonClass } from '@bank/ui/button';
import { Icon } from '@bank/ui/icon';
import { LanguageSelector } from '@bank/ui/language-selector';
import { Stack } from '@bank/ui/layout';
import { MenuSheet } from '@bank/ui/menu-sheet';
import { ThemeSwitch } from '@bank/ui/theme-switch';
import styles from './public-layout.module.css';
import { useShellTexts } from './texts';

/**
 * The frame of the public pages: a header from the remotes' nav entries, and the footer. The assistant floats over them for
 * visitors; for a signed-in person it has its place in the header.
 */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { t } = useShellTexts();
  const isVisitor = useSession().state !== 'signed-in';
  return (
    <div className={styles.frame} data-visitor={isVisitor || undefined}>
      <SkipLink />
      <header className={styles.header}>
        <div className={styles.inner}>
          <Link to="/" className={styles.brand}>
            <Brand />
          </Link>
          <nav className={styles.links} aria-label={t('header.label')}>
            <Links />
          </nav>
          <div className={styles.tools}>
            <LanguageSelector />
            <div className={styles.account}>
              <Account />
            </div>
            {!isVisitor && (
              <div className={styles.assistant}>
                <Slot name="assistant" quiet />
              </div>
            )}
            <SmallMenu />
          </div>
        </div>
      </header>
      <main id={contentId} tabIndex={-1} className={styles.content}>
        {children}
      </main>
      <footer className={styles.footer}>
        <div className={styles.inner}>
          {/* Prerendered HTML has the year of its build. */}
          {/* oxlint-disable-next-line react/purity -- hydration keeps the text of the HTML */}
          <p suppressHydrationWarning>{t('footer.copyright', { year: new Date().getFullYear() })}</p>
          <p>{t('footer.license')}</p>
          <div className="needs-script">
            <ThemeSwitch compact />
          </div>
        </div>
      </footer>
    </div>
  );
}

function Links({ onChoose }: { onChoose?: () => void }) {
  return useNavEntries('public').map((entry) => (
    <EntryLink key={entry.path} entry={entry} className={styles.link} onChoose={onChoose} />
  ));
}

/** The last account entry is the page's main action; for a signed-in person it leads to their space. */
function Account({ wide = false, onChoose }: { wide?: boolean; onChoose?: () => void }) {
  const { t } = useShellTexts();
  const { state } = useSession();
  const entries = useNavEntries('account');
  if (state !== 'signed-out') {
    return (
      <Link to={homePathOf[config.site]} className={buttonClass({ size: 'small', wide })} onClick={onChoose}>
        {t('header.my_space')}
      </Link>
    );
  }
  return entries.map((entry, at) => (
    <EntryLink
      key={entry.path}
      entry={entry}
      className={buttonClass({
        size: 'small',
        wide,
        variant: at === entries.length - 1 ? 'primary' : 'secondary',
      })}
      onChoose={onChoose}
    />
  ));
}

interface EntryLinkProps {
  entry: PublishedNavEntry;
  className?: string;
  onChoose?: () => void;
}

function EntryLink({ entry, className, onChoose }: EntryLinkProps) {
  const language = useLanguage();
  return (
    <Link to={entry.path} className={className} onClick={onChoose}>
      {entry.label[language]}
    </Link>
  );
}

function SmallMenu() {
  const { t } = useShellTexts();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className={`${styles.small} needs-script`}>
      <button type="button" className={styles.menu} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="menu" />
        <span className={styles.word}>{t('header.menu')}</span>
      </button>
      <MenuSheet open={open} onClose={close} title={t('header.menu')}>
        <Stack as="nav" gap={8} aria-label={t('header.label')}>
          <Links onChoose={close} />
          <Account wide onChoose={close} />
        </Stack>
      </MenuSheet>
    </div>
  );
}
