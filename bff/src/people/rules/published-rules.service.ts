import { Injectable } from '@nestjs/common';
import type { Counter } from '@bank/contracts/rule-words';
import type { Connection } from '../../platform/database/database';
import { type ActiveRule, askedOf } from './engine';
import { activeRow, selectPublished } from './rules.sql';

/** The rules in force, with the counters that they ask for. */
export interface RuleSet {
  /** The newest publication among them; see `rule_versions`. */
  publication: number;
  rules: readonly ActiveRule[];
  asked: ReadonlySet<Counter>;
}

/** The published rules, as this server knows them. A user of them compares the publication in the database. */
@Injectable()
export class PublishedRules {
  private known: RuleSet = { publication: -1, rules: [], asked: new Set() };

  get current(): RuleSet {
    return this.known;
  }

  /** Reads them again. @param publication the newest one that the connection saw before. */
  async reload(connection: Connection, publication: number): Promise<RuleSet> {
    const rules = await connection.rows(activeRow, selectPublished);
    this.known = { publication, rules, asked: askedOf(rules) };
    return this.known;
  }
}
