import { type ReactNode, Suspense, useState } from 'react';
import type { User } from '@bank/contracts/users';
import { AppLayout } from '@bank/client/app-layout';
import { homePathOf } from '@bank/client/config';
import type { HostLayout } from '@bank/client/host-app';
import { belongsTo, useSession } from '@bank/client/session';
import { Badge } from '@bank/ui/badge';
import { Brand } from '@bank/ui/brand';
import { Button } from '@bank/ui/button';
import { LanguageSelector } from '@bank/ui/language-selector';
import { Cluster, Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
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
      {inside ? (
        <AppLayout identity={identity}>
          <WithRoles path={route?.path}>{children}</WithRoles>
        </AppLayout>
      ) : (
        <Door>{children}</Door>
      )}
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
      {user && !hasNoRole(user) && <PaletteButton />}
    </Stack>
  );
};

const identity = <StaffIdentity />;

/** The notice for an administrator without any permission. */
const hasNoRole = ({ staff_permissions: allowed }: User) => allowed?.read.length === 0;

/** The one place that needs no role: one's own settings. */
const ownSettings = `${homePathOf['back-office']}/settings`;

/**
 * The page, or what to do for who has no role. A page that is open when the last one is taken away stays, with what is typed
 * in it.
 */
function WithRoles({ path, children }: { path: string | undefined; children: ReactNode }) {
  const { t } = useBackOfficeTexts();
  const { user, retry } = useSession();
  const isClosed = user !== undefined && hasNoRole(user) && path !== ownSettings;
  const [opened, setOpened] = useState({ path, isClosed });
  if (opened.path !== path || (opened.isClosed && !isClosed)) setOpened({ path, isClosed });
  if (!isClosed || !opened.isClosed) return children;
  return (
    <Page>
      <PageHeading title={t('no_role.title')} lead={t('no_role.message')} />
      <Cluster>
        <Button icon="refresh-cw" onClick={retry}>
          {t('no_role.again')}
        </Button>
      </Cluster>
    </Page>
  );
}

const Door = ({ children }: { children: ReactNode }) => {
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
