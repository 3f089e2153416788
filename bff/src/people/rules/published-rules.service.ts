import { Injectable } from '@nestjs/common';
import type { Connection } from '../../platform/database/database';
import { type Asked, askedOf, type Judge, judgeOf } from './engine';
import { activeRow, selectPublished } from './rules.sql';

/** The rules in force, with the counters that they ask for. */
export interface RuleSet {
  /** The newest publication among them; see `rule_versions`. */
  publication: number;
  judge: Judge;
  asked: Asked;
}

/** The published rules, as this server knows them. A user of them compares the publication in the database. */
@Injectable()
export class PublishedRules {
  private known: RuleSet = { publication: -1, judge: judgeOf([]), asked: new Map() };

  get current(): RuleSet {
    return this.known;
  }

  /** Reads the rules again. @param publication the newest one that the connection saw before. */
  async reload(connection: Connection, publication: number): Promise<RuleSet> {
    const rules = await connection.rows(activeRow, selectPublished);
    this.known = { publication, judge: judgeOf(rules), asked: askedOf(rules) };
    return this.known;
  }
}
