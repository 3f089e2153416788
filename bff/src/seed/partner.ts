import { demonstrationPartner } from '@bank/contracts/demo';
import { partnerFigureDays } from '@bank/contracts/partners';
import { addDays, parisDay } from '../common/paris-day';
import type { Seeding } from './life';
import { later } from './timeline';

const insertPartner = 'INSERT INTO partners (name, theme, created_at) VALUES (?, ?, ?)';
const insertKey = 'INSERT INTO partner_keys (partner_id, publishable_key, created_at) VALUES (?, ?, ?)';
const insertDay = 'INSERT INTO partner_days (partner_id, day, widget, opens, signups) VALUES (?, ?, ?, ?, ?)';

/** The colours of the association's own pages. */
const theme = {
  ...{ brand: '#8f3623', surface: '#fffdf8', ink: '#2b2420' },
  ...{ muted: '#5f5349', line: '#cbbba0', radius: '4px' },
};

/**
 * Plans the housing association that shows the bank's widgets, and what people did with them. Its origin is the
 * partner site of whatever server runs, which adds it (`DemonstrationPartner`).
 */
export function planPartner(seeding: Seeding): void {
  const { runner, services, timeline, now } = seeding;
  timeline.add(later(now, -24 * partnerFigureDays), async () => {
    const at = services.clock.now();
    const { insertId } = (await runner.query(insertPartner, [
      demonstrationPartner.name,
      JSON.stringify(theme),
      at,
    ])) as { insertId: number };
    await runner.query(insertKey, [insertId, demonstrationPartner.key, at]);
    await services.audit.record(runner, {
      action: 'partner.created',
      type: 'warning',
      message: `Partenaire « ${demonstrationPartner.name} » créé.`,
    });
    for (const { day, opens } of dayFigures(now)) {
      await runner.query(insertDay, [insertId, day, 'chat', opens, 0]);
      await runner.query(insertDay, [insertId, day, 'signup', Math.ceil(opens / 3), Math.floor(opens / 7)]);
    }
  });
}

/** How often the chat was opened on each day of the figures that is over: a picture that looks like one of people. */
export function dayFigures(now: Date): { day: string; opens: number }[] {
  return Array.from({ length: partnerFigureDays - 1 }, (_, at) => {
    const daysAgo = partnerFigureDays - 1 - at;
    // By the calendar: a day of which the clocks change has not 24 hours.
    const day = addDays(parisDay(now), -daysAgo);
    const weekend = [0, 6].includes(new Date(day).getUTCDay());
    return { day, opens: (weekend ? 4 : 11) + ((daysAgo * 7) % 5) + Math.floor((at + 1) / 6) };
  });
}
