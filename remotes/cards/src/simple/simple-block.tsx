import type { Card } from '@bank/contracts/cards';
import { useCards } from '@bank/client/account-queries';
import { useFailureText } from '@bank/client/call-failure';
import { ChoiceList } from '@bank/client/choice-list';
import { LoadingRows, QueryError } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { useKept } from '@bank/client/use-kept';
import { useStep } from '@bank/client/use-step';
import { Alert } from '@bank/ui/alert';
import { Button, buttonClass } from '@bank/ui/button';
import { Stack } from '@bank/ui/layout';
import { PageHeading } from '@bank/ui/page-heading';
import { useCardStatus } from '../cards/cards.api';
import { shortNumber } from '../cards/short-number';
import { useSimpleTexts } from './texts';

const steps = ['sure', 'done'] as const;

/** Blocks a card in Mode simple: which one, is that right, done. The chosen card is kept beside the address, not in it. */
export function SimpleBlock() {
  const { t } = useSimpleTexts();
  const query = useCards();
  const { step, go, back } = useStep(steps);
  const [kept, keep] = useKept<{ card: number }>('simple-card');
  const { data } = query;
  if (!data) {
    return (
      <Stack gap={24}>
        <PageHeading title={t('which')} />
        {query.isError ? <QueryError query={query} message={t('unread')} /> : <LoadingRows rows={3} />}
      </Stack>
    );
  }
  const card = data.cards.find(({ id }) => id === kept?.card);
  if (card?.status === 'blocked' && step) return <Blocked card={card} onFinish={() => keep(undefined)} />;
  if (card && step)
    return <Question card={card} onBlocked={() => go('done', { replace: true })} onLeave={back} />;
  const choose = (id: number) => {
    keep({ card: id });
    go('sure');
  };
  return <Which cards={data.cards.filter(({ status }) => status === 'active')} onChoose={choose} />;
}

function Which({ cards, onChoose }: { cards: readonly Card[]; onChoose: (id: number) => void }) {
  const { t } = useSimpleTexts();
  if (cards.length === 0) {
    return (
      <Stack gap={24}>
        <PageHeading key="none" title={t('none')} lead={t('none_text')} />
        <Link to="/dashboard/cards">{t('all')}</Link>
      </Stack>
    );
  }
  return (
    <Stack gap={24}>
      <PageHeading key="which" title={t('which')} />
      <ChoiceList
        choices={cards.map((card) => ({
          title: `${card.brand} ${shortNumber(card)}`,
          text: t(card.virtual ? 'virtual' : 'plastic'),
          icon: 'credit-card',
          go: () => onChoose(card.id),
        }))}
      />
    </Stack>
  );
}

interface QuestionProps {
  card: Card;
  onBlocked: () => void;
  onLeave: () => void;
}

function Question({ card, onBlocked, onLeave }: QuestionProps) {
  const { t } = useSimpleTexts();
  const { mutate, isPending, error } = useCardStatus(card);
  const failure = useFailureText(error, { failed: t('failed') });
  return (
    <Stack gap={24}>
      <PageHeading key="sure" title={t('sure', { number: shortNumber(card) })} lead={t('sure_text')} />
      {error && <Alert tone="danger">{failure}</Alert>}
      <Button
        variant="danger"
        size="large"
        icon="lock"
        loading={isPending}
        onClick={() => mutate('blocked', { onSuccess: onBlocked })}
      >
        {t('yes')}
      </Button>
      <Button variant="secondary" size="large" onClick={onLeave}>
        {t('no')}
      </Button>
    </Stack>
  );
}

function Blocked({ card, onFinish }: { card: Card; onFinish: () => void }) {
  const { t } = useSimpleTexts();
  return (
    <Stack gap={24}>
      <PageHeading key="done" title={t('done')} lead={t('done_text', { number: shortNumber(card) })} />
      <p>
        <Link to={`/dashboard/cards/${card.id}`}>{t('lost')}</Link>
      </p>
      <Link to="/dashboard" className={buttonClass({ size: 'large' })} onClick={onFinish}>
        {t('finished')}
      </Link>
    </Stack>
  );
}
