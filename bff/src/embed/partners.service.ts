import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { bankTheme, type WidgetTheme } from '@bank/contracts/widget-theme';
import { Clock } from '../common/clock';
import { send } from '../common/statements';

/** A partner whose widgets may be shown, on pages of these origins and no others. */
export interface ActivePartner {
  id: number;
  name: string;
  origins: string[];
  /** Every token: the partner's own, the bank's where it set none. */
  theme: WidgetTheme;
}

interface Known {
  until: number;
  partner: Promise<ActivePartner | null>;
}

interface PartnerRow {
  id: number;
  name: string;
  theme: string;
  origin: string | null;
}

/** A revoked key, or a new origin, counts on every server after this long at the latest. */
const knownMilliseconds = 1_000;
/** Made-up keys must not fill the memory. */
const knownAtMost = 1_000;

/** One row for each origin. */
const selectByKey = `
  SELECT p.id, p.name, p.theme, o.origin
  FROM partner_keys k JOIN partners p ON p.id = k.partner_id LEFT JOIN partner_origins o ON o.partner_id = p.id
  WHERE k.publishable_key = ? AND k.revoked_at IS NULL AND p.status = 'active' ORDER BY o.origin`;

/** Knows the partners by the keys on their pages. */
@Injectable()
export class PartnersService {
  private known = new Map<string, Known>();
  /** Never more than there are keys. */
  private readonly working = new Set<string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The active partner of a key that is not revoked, as of a second ago at most; null when there is none. */
  byKey(key: string): Promise<ActivePartner | null> {
    const now = this.clock.now().getTime();
    const known = this.known.get(key);
    if (known && now < known.until) return known.partner;
    if (this.known.size >= knownAtMost) this.known.clear();
    const partner = this.read(key);
    this.known.set(key, { until: now + knownMilliseconds, partner });
    partner.catch(() => this.known.delete(key));
    return partner;
  }

  /** Whether a key was somebody's when it was last looked up here; asks nobody. */
  knows(key: string): boolean {
    return this.working.has(key);
  }

  private async read(key: string): Promise<ActivePartner | null> {
    const rows = await send<PartnerRow[]>(this.dataSource, selectByKey, [key]);
    const [row] = rows;
    if (row) this.working.add(key);
    else this.working.delete(key);
    return row
      ? {
          id: row.id,
          name: row.name,
          origins: rows.flatMap(({ origin }) => origin ?? []),
          theme: { ...bankTheme, ...(JSON.parse(row.theme) as Partial<WidgetTheme>) },
        }
      : null;
  }
}
