import { close } from '../platform/incidents/incidents.sql';
import { parisDay } from '../platform/time/paris-day';
import type { DemoPerson, Seeding } from './demo-person';
import { later, morningOf } from './timeline';

/** A few days before the end of the month before that of a moment (Paris). */
export const daysSinceIncident = (now: Date): number => Number(parisDay(now).slice(-2)) + 4;

const take = 'UPDATE incidents SET owner_id = ?, version = version + 1 WHERE id = ?';

const words = {
  title: { fr: 'Virements vers les autres banques ralentis', en: 'Payments to other banks were slow' },
  seen: {
    fr: 'Des virements vers les autres banques partent avec du retard. Aucun argent n’est perdu. Nous cherchons la cause.',
    en: 'Some payments to other banks leave late. No money is lost. We are looking for the cause.',
  },
  mended: {
    fr: 'La chambre de compensation répond de nouveau. Les virements en attente sont partis.',
    en: 'The clearing house answers again. The waiting payments have left.',
  },
  report:
    'La chambre de compensation n’a pas répondu pendant 70\u00a0minutes après un changement de certificat de son côté. ' +
    'Les messages en attente ont été renvoyés, aucun deux fois. Elle annonce désormais ces changements une semaine avant.',
};

/** Plans one incident of last month, which Sofia worked on and closed with a report. */
export function planIncidents({ tx, services, timeline, now }: Seeding, named: DemoPerson[]): void {
  const [, , sofia] = named;
  if (!sofia) throw new Error('the demonstration lacks its people');
  const { incidents, clock } = services;
  const at = morningOf(now, daysSinceIncident(now));
  const authorId = sofia.userId;
  let id = 0;
  timeline.add(at, async () => {
    const wanted = { kind: 'by_hand', subject: words.title.fr, severity: 'medium' } as const;
    const face = { components: ['payments', 'instant'] as const, title: words.title };
    id = (await incidents.insert(tx, wanted, face)) ?? 0;
    await incidents.write(tx, id, { kind: 'opened', authorId });
    await tx.write(take, [authorId, id]);
    await incidents.write(tx, id, { kind: 'taken', authorId });
    await incidents.write(tx, id, { kind: 'public', authorId, public: words.seen });
  });
  timeline.add(later(at, 1), () =>
    incidents.write(tx, id, { kind: 'public', authorId, public: words.mended }),
  );
  timeline.add(later(at, 3), async () => {
    await tx.write(close, [clock.now(), id]);
    await incidents.write(tx, id, { kind: 'closed', authorId, text: words.report });
  });
}
