import { Suspense } from 'react';
import { AppLayout } from '@bank/client/app-layout';
import type { HostLayout } from '@bank/client/host-app';
import { belongsTo, useSession } from '@bank/client/session';
import { Badge } from '@bank/ui/badge';
import { Brand } from '@bank/ui/brand';
import { LanguageSelector } from '@bank/ui/language-selector';
import { Stack } from '@bank/ui/layout';
import { ThemeSwitch } from '@bank/ui/theme-switch';
import styles from './back-office-layout.module.css';
import { PaletteButton } from './palette-button';
import { useBackOfficeTexts } from './texts';

/** Only staff see the sidebar; everyone else sees a notice. */
export const BackOfficeLayout: HostLayout = ({ route, children }) => {
  const { user } = useSession();
  const inside = route?.audience !== 'public' && belongsTo('administrator', user?.role);
  return (
    <Suspense>
      {inside ? <AppLayout identity={identity}>{children}</AppLayout> : <Door>{children}</Door>}
    </Suspense>
  );
};

const StaffIdentity = () => {
  const { t } = useBackOfficeTexts();
  const { user } = useSession();
  return (
    <Stack gap={4} align="start">
      <strong>
        {user?.first_name} {user?.last_name}
      </strong>
      <Badge tone="info">{t('identity.role')}</Badge>
      <PaletteButton />
    </Stack>
  );
};

const identity = <StaffIdentity />;

const Door = ({ children }: { children: React.ReactNode }) => {
  const { t } = useBackOfficeTexts();
  return (
    <div className={styles.door}>
      <header className={styles.header}>
        <Brand />
        <span className={styles.title}>{t('title')}</span>
        <div className={styles.tools}>
          <LanguageSelector />
          <ThemeSwitch compact />
        </div>
      </header>
      <main id="content">{children}</main>
    </div>
  );
};
