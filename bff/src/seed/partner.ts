import { addDays } from '@bank/contracts/days';
import { demonstrationPartner } from '@bank/contracts/demo';
import { partnerFigureDays } from '@bank/contracts/partners';
import { parisDay } from '../platform/time/paris-day';
import type { Seeding } from './demo-person';
import { later } from './timeline';

const insertPartner = 'INSERT INTO partners (name, theme, created_at) VALUES (?, ?, ?)';
const insertKey = 'INSERT INTO partner_keys (partner_id, publishable_key, created_at) VALUES (?, ?, ?)';
const insertDay = 'INSERT INTO partner_days (partner_id, day, widget, opens, signups) VALUES (?, ?, ?, ?, ?)';

/** Of the figures, and of the period before with which they are compared. */
const seededDays = 2 * partnerFigureDays;

/** The colours of the association's own pages. */
const theme = {
  brand: '#8f3623',
  surface: '#fffdf8',
  ink: '#2b2420',
  muted: '#5f5349',
  line: '#cbbba0',
  radius: '4px',
};

/**
 * Plans the housing association that embeds the bank's widgets, and their usage figures. Its origin is added by each
 * server (`DemonstrationPartner`).
 */
export function planPartner(seeding: Seeding): void {
  const { tx, services, timeline, now } = seeding;
  timeline.add(later(now, -24 * seededDays), async () => {
    const at = services.clock.now();
    const { name, key, testKey } = demonstrationPartner;
    const { insertId } = await tx.write(insertPartner, [name, JSON.stringify(theme), at]);
    for (const each of [testKey, key]) await tx.write(insertKey, [insertId, each, at]);
    await services.audit.record(tx, {
      action: 'partner.created',
      type: 'warning',
      text: 'partner.created_alone',
      values: { name: demonstrationPartner.name },
    });
    for (const { day, opens } of dayFigures(now)) {
      await tx.write(insertDay, [insertId, day, 'chat', opens, 0]);
      await tx.write(insertDay, [insertId, day, 'signup', Math.ceil(opens / 3), Math.floor(opens / 7)]);
    }
  });
}

/** How often the chat was opened on each past day of the figures. */
export function dayFigures(now: Date): { day: string; opens: number }[] {
  return Array.from({ length: seededDays - 1 }, (_, at) => {
    const daysAgo = seededDays - 1 - at;
    // By the calendar: a day on which the clocks change does not have 24 hours.
    const day = addDays(parisDay(now), -daysAgo);
    const weekend = [0, 6].includes(new Date(day).getUTCDay());
    return { day, opens: (weekend ? 4 : 11) + ((daysAgo * 7) % 5) + Math.floor((at + 1) / 12) };
  });
}
