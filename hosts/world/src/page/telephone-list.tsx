import type { TextMessage } from '../telephones/telephones';
import type { Words } from './texts';

/** The newest text messages, with the number that received each. */
export function TelephoneList({ words, messages }: { words: Words; messages: readonly TextMessage[] }) {
  const { t, time } = words;
  return (
    <section id="telephones" className="card wide" aria-labelledby="telephones-title" data-live="">
      <h2 id="telephones-title">{t('telephones')}</h2>
      <p className="hint">{t(messages.length === 0 ? 'telephones.none' : 'telephones.hint')}</p>
      {messages.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('telephones.time')}</th>
              <th scope="col">{t('telephones.number')}</th>
              <th scope="col">{t('telephones.text')}</th>
            </tr>
          </thead>
          <tbody>
            {messages.map(({ id, number, text, at }) => (
              <tr key={id}>
                <td data-label={t('telephones.time')} className="figure">
                  {time(at)}
                </td>
                <td data-label={t('telephones.number')} className="code">
                  {number}
                </td>
                <td data-label={t('telephones.text')}>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
