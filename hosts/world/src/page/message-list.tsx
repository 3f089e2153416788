import type { FullMessage, ListedMessage } from '../messages/history';
import type { Words } from './texts';

/** The newest messages in and out; each opens as it was. */
export function MessageList({ words, messages }: { words: Words; messages: readonly ListedMessage[] }) {
  const { t, time, language } = words;
  return (
    <section id="messages" className="card wide" aria-labelledby="messages-title" data-live="">
      <h2 id="messages-title">{t('messages')}</h2>
      {messages.length === 0 ? (
        <p className="hint">{t('messages.none')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('messages.time')}</th>
              <th scope="col">{t('messages.type')}</th>
              <th scope="col">{t('messages.state')}</th>
            </tr>
          </thead>
          <tbody>
            {messages.map((message) => (
              <tr key={message.id}>
                <td data-label={t('messages.time')} className="figure">
                  {time(message.created_at)}
                </td>
                <td data-label={t('messages.type')}>
                  <a href={`/messages/${message.id}?lang=${language}`} className="code">
                    {message.type}
                  </a>{' '}
                  <span className={`way ${message.direction}`}>{t(`messages.${message.direction}`)}</span>
                  <span className="note code">{message.message_id}</span>
                </td>
                <td data-label={t('messages.state')}>
                  {stateText(words, message)}
                  {message.fault && (
                    <span className="note" lang="en">
                      {message.fault}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const stateText = ({ t }: Words, { state, status, attempts }: ListedMessage): string =>
  t(`messageState.${state}`, { status: status ?? '', attempts: attempts + 1 });

/** One message with its answer, as they were. */
export function MessageDetail({ words, message }: { words: Words; message: FullMessage }) {
  const { t, time, language } = words;
  return (
    <article className="card wide">
      <p>
        <a href={`/?lang=${language}#messages`}>{t('back')}</a>
      </p>
      <h1 className="code">{message.type}</h1>
      <p>
        {time(message.created_at)}, {t(`messages.${message.direction}`)}. {stateText(words, message)}
      </p>
      {message.fault && <p>{t('message.fault', { fault: message.fault })}</p>}
      <h2>{t('message.body')}</h2>
      <Text words={words} text={message.body} otherwise={message.file ? 'message.file' : 'message.empty'} />
      <h2>{t('message.answer')}</h2>
      <Text words={words} text={message.answer ?? ''} otherwise="message.empty" />
    </article>
  );
}

interface TextProps {
  words: Words;
  text: string;
  otherwise: 'message.file' | 'message.empty';
}

/** The characters as they were; only line breaks between elements are added, for reading. */
const Text = ({ words, text, otherwise }: TextProps) =>
  text === '' ? (
    <p className="hint">{words.t(otherwise)}</p>
  ) : (
    // A wide region is reached and scrolled by the keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre tabIndex={0}>{inLines(text)}</pre>
  );

/** Puts each element of a document on a line of its own, indented by its depth. */
export function inLines(xml: string): string {
  let depth = 0;
  return xml
    .replace(/></g, '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth = Math.max(0, depth - 1);
      const indented = '  '.repeat(depth) + line;
      if (/^<[^?!/][^>]*[^/]>$|^<\w>$/.test(line)) depth += 1;
      return indented;
    })
    .join('\n');
}
