import { useState } from 'react';
import type { Card } from '@bank/contracts/cards';
import { useCards } from '@bank/client/account-queries';
import { failureText } from '@bank/client/call-failure';
import { ChoiceList } from '@bank/client/choice-list';
import { LoadingRows, QueryError } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { Alert } from '@bank/ui/alert';
import { Button, buttonClass } from '@bank/ui/button';
import { Stack } from '@bank/ui/layout';
import { PageHeading } from '@bank/ui/page-heading';
import { useCardStatus } from '../cards/cards.api';
import { shortNumber } from '../cards/short-number';
import { useSimpleTexts } from './texts';

/** Blocks a card in Mode simple: which one, is that right, done. */
export function SimpleBlock() {
  const query = useCards();
  const [chosen, setChosen] = useState<number>();
  const { data } = query;
  if (!data) return query.isError ? <QueryError query={query} /> : <LoadingRows rows={3} />;
  const card = data.cards.find(({ id }) => id === chosen);
  if (card?.status === 'blocked') return <Blocked card={card} />;
  if (card) return <Question card={card} onLeave={() => setChosen(undefined)} />;
  return <Which cards={data.cards.filter(({ status }) => status === 'active')} onChoose={setChosen} />;
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

function Question({ card, onLeave }: { card: Card; onLeave: () => void }) {
  const { t } = useSimpleTexts();
  const { mutate, isPending, error } = useCardStatus(card.id);
  return (
    <Stack gap={24}>
      <PageHeading key="sure" title={t('sure', { number: shortNumber(card) })} lead={t('sure_text')} />
      {error && <Alert tone="danger">{failureText(error, { failed: t('failed') })}</Alert>}
      <Button variant="danger" size="large" icon="lock" loading={isPending} onClick={() => mutate('blocked')}>
        {t('yes')}
      </Button>
      <Button variant="secondary" size="large" onClick={onLeave}>
        {t('no')}
      </Button>
    </Stack>
  );
}

function Blocked({ card }: { card: Card }) {
  const { t } = useSimpleTexts();
  return (
    <Stack gap={24}>
      <PageHeading key="done" title={t('done')} lead={t('done_text', { number: shortNumber(card) })} />
      <p>
        <Link to={`/dashboard/cards/${card.id}`}>{t('lost')}</Link>
      </p>
      <Link to="/dashboard" className={buttonClass({ size: 'large' })}>
        {t('finished')}
      </Link>
    </Stack>
  );
}
