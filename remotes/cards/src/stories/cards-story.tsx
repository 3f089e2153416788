import { useState } from 'react';
import { type Card, cardStates } from '@bank/contracts/cards';
import type { SpendingMonth } from '@bank/contracts/card-spending';
import { Card as Box } from '@bank/ui/card';
import { Grid, Stack } from '@bank/ui/layout';
import { CardState } from '../card/card-state';
import { shortNumber } from '../cards/short-number';
import { MonthCategories } from '../spending/month-categories';
import { MonthChart } from '../spending/month-chart';
import { MonthTable } from '../spending/month-table';
import { useSpendingTexts } from '../spending/texts';

const limits = { per_payment: 1_500, per_day: 2_000, per_month: 5_000, cash_per_day: 500 };

/** A card of nobody, whose id no card has: what a reader tries with it reaches none. */
const cardOf = (state: Card['state'], at: number, more: Partial<Card> = {}): Card => ({
  id: -1 - at,
  card_number: `**** **** **** ${4242 + at}`,
  type: 'standard',
  brand: 'VISA',
  state,
  status: 'active',
  virtual: false,
  once: false,
  expiry_date: '2029-11-30',
  last_used: null,
  monthly_limit: limits.per_month,
  limits,
  most: limits,
  defaults: limits,
  channels: { online: true, contactless: true, cash: true, abroad: false },
  has_pin: true,
  pin_blocked: false,
  replaces: null,
  blocked_by_bank: false,
  why: null,
  ships_at: '2026-11-27T17:00:00Z',
  arrives_by: '2026-12-02',
  ...more,
});

const examples = [
  ...cardStates.map((state, at) =>
    cardOf(state, at, state === 'expired' ? { expiry_date: '2026-10-31' } : {}),
  ),
  cardOf('active', 6, { virtual: true, once: true }),
  cardOf('blocked', 7, { blocked_by_bank: true }),
];

const monthOf = (month: string, groceries: number, transport: number, refunded = 0): SpendingMonth => ({
  month,
  spent: groceries + transport,
  refunded,
  categories: [
    { category: 'groceries', spent: groceries, refunded: 0 },
    { category: 'transport', spent: transport, refunded },
  ],
});
const months = [
  monthOf('2026-08', 214.3, 61),
  monthOf('2026-09', 305.12, 42.5, 18.9),
  monthOf('2026-10', 268.77, 84.2),
  monthOf('2026-11', 190.4, 39.9),
];

/** Each state that a card may be in, and what the cards of a month spent. */
export function CardsStory() {
  return (
    <Stack gap={24}>
      <Grid columns="wide">
        {examples.map((card) => (
          <Box key={card.id} title={`${card.brand} ${shortNumber(card)}`}>
            <CardState card={card} replacement={card.state === 'lost' ? examples[2] : undefined} />
          </Box>
        ))}
      </Grid>
      <Spending />
    </Stack>
  );
}

function Spending() {
  const { t } = useSpendingTexts();
  const [at, setAt] = useState(months.length - 1);
  return (
    <Box title={t('chart')}>
      <MonthChart months={months} currency="EUR" at={at} onMove={setAt} />
      <MonthTable months={months} currency="EUR" />
      <MonthCategories
        month={months[at] ?? monthOf('2026-11', 0, 0)}
        before={months[at - 1]}
        isRunning={at === months.length - 1}
        currency="EUR"
      />
    </Box>
  );
}
