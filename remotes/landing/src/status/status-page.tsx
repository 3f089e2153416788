import { statusElement } from '@bank/contracts/routes';
import { type KnownStatus, statusView } from '@bank/contracts/status-view';
import { useLanguage } from '@bank/i18n/language';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useStatus } from './status.api';
import { StatusContent, StatusFrame } from './status-content';
import { useStatusTexts } from './texts';

/** The state that the server wrote into the document, read before the page is drawn over it. */
const written = knownIn(document.getElementById(statusElement)?.dataset.status);

/**
 * The bank's public state. The server fills the prerendered page with the same elements and words
 * (`bff/src/front/remotes/live-status.ts`), so that it is read without a script; the script keeps it up to date.
 */
export function StatusPage() {
  const { t } = useStatusTexts();
  const language = useLanguage();
  const known = useKnownStatus();
  return (
    <Page layout="open">
      <PageHeading title={t('title')} lead={t('lead')} />
      <StatusFrame id={statusElement} data-status="">
        {known ? <StatusContent view={statusView(known, language)} /> : <p>{t('reading')}</p>}
      </StatusFrame>
    </Page>
  );
}

/** Undefined until something is known. When a reading fails, what was known before stays beside that fact. */
function useKnownStatus(): KnownStatus | undefined {
  const query = useStatus(written?.status ?? undefined);
  const status = query.data ?? null;
  if (query.isError) return { status, lost: { since: status?.at ?? written?.lost?.since ?? null } };
  return status ? { status } : written;
}

function knownIn(text: string | undefined): KnownStatus | undefined {
  return text ? (JSON.parse(text) as KnownStatus) : undefined;
}
