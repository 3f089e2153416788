import type { DataSource, QueryRunner } from 'typeorm';
import { demonstrationPeople } from '@bank/contracts/demo';
import { AccountsService } from '../accounts/accounts.service';
import { AuditService } from '../audit/audit.service';
import { PasswordsService } from '../auth/passwords.service';
import { CardEntity } from '../cards/card.entity';
import { CardsService } from '../cards/cards.service';
import { Idempotency } from '../common/idempotency';
import { inTransaction } from '../common/transaction';
import type { Config } from '../config';
import { bankAccounts } from '../ledger/bank-accounts';
import { LedgerService } from '../ledger/ledger.service';
import { NotificationsService } from '../notifications/notifications.service';
import { UsersService } from '../users/users.service';
import { demonstrationSetting } from './demonstration';
import { SeededChance, SetClock, UnheardEvents } from './determined';
import { historyDays, pastMovements, type Habit, type PastMovement } from './history';
import { people, type Person } from './people';

type SignIn = (typeof demonstrationPeople)[number];

interface Life {
  userId: number;
  accountId: number;
  /** The card that the person pays with. */
  cardId: number | undefined;
  habits: Habit[];
}

/**
 * Fills an empty database with the demonstration data (wire contract, section 5), all or nothing and the same in
 * every run but for the dates, which are counted back from `now`. Answers whether it did: a database that has
 * users is left alone.
 */
export async function seed(dataSource: DataSource, config: Config, now: Date): Promise<boolean> {
  const passwords = new PasswordsService(config);
  const hashes = await Promise.all(demonstrationPeople.map(({ password }) => passwords.hash(password)));
  return inTransaction(dataSource, async (runner) => {
    // Two that seed at once meet here: the second waits, and then sees the users of the first.
    await runner.query(
      'INSERT INTO bank_settings (name, value) VALUES (?, ?) ON DUPLICATE KEY UPDATE name = name',
      [demonstrationSetting, 'no'],
    );
    const [users] = (await runner.query('SELECT COUNT(*) AS count FROM users')) as [{ count: string }];
    if (Number(users.count) > 0) return false;
    const seeding = new Seeding(dataSource, config, runner, now);
    for (const [index, signIn] of demonstrationPeople.entries()) {
      await seeding.add(index + 1, signIn, people[signIn.username], hashes[index] ?? '');
    }
    await seeding.live();
    await runner.query('UPDATE bank_settings SET value = ? WHERE name = ?', ['yes', demonstrationSetting]);
    return true;
  });
}

/** The ordinary services under a clock that shows the past and a chance that always falls the same. */
class Seeding {
  private readonly clock: SetClock;
  private readonly chance = new SeededChance();
  private readonly lives: Life[] = [];
  private readonly users: UsersService;
  private readonly accounts: AccountsService;
  private readonly ledger: LedgerService;
  private readonly cards: CardsService;

  constructor(
    dataSource: DataSource,
    config: Config,
    private readonly runner: QueryRunner,
    private readonly now: Date,
  ) {
    this.clock = new SetClock(now);
    const audit = new AuditService(this.clock);
    const idempotency = new Idempotency(dataSource, this.clock);
    this.users = new UsersService(dataSource, this.clock);
    const events = new UnheardEvents(this.clock);
    const notifications = new NotificationsService(dataSource, events, this.clock);
    this.ledger = new LedgerService(audit, events, this.chance, this.clock);
    this.accounts = new AccountsService(dataSource, idempotency, this.ledger, notifications, this.clock);
    this.cards = new CardsService(
      dataSource.getRepository(CardEntity),
      this.accounts,
      audit,
      idempotency,
      config,
      this.chance,
      this.clock,
    );
  }

  /** Adds a person with an account and cards, at a time before anything happened on it. */
  async add(id: number, signIn: SignIn, person: Person, passwordHash: string): Promise<void> {
    this.clock.set(new Date(this.now.getTime() - (historyDays + 5 - id) * 86_400_000));
    await this.addUser(id, signIn, person, passwordHash);
    await this.accounts.open(this.runner, id);
    const accountId = await this.accounts.idOf(this.runner, id);
    const cardIds: number[] = [];
    for (const card of person.cards)
      cardIds.push(await this.cards.issue(this.runner, { accountId, ...card }));
    this.lives.push({ userId: id, accountId, cardId: cardIds[0], habits: person.habits });
  }

  /** Posts what everybody's habits led to in the order in which it happened, as the ledger would have seen it. */
  async live(): Promise<void> {
    const movements = this.lives
      .flatMap((life) =>
        pastMovements(life.habits, this.now, this.chance).map((movement) => ({ life, movement })),
      )
      .sort((left, right) => left.movement.at.getTime() - right.movement.at.getTime());
    const cardUses = new Map<number, Date>();
    for (const { life, movement } of movements) {
      await this.post(life, movement);
      if (movement.kind === 'card' && life.cardId) cardUses.set(life.cardId, movement.at);
    }
    for (const [cardId, lastUsedAt] of cardUses) {
      await this.runner.manager.update(CardEntity, cardId, { lastUsedAt });
    }
  }

  /** The id is made certain: a seeding that was given up has used up some. */
  private async addUser(id: number, signIn: SignIn, person: Person, passwordHash: string): Promise<void> {
    const { first_name, last_name, phone, kyc_status } = person;
    const { email, username, role } = signIn;
    const given = await this.users.create(this.runner, {
      ...{ email, username, role, first_name, last_name, phone, kyc_status, passwordHash },
      language: 'fr',
    });
    const submitted = kyc_status === 'approved' ? this.clock.now() : null;
    await this.runner.query('UPDATE users SET id = ?, kyc_submitted_at = ? WHERE id = ?', [
      id,
      submitted,
      given,
    ]);
  }

  private async post({ userId, accountId }: Life, { kind, description, amount, at }: PastMovement) {
    this.clock.set(at);
    const other = kind === 'deposit' ? bankAccounts.funding : bankAccounts.outside;
    await this.ledger.post(this.runner, {
      kind,
      description,
      legs: [
        { accountId: other, amount: -amount },
        { accountId, amount },
      ],
      createdBy: userId,
      requestId: null,
    });
  }
}
