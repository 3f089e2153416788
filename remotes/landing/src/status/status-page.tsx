import { statusElement } from '@bank/contracts/routes';
import { type KnownStatus, statusView, type StatusView } from '@bank/contracts/status-view';
import { useLanguage } from '@bank/i18n/language';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useStatus } from './status.api';
import styles from './status-page.module.css';
import { useStatusTexts } from './texts';

/** What the server wrote into the document, read before the page is drawn over it. */
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
      <div className={styles.status} id={statusElement} data-status="">
        {known ? <Content view={statusView(known, language)} /> : <p>{t('reading')}</p>}
      </div>
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

function Content({
  view: { state, headline, note, headings, none, parts, open, past },
}: {
  view: StatusView;
}) {
  return (
    <>
      <div data-headline={state} role="status">
        <p>{headline}</p>
        <p>{note}</p>
      </div>
      {parts.length > 0 && (
        <>
          <section>
            <h2>{headings.parts}</h2>
            <ul data-parts="">
              {parts.map((part) => (
                <Part key={part.name} part={part} />
              ))}
            </ul>
          </section>
          <section>
            <h2>{headings.open}</h2>
            <Incidents incidents={open} none={none.open} />
          </section>
          <section>
            <h2>{headings.past}</h2>
            <Incidents incidents={past} none={none.past} />
          </section>
        </>
      )}
    </>
  );
}

function Part({ part: { name, state, stateText, days, strip } }: { part: StatusView['parts'][number] }) {
  return (
    <li data-state={state}>
      <p>
        <span>{name}</span> <strong>{stateText}</strong>
      </p>
      {strip.length > 0 && (
        <p aria-hidden="true" data-strip="">
          {strip.map((day, at) => (
            <i key={at} data-day={day} />
          ))}
        </p>
      )}
      {days && <p>{days}</p>}
    </li>
  );
}

function Incidents({ incidents, none }: { incidents: StatusView['open']; none: string }) {
  if (incidents.length === 0) return <p>{none}</p>;
  return incidents.map(({ id, title, facts, lines }) => (
    <article key={id}>
      <h3>{title}</h3>
      <p>{facts}</p>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ at, when, text }) => (
            <li key={`${at} ${text}`}>
              <time dateTime={at}>{when}</time> <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </article>
  ));
}
