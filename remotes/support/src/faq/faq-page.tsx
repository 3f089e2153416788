import { useEffect, useMemo, useRef, useState } from 'react';
import type { Language } from '@bank/contracts/language';
import { useLocation, useNavigate, useSearchParams } from '@bank/client/router';
import { Button } from '@bank/ui/button';
import { EmptyState } from '@bank/ui/empty-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { CategoryFilter, type Filter, filterOf } from './category-filter';
import { Columns } from '../columns';
import styles from './faq-page.module.css';
import { HelpCard } from './help-card';
import { categories, matches, questionsIn, useQuestionTexts } from './questions';
import { QuestionGroup } from './question-group';
import { SearchField } from './search-field';
import { useFaqTexts } from './texts';

export function FaqPage() {
  const { t } = useTexts();
  const { t: own } = useFaqTexts();
  const words = useQuestionTexts();
  const { search, type, filter, choose, searchEverywhere } = useFaqState();
  const questions = useMemo(() => questionsIn(words.language, words.t), [words]);
  const exact = questions.filter((question) => matches(question, search));
  const near = useNearQuestions(exact.length === 0 ? search : '', words.language);
  const isNear = near.length > 0;
  const found = (isNear ? questions.filter(({ id }) => near.includes(id)) : exact).filter(
    ({ category }) => filter === 'all' || category === filter,
  );
  useLinkedQuestion(search);

  return (
    <Page layout="open">
      <PageHeading title={t('faq.title')} lead={own('lead')} />
      <Columns aside={<HelpCard />}>
        <div className={`${styles.tools} needs-script`}>
          <SearchField value={search} onChange={type} />
          <CategoryFilter value={filter} onChange={choose} />
        </div>
        <p className={styles.count} role="status">
          {own('count', { count: found.length })}
          {isNear && found.length > 0 && <span className={styles.near}>{own('near')}</span>}
        </p>
        {categories.map((category) => (
          <QuestionGroup
            key={category}
            category={category}
            questions={found.filter((question) => question.category === category)}
          />
        ))}
        {found.length === 0 && (
          <NothingFound
            onClear={() => type('')}
            onEverywhere={filter === 'all' ? undefined : searchEverywhere}
          />
        )}
      </Columns>
    </Page>
  );
}

function NothingFound({ onClear, onEverywhere }: { onClear: () => void; onEverywhere?: () => void }) {
  const { t: own } = useFaqTexts();
  return (
    <EmptyState
      icon="search"
      title={own('none.title')}
      message={own('none.message')}
      action={
        <Button variant="secondary" onClick={onEverywhere ?? onClear}>
          {onEverywhere ? own('none.everywhere') : own('none.clear')}
        </Button>
      }
    />
  );
}

const none: string[] = [];

/** The ids of the questions nearest to words that no question contains, typing errors tolerated; none until they are found. */
function useNearQuestions(search: string, language: Language): string[] {
  const [found, setFound] = useState({ search: '', ids: none });
  useEffect(() => {
    if (search.trim() === '') return;
    let isOver = false;
    // Loaded for whom needs it; without it the page reports that nothing matches.
    import('./near-questions').then(
      ({ nearQuestions }) => isOver || setFound({ search, ids: nearQuestions(search, language) }),
      () => undefined,
    );
    return () => void (isOver = true);
  }, [search, language]);
  return found.search === search ? found.ids : none;
}

/** The category lives in the address. What was typed belongs to one address, so a choice of category clears it. */
function useFaqState() {
  const { key, state } = useLocation();
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const [typed, setTyped] = useState<{ at: string; search: string }>();
  const search = typed?.at === key ? typed.search : searchOf(state);
  const choose = (filter: Filter) =>
    setParameters(filter === 'all' ? {} : { category: filter }, { replace: true });
  return {
    search,
    type: (text: string) => setTyped({ at: key, search: text }),
    filter: filterOf(parameters.get('category')),
    choose,
    searchEverywhere: () => void navigate('/faq', { replace: true, state: { search } }),
  };
}

function searchOf(state: unknown): string {
  const given = state as { search?: unknown } | null;
  return typeof given?.search === 'string' ? given.search : '';
}

/** Opens the question that the address names, once per navigation. */
function useLinkedQuestion(search: string) {
  const { hash, key } = useLocation();
  const done = useRef('');
  useEffect(() => {
    const linked = document.getElementById(hash.slice(1));
    if (done.current === key || !(linked instanceof HTMLDetailsElement)) return;
    done.current = key;
    linked.open = true;
    linked.scrollIntoView({ block: 'start' });
    linked.querySelector('summary')?.focus({ preventScroll: true });
  }, [hash, key, search]);
}
