import { z } from 'zod';
import { browserStates } from '../push/browser-states';
import type { Browser, PushedMessage } from '../push/browsers';
import { Choice, type FormContext, Post } from './fields';
import type { Words } from './texts';

interface PushListProps {
  context: FormContext;
  browsers: readonly Browser[];
  messages: readonly PushedMessage[];
}

/** The newest push messages as the browsers decrypt them, and the state of each browser's push service. */
export function PushList({ context, browsers, messages }: PushListProps) {
  const { t } = context.words;
  return (
    <section id="browsers" className="card wide" aria-labelledby="browsers-title">
      <h2 id="browsers-title">{t('browsers')}</h2>
      {browsers.length === 0 ? (
        <p className="hint">{t('browsers.none')}</p>
      ) : (
        <Subscribed context={context} browsers={browsers} />
      )}
      <div id="pushes" data-live="">
        {browsers.length > 0 && <Messages words={context.words} messages={messages} />}
      </div>
    </section>
  );
}

function Subscribed({ context, browsers }: Omit<PushListProps, 'messages'>) {
  const { words } = context;
  const form = 'browsers';
  return (
    <Post words={words} to={form}>
      <div className="pair">
        <Choice
          context={context}
          form={form}
          name="browser"
          label="browsers.browser"
          options={browsers.map(({ id, state }) => ({
            value: id,
            text: `${shortId(id)} (${words.t(`browserState.${state}`)})`,
          }))}
        />
        <Choice
          context={context}
          form={form}
          name="state"
          label="browsers.state"
          options={browserStates.map((state) => ({ value: state, text: words.t(`browserState.${state}`) }))}
        />
      </div>
      <button type="submit">{words.t('browsers.submit')}</button>
    </Post>
  );
}

function Messages({ words, messages }: { words: Words; messages: readonly PushedMessage[] }) {
  const { t, time } = words;
  if (messages.length === 0) return <p className="hint">{t('browsers.empty')}</p>;
  return (
    <>
      <h3>{t('browsers.hint')}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('browsers.time')}</th>
            <th scope="col">{t('browsers.browser')}</th>
            <th scope="col">{t('browsers.message')}</th>
          </tr>
        </thead>
        <tbody>
          {messages.map(({ id, browser_id, at, text, urgency, ttl }) => (
            <tr key={id}>
              <td data-label={t('browsers.time')} className="figure">
                {time(at)}
              </td>
              <td data-label={t('browsers.browser')} className="code">
                {shortId(browser_id)}
              </td>
              <td data-label={t('browsers.message')}>
                {text === null ? t('browsers.unreadable') : <Shown text={text} />}
                <span className="note">
                  {t('browsers.delivery', { urgency, hours: Math.round(ttl / 3_600) })}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Enough to tell browsers apart. */
const shortId = (id: string) => id.slice(0, 6);

const payload = z.object({ title: z.string(), body: z.string() });

/** A message as a browser shows it; whatever is no message of the bank, as it came. */
function Shown({ text }: { text: string }) {
  const { data } = payload.safeParse(parsed(text));
  if (!data) return <span className="code">{text}</span>;
  return (
    <>
      <strong>{data.title}</strong> {data.body}
    </>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
