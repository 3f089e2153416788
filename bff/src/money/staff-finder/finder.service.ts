import { Injectable } from '@nestjs/common';
import { foundEach, type FoundItem, type FoundList, foundKinds } from '@bank/contracts/finder';
import { allows, type Permission } from '@bank/contracts/permissions';
import { searchedAccount, searchedReference } from '@bank/contracts/typed-search';
import { rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { beginningWith } from '../../platform/database/search';
import { UserQueriesService } from '../../people/user-administration/user-queries.service';
import type { Actor } from '../../platform/http/actor';

type OtherKind = Exclude<(typeof foundKinds)[number], 'person'>;

interface Search {
  permission: Permission;
  /** Statements of which each looks one index up. */
  parts: (typed: string) => [string, unknown[]][];
}

const foundRow = rowOf({ id: whole, title: text, note: text, userId: whole.nullable() });

/** At most `foundEach` rows of each part are read, and none is searched for a text in the middle. */
const searches: Record<OtherKind, Search> = {
  payment: {
    permission: 'payments:review',
    parts: (typed) =>
      (
        [
          ['payments_named', 'reference', searchedReference(typed)],
          ['payments_to', 'recipient_account', searchedAccount(typed)],
        ] as const
      ).map(([index, column, beginning]) => [
        `SELECT p.id, p.reference AS title, p.recipient_name AS note, NULL AS userId FROM payments p FORCE INDEX (${index})
         WHERE p.status IN ('pending', 'completed', 'failed') AND p.${column} LIKE ? LIMIT ${foundEach}`,
        [beginningWith(beginning)],
      ]),
  },
  card: {
    permission: 'users:manage',
    parts: (typed) =>
      /^\d{4}$/.test(typed)
        ? [
            [
              `SELECT c.id, CONCAT('•••• ', c.last_four) AS title, CONCAT(u.first_name, ' ', u.last_name) AS note,
                 u.id AS userId
               FROM cards c JOIN accounts a ON a.id = c.account_id JOIN users u ON u.id = a.user_id
               WHERE c.last_four = ? LIMIT ${foundEach}`,
              [typed],
            ],
          ]
        : [],
  },
  case: {
    permission: 'cases:manage',
    // The column is ASCII, and comparing it with other characters is an error.
    parts: (typed) =>
      /^[ -~]+$/.test(searchedReference(typed))
        ? [
            [
              `SELECT id, reference AS title, label AS note, user_id AS userId FROM cases
               WHERE reference LIKE ? LIMIT ${foundEach}`,
              [beginningWith(searchedReference(typed).toUpperCase())],
            ],
          ]
        : [],
  },
  ticket: {
    permission: 'tickets:manage',
    parts: (typed) => [
      [
        `SELECT id, reference AS title, subject AS note, user_id AS userId FROM tickets
         WHERE reference LIKE ? LIMIT ${foundEach}`,
        [beginningWith(searchedReference(typed))],
      ],
    ],
  },
};

const otherKinds = Object.keys(searches) as OtherKind[];

/** Finds people, payments, cards, cases and messages for staff. */
@Injectable()
export class FinderService {
  constructor(
    private readonly database: Database,
    private readonly users: UserQueriesService,
  ) {}

  /** Objects of each kind that the reader may read whose key begins with a text. */
  async find(actor: Actor, q: string): Promise<FoundList> {
    const people = allows(actor, 'users:manage') ? await this.people(q) : [];
    const kinds = otherKinds.filter((kind) => allows(actor, searches[kind].permission));
    const found = await Promise.all(kinds.map((kind) => this.ofKind(kind, q)));
    // Of a case about oneself there is nothing to learn, not even that there is one.
    const isOwnCase = ({ kind, user_id }: FoundItem) => kind === 'case' && user_id === actor.userId;
    return { found: [...people, ...found.flat().filter((item) => !isOwnCase(item))] };
  }

  private async people(search: string): Promise<FoundItem[]> {
    const place = { page: 1, limit: foundEach, sort: 'id', order: 'asc' } as const;
    const { users } = await this.users.list({ ...place, search });
    return users.map(({ id, first_name, last_name, email }) => ({
      kind: 'person',
      id,
      title: `${first_name} ${last_name}`,
      note: email,
      user_id: id,
    }));
  }

  private async ofKind(kind: OtherKind, typed: string): Promise<FoundItem[]> {
    const found = new Map<number, FoundItem>();
    for (const [sql, values] of searches[kind].parts(typed)) {
      for (const { id, title, note, userId } of await this.database.rows(foundRow, sql, values)) {
        found.set(id, { kind, id, title, note, user_id: userId });
      }
    }
    return [...found.values()].slice(0, foundEach);
  }
}
