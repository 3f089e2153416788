import type { ComponentPropsWithRef } from 'react';
import type { StatusView } from '@bank/contracts/status-view';
import styles from './status-content.module.css';

/** The place of what is known of the bank's state. */
export const StatusFrame = (props: ComponentPropsWithRef<'div'>) => (
  <div {...props} className={styles.status} />
);

/** The words and days of a state. */
export function StatusContent({
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
