import type { Language } from '@bank/contracts/language';
import { allFacts } from '../all-facts';
import { Prose } from '../prose';
import { useTexts } from '../texts';
import { screens } from '../links';
import type { BotReply } from './bot-reply';
import { findHelp, type FoundHelp } from './help-search';
import { PlainLink } from './plain-link';
import {
  addressOf,
  closeTopicOf,
  isOwnPlace,
  placesOf,
  type QuestionId,
  useQuestionTexts,
} from './questions';
import styles from './chat-panel.module.css';

export { questionOf } from './questions';

/** The closest answer to a message without a known keyword: a mistyped keyword, otherwise questions of the FAQ. */
export function closestTo(message: string, language: Language): BotReply | undefined {
  const topic = closeTopicOf(message, language);
  if (topic) return { topic };
  const question = findHelp(message, language);
  return question && { topic: 'fallback', question };
}

/** The answer as text, in the language of the page. */
export const answerText = (id: QuestionId | FoundHelp, language: Language): string =>
  typeof id === 'object' ? id[language].text : useQuestionTexts.translate(`${id}.answer`, allFacts(language));

interface QuestionReplyProps {
  id: QuestionId | FoundHelp;
  onNavigate?: ((path: string) => void) | undefined;
}

/** The answer to a newcomer's question, with the places that it leads to. */
export function QuestionReply({ id, onNavigate }: QuestionReplyProps) {
  const { t } = useTexts();
  const own = useQuestionTexts();
  if (typeof id === 'object') {
    const { text, links } = id[own.language];
    return (
      <>
        <Prose text={text} />
        <ul className={styles.links}>
          {[...links, [screens.contact, t('link.contact')] as const].map(([to, title]) => (
            <li key={to}>
              <PlainLink to={to} {...(onNavigate && { onNavigate })}>
                {title}
              </PlainLink>
            </li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <>
      <Prose text={own.t(`${id}.answer`, allFacts(own.language))} />
      <ul className={styles.links}>
        {placesOf[id].map((place) => (
          <li key={place}>
            <PlainLink to={addressOf(place)} {...(onNavigate && { onNavigate })}>
              {isOwnPlace(place) ? own.t(`place.${place}`) : t(`link.${place}`)}
            </PlainLink>
          </li>
        ))}
      </ul>
    </>
  );
}
