import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { modeOfKey } from '@bank/contracts/partners';
import { bankTheme, type WidgetTheme } from '@bank/contracts/widget-theme';
import { jsonOf, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';

/** A partner whose widgets may be shown, only on pages of these origins. */
export interface ActivePartner {
  id: number;
  name: string;
  origins: string[];
  /** All tokens: the partner's own, with the bank's as defaults. */
  theme: WidgetTheme;
  /** By a key of the test mode, which reaches nothing real. */
  isTest: boolean;
}

interface CachedPartner {
  /** Monotonic, since a clock that is set back would keep a revoked key valid. */
  readAt: number;
  partner: Promise<ActivePartner | null>;
}

/** The longest time until a revoked key or a new origin takes effect on every server. */
const cacheMilliseconds = 1_000;
/** Bounds the memory that unknown keys can take. */
const cacheSize = 1_000;

const partnerRow = rowOf({
  id: whole,
  name: text,
  theme: jsonOf(z.custom<Partial<WidgetTheme>>()),
  origin: text.nullable(),
});

/** One row for each origin. */
const selectByKey = `
  SELECT p.id, p.name, p.theme, o.origin
  FROM partner_keys k JOIN partners p ON p.id = k.partner_id LEFT JOIN partner_origins o ON o.partner_id = p.id
  WHERE k.publishable_key = ? AND k.revoked_at IS NULL AND p.status = 'active' ORDER BY o.origin`;

@Injectable()
export class PartnersService {
  private readonly cache = new Map<string, CachedPartner>();
  /** Bounded by the number of keys in the database. */
  private readonly validKeys = new Set<string>();

  constructor(private readonly database: Database) {}

  /** The active partner of a key that is not revoked, at most a second old; null when there is none. */
  byKey(key: string): Promise<ActivePartner | null> {
    const now = performance.now();
    const cached = this.cache.get(key);
    if (cached && now - cached.readAt < cacheMilliseconds) return cached.partner;
    if (this.cache.size >= cacheSize) this.cache.clear();
    const partner = this.read(key);
    this.cache.set(key, { readAt: now, partner });
    partner.catch(() => this.cache.delete(key));
    return partner;
  }

  /** Whether a key was valid when this server last read it; reads nothing. */
  isKnown(key: string): boolean {
    return this.validKeys.has(key);
  }

  private async read(key: string): Promise<ActivePartner | null> {
    const rows = await this.database.rows(partnerRow, selectByKey, [key]);
    const [row] = rows;
    if (!row) {
      this.validKeys.delete(key);
      return null;
    }
    this.validKeys.add(key);
    return {
      id: row.id,
      name: row.name,
      origins: rows.flatMap(({ origin }) => origin ?? []),
      theme: { ...bankTheme, ...row.theme },
      isTest: modeOfKey(key) === 'test',
    };
  }
}
