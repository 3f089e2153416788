import { Readable } from 'node:stream';
import { demonstrationPeople } from '@bank/contracts/demo';
import { addDays, parisDay } from '../common/paris-day';
import type { StoredDocument } from '../documents/documents.service';
import { administrators, authorOf, type Life, type Seeding } from './life';
import { cardFormats, identityCard } from './identity-card';
import { later, timeOfDay } from './timeline';

const oldestSubmissionDays = 12;
const youngest = 19;
const reason = 'La pièce d’identité n’est pas lisible.';

/** Plans the verifications: sent soon after joining and reviewed the day after, or sent lately and not reviewed yet. */
export function planVerifications(seeding: Seeding, lives: Life[], stored: StoredDocument[]): void {
  const { services, timeline, now } = seeding;
  for (const life of lives.filter(({ kyc }) => kyc !== undefined)) {
    const waitsFor = Math.min(1 + (life.userId % oldestSubmissionDays), life.daysAgo - 1);
    const at = life.kyc === 'pending' ? timeOfDay(now, waitsFor, services.chance) : later(life.joinedAt, 2);
    let id = 0;
    timeline.add(at, async () => {
      id = await submit(seeding, life, stored);
    });
    if (life.kyc !== 'pending') timeline.add(later(at, 22), () => review(seeding, life, id));
  }
}

async function submit({ runner, services }: Seeding, life: Life, stored: StoredDocument[]): Promise<number> {
  const { first_name: firstName, last_name: lastName } = life.user;
  const { address, postalCode, city } = life.home;
  const born = addDays(parisDay(life.joinedAt), -365 * youngest - services.chance.below(365 * 45));
  const format = cardFormats[life.userId % cardFormats.length] ?? 'pdf';
  const expiryDate = addDays(parisDay(services.clock.now()), 365 * 2 + (life.userId % 2_000));
  const cardNumber = `SP${String(life.userId * 7_919).padStart(7, '0')}`;
  const card = await identityCard({ firstName, lastName, birthDate: born, expiryDate, cardNumber }, format);
  const file = await services.documents.store(Readable.from([card]), `piece-identite.${format}`);
  stored.push(file);
  const form = {
    ...{ firstName, lastName, birthDate: born, address: `${address}, ${postalCode} ${city}` },
    kinds: ['identity' as const],
  };
  await services.kyc.file(runner, authorOf(life), { form, files: [{ ...file, kind: 'identity' }] });
  const [row] = (await runner.query('SELECT MAX(id) AS id FROM kyc_submissions WHERE user_id = ?', [
    life.userId,
  ])) as [{ id: string }];
  return Number(row.id);
}

async function review({ runner, services }: Seeding, life: Life, id: number): Promise<void> {
  const [claire, , sofia] = demonstrationPeople;
  const own = life.userId === administrators.sofia;
  const by = {
    userId: own ? administrators.claire : administrators.sofia,
    email: own ? claire.email : sofia.email,
    requestId: null,
  };
  const decision =
    life.kyc === 'rejected' ? { status: 'rejected' as const, reason } : { status: 'approved' as const };
  await services.kycReview.decide(runner, by, id, decision);
}
