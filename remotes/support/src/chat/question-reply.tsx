import type { Language } from '@bank/contracts/language';
import { allFacts } from '../all-facts';
import { Prose } from '../prose';
import { useTexts } from '../texts';
import { PlainLink } from './plain-link';
import { addressOf, isOwnPlace, placesOf, type QuestionId, useQuestionTexts } from './questions';
import styles from './chat-panel.module.css';

export { closeTopicOf, questionOf } from './questions';

/** The answer as text, in the language of the page. */
export const answerText = (id: QuestionId, language: Language): string =>
  useQuestionTexts.translate(`${id}.answer`, allFacts(language));

interface QuestionReplyProps {
  id: QuestionId;
  onNavigate?: ((path: string) => void) | undefined;
}

/** The answer to a newcomer's question, with the places that it leads to. */
export function QuestionReply({ id, onNavigate }: QuestionReplyProps) {
  const { t } = useTexts();
  const own = useQuestionTexts();
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
