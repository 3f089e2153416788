import type { ScoredEvent } from '../../../bff/src/people/rules/scored-event';
import type { OutsideReceived } from '../../../bff/src/people/rules/income';
import { parisHour } from '../../../bff/src/platform/time/paris-day';

/** An event of a made-up story. */
export interface StoryEvent extends ScoredEvent {
  /** The rule that should notice it; absent for what is honest. */
  fraud?: string;
  /** What other banks sent the customer within the hour. */
  outside?: OutsideReceived;
}

const hour = 3_600_000;
const start = Date.UTC(2026, 8, 1);
/** Honest stories begin within so many days. */
const spread = 60;

/** A small generator of numbers (mulberry32): the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes stories: what a customer does, one event after the other. */
class Teller {
  readonly events: StoryEvent[] = [];
  at: number;

  constructor(
    readonly random: () => number,
    readonly userId: number,
    at: number,
    private readonly relationDays: number,
  ) {
    this.at = at;
  }

  wait(hours: number): void {
    this.at += hours * hour;
  }

  /** Goes on to the next time that an hour of Paris begins. */
  untilHour(wanted: number): void {
    while (parisHour(new Date(this.at)) !== wanted) this.at += hour / 2;
  }

  add(
    kind: StoryEvent['kind'],
    facts: ScoredEvent['facts'],
    keys: ScoredEvent['keys'] = {},
    fraud?: string,
  ): void {
    const at = new Date(this.at);
    const known = { hour: parisHour(at), relation_days: this.relationDays, verified: true };
    this.events.push({
      kind,
      at,
      userId: this.userId,
      facts: { ...known, ...facts },
      keys: { device: 'own', ...keys },
      ...(fraud !== undefined && { fraud }),
    });
  }

  signIn(device = 'own'): void {
    this.add('sign_in', {}, { device, address: `a${this.userId % 50_000}` });
  }

  pay(amount: number, payee: string, more: ScoredEvent['facts'] = {}, fraud?: string, device = 'own'): void {
    const facts = { amount, credited: 0, score: 1.7, sanctions: 0, country: 'FR', method: 'sepa_transfer' };
    this.add('payment', { ...facts, international: false, ...more }, { payee, device }, fraud);
  }

  send(amount: number, recipient: number, fraud?: string): void {
    this.add('transfer', { amount }, { recipient, payee: `c${recipient}` }, fraud);
  }

  /** Several people send money within half an hour, as customers or from other banks; the last event knows the latter. */
  collect(amounts: number[], isOutside: (sender: number) => boolean): OutsideReceived {
    const outside = { received: 0, senders: 0 };
    for (const [sender, amount] of amounts.entries()) {
      this.wait(0.1);
      if (isOutside(sender)) {
        outside.received += amount;
        outside.senders += 1;
      } else {
        const other = new Teller(this.random, this.userId * 100 + sender, this.at, 300);
        other.send(amount, this.userId);
        this.events.push(...other.events);
      }
    }
    return outside;
  }

  payFrom(outside: OutsideReceived, amount: number, payee: string, fraud?: string): void {
    this.pay(amount, payee, { credited: outside.received }, fraud);
    Object.assign(this.events.at(-1)!, { outside });
  }

  card(amount: number, more: ScoredEvent['facts'] = {}, fraud?: string): void {
    const facts = { amount, country: 'FR', category: '5411', online: false, cash: false, ...more };
    this.add('card', facts, { card: this.userId }, fraud);
  }
}

/** Many small amounts, few large ones. */
const usual = (random: () => number, most: number) => Math.round(most * random() ** 3 * 100) / 100 + 1;

const honestActs: ((story: Teller, people: number) => void)[] = [
  (story) => story.pay(usual(story.random, 300), `utility${Math.floor(story.random() * 40)}`),
  (story) => story.pay(usual(story.random, 1_200), `own${story.userId}`),
  (story, people) => story.send(usual(story.random, 400), 1 + Math.floor(story.random() * people)),
  (story) => story.card(usual(story.random, 120)),
  (story) => story.card(usual(story.random, 80), { online: true }),
  (story) => story.card(usual(story.random, 150), { country: story.random() < 0.5 ? 'ES' : 'BE' }),
];
/** What is honest and looks like something else, each rarely. */
const oddities: ((story: Teller, people: number) => void)[] = [
  (story) => story.pay(5_000 + story.random() * 10_000, `dealer${story.userId}`),
  (story) => {
    story.add('contact', { changed: 'phone' });
    story.wait(5);
    story.pay(usual(story.random, 1_500), `own${story.userId}`);
  },
  (story) => {
    story.card(40);
    story.wait(9);
    story.card(200, { country: 'US' });
  },
  (story) => story.pay(2_000, `saving${story.userId}`, { credited: 2_100 }),
  (story) => {
    story.untilHour(23);
    story.signIn(`new${story.userId}`);
    story.pay(usual(story.random, 700), `own${story.userId}`, {}, undefined, `new${story.userId}`);
  },
  (story) => {
    for (let time = 0; time < 5; time += 1) story.card(3, { online: true });
  },
  (story) => story.pay(950, `rent${story.userId}`),
  (story) => {
    // Flatmates send their parts of the rent, some from other banks; the landlord was paid before.
    story.pay(50, `landlord${story.userId}`);
    story.wait(20 * 24);
    const part = 600 + story.random() * 300;
    const outside = story.collect([part, part, part], () => story.random() < 0.5);
    story.payFrom(outside, part * 4, `landlord${story.userId}`);
  },
  (story) => {
    // A present that several people pay for.
    const outside = story.collect([250, 250, 250, 250], () => story.random() < 0.5);
    story.payFrom(outside, 1_000, `shop${story.userId}`);
  },
  (story) => story.add('identity', {}, { document: `d${story.userId}` }),
];

function honest(random: () => number, userId: number, people: number): StoryEvent[] {
  const story = new Teller(random, userId, start + random() * spread * 24 * hour, 10 + random() * 1_000);
  story.untilHour(8 + Math.floor(random() * 12));
  story.signIn();
  for (let acts = 3 + Math.floor(random() * 4); acts > 0; acts -= 1) {
    story.wait(random() * 30);
    if (parisHour(new Date(story.at)) < 7) story.untilHour(8);
    honestActs[Math.floor(random() * honestActs.length)]?.(story, people);
  }
  if (random() < 0.02) oddities[Math.floor(random() * oddities.length)]?.(story, people);
  return story.events;
}

/** The frauds, each by the English name of the rule that should notice it. Some are careful, and stay below its threshold. */
export const frauds: Record<string, (story: Teller, careful: boolean) => void> = {
  'New payee and large amount': (story, careful) =>
    story.pay(careful ? 4_500 : 5_000 + story.random() * 5_000, `f${story.userId}`, {}, 'last'),
  'Many small amounts to one account': (story, careful) => {
    const payers = careful ? 15 : 25;
    for (let payer = 0; payer < payers; payer += 1) {
      const victim = new Teller(story.random, story.userId * 100 + payer, story.at, 200);
      victim.pay(
        20 + story.random() * 70,
        `many${story.userId}`,
        {},
        payer === payers - 1 ? 'last' : undefined,
      );
      story.events.push(...victim.events);
      story.wait(0.3);
    }
  },
  'Just under the limit': (story, careful) => {
    for (let time = 0; time < (careful ? 3 : 5); time += 1) {
      story.pay(
        950 + story.random() * 49,
        `f${story.userId}.${time}`,
        {},
        time === (careful ? 2 : 4) ? 'last' : undefined,
      );
      story.wait(3);
    }
  },
  'At night, from a new device': (story, careful) => {
    story.signIn();
    story.wait(31 * 24);
    story.untilHour(careful ? 21 : 2);
    story.signIn(`evil${story.userId}`);
    story.pay(600 + story.random() * 900, `f${story.userId}`, {}, 'last', `evil${story.userId}`);
  },
  'Salary in, then out': (story, careful) => {
    const credited = 1_600 + story.random() * 1_500;
    story.pay(credited * (careful ? 0.7 : 0.95), `f${story.userId}`, { credited }, 'last');
  },
  'Mule account': (story, careful) => {
    // Of customers, of other banks, or of both.
    const share = [0, 1, 0.5][Math.floor(story.random() * 3)]!;
    const amounts = Array.from({ length: careful ? 2 : 4 }, () => 700 + story.random() * 500);
    const outside = story.collect(amounts, () => story.random() < share);
    story.payFrom(outside, 2_000, `f${story.userId}`, 'last');
  },
  'Card testing': (story, careful) => {
    const times = careful ? 8 : 14;
    for (let time = 0; time < times; time += 1) {
      story.card(1 + story.random() * 3, { online: true }, time === times - 1 ? 'last' : undefined);
      story.wait(0.02);
    }
  },
  'Impossible travel': (story, careful) => {
    story.card(30);
    story.wait(careful ? 2 : 0.5);
    story.card(350 + story.random() * 900, { country: 'BR' }, 'last');
  },
  'Dormant account awake': (story, careful) => {
    story.pay(40, `own${story.userId}`);
    story.wait(24 * (careful ? 120 : 200));
    story.pay(600 + story.random() * 3_000, `f${story.userId}`, {}, 'last');
  },
  'Many identities on one document': (story, careful) => {
    const people = careful ? 3 : 5;
    for (let person = 0; person < people; person += 1) {
      const other = new Teller(story.random, story.userId * 100 + person, story.at, 1);
      other.add(
        'identity',
        {},
        { document: `same${story.userId}` },
        person === people - 1 ? 'last' : undefined,
      );
      story.events.push(...other.events);
      story.wait(5);
    }
  },
  'Changed phone, then a payment': (story, careful) => {
    story.add('contact', { changed: 'phone' });
    story.wait(careful ? 30 : 2);
    story.pay(1_200 + story.random() * 3_000, `f${story.userId}`, {}, 'last');
  },
  'Name on the sanctions list': (story, careful) =>
    story.pay(200, `f${story.userId}`, { sanctions: careful ? 0 : 1 }, 'last'),
};
/** The share of careful ones. */
const careful = 0.1;
const firstFraud = 1_000_000;

/** So many honest and fraudulent stories, their events in the order of time. */
export function tell(honestStories: number, fraudStories: number, seed = 1): StoryEvent[] {
  const random = numbers(seed);
  const all: StoryEvent[] = [];
  for (let id = 1; id <= honestStories; id += 1) all.push(...honest(random, id, honestStories));
  const kinds = Object.entries(frauds);
  for (let index = 0; index < fraudStories; index += 1) {
    const [name, act] = kinds[index % kinds.length] ?? [];
    if (!name || !act) continue;
    const story = new Teller(random, firstFraud + index, start + random() * spread * 24 * hour, 40);
    story.untilHour(10 + Math.floor(random() * 8));
    act(story, random() < careful);
    all.push(...story.events.map(({ fraud, ...event }) => (fraud ? { ...event, fraud: name } : event)));
  }
  return all.sort((left, right) => left.at.getTime() - right.at.getTime());
}
