import { Link } from '@bank/client/router';
import { Badge } from '@bank/ui/badge';
import { Card } from '@bank/ui/card';
import { Icon } from '@bank/ui/icon';
import { Cluster } from '@bank/ui/layout';
import { screens } from '../links';
import { Prose } from '../prose';
import { useLabelTexts } from '../labels/texts';
import { useTexts } from '../texts';
import styles from './question-group.module.css';
import type { Category, Question } from './questions';
import { useFaqTexts } from './texts';

/** The questions of one category; nothing when none is left. */
export function QuestionGroup({ category, questions }: { category: Category; questions: Question[] }) {
  const { t } = useLabelTexts();
  if (questions.length === 0) return null;
  return (
    <Card title={t(`category.${category}`)} titleId={`questions-${category}`} padding="none">
      {questions.map((question) => (
        <QuestionView key={question.id} question={question} />
      ))}
    </Card>
  );
}

function QuestionView({ question }: { question: Question }) {
  const { t } = useTexts();
  const { t: own } = useFaqTexts();
  return (
    <details id={question.id} className={styles.question}>
      <summary className={styles.summary}>
        <h3 className={styles.title}>{question.question}</h3>
        <span className={styles.chevron}>
          <Icon name="chevron-down" />
        </span>
      </summary>
      <div className={styles.answer}>
        <Prose text={question.answer} />
        <ul className={styles.links}>
          {question.screens.map((screen) => (
            <li key={screen}>
              <Link to={screens[screen]} className={styles.link}>
                {t(`link.${screen}`)}
                <Icon name="chevron-right" size={16} />
              </Link>
            </li>
          ))}
        </ul>
        <Cluster as="ul" gap={8} aria-label={own('tags')}>
          {question.tags.map((tag) => (
            <li key={tag}>
              <Badge icon={false}>{tag}</Badge>
            </li>
          ))}
        </Cluster>
      </div>
    </details>
  );
}
