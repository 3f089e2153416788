import { Readable } from 'node:stream';
import { addDays } from '@bank/contracts/days';
import { demonstrationPeople } from '@bank/contracts/demo';
import { parisDay } from '../platform/time/paris-day';
import type { StoredDocument } from '../platform/documents/document-storage.service';
import { administrators, authorOf, type DemoPerson, type Seeding } from './demo-person';
import { cardFormats, drawIdentityCard } from './identity-card';
import { later, timeOfDay } from './timeline';

const oldestSubmissionDays = 12;
const youngest = 19;
const reason = 'La pièce d’identité n’est pas lisible.';

/** Plans the verifications: submitted after joining and reviewed the day after, or submitted lately and pending. */
export function planVerifications(seeding: Seeding, people: DemoPerson[], stored: StoredDocument[]): void {
  const { services, timeline, now } = seeding;
  for (const person of people.filter(({ kyc }) => kyc !== undefined)) {
    const waitsFor = Math.min(1 + (person.userId % oldestSubmissionDays), person.daysAgo - 1);
    const at =
      person.kyc === 'pending' ? timeOfDay(now, waitsFor, services.random) : later(person.joinedAt, 2);
    let id = 0;
    timeline.add(at, async () => {
      id = await submit(seeding, person, stored);
    });
    if (person.kyc !== 'pending') timeline.add(later(at, 22), () => review(seeding, person, id));
  }
}

async function submit(
  { tx, services }: Seeding,
  person: DemoPerson,
  stored: StoredDocument[],
): Promise<number> {
  const { first_name: firstName, last_name: lastName } = person.user;
  const { address, postalCode, city } = person.home;
  const born = addDays(parisDay(person.joinedAt), -365 * youngest - services.random.below(365 * 45));
  const format = cardFormats[person.userId % cardFormats.length] ?? 'pdf';
  const expiryDate = addDays(parisDay(services.clock.now()), 365 * 2 + (person.userId % 2_000));
  const cardNumber = `SP${String(person.userId * 7_919).padStart(7, '0')}`;
  const card = await drawIdentityCard(
    { firstName, lastName, birthDate: born, expiryDate, cardNumber },
    format,
  );
  const file = await services.documents.store(Readable.from([card]), `piece-identite.${format}`);
  stored.push(file);
  const form = {
    firstName,
    lastName,
    birthDate: born,
    address: `${address}, ${postalCode} ${city}`,
    kinds: ['identity' as const],
  };
  await services.kyc.file(tx, authorOf(person), { form, files: [{ ...file, kind: 'identity' }] });
  return tx.count('SELECT MAX(id) FROM kyc_submissions WHERE user_id = ?', [person.userId]);
}

async function review({ tx, services }: Seeding, person: DemoPerson, id: number): Promise<void> {
  const [claire, , sofia] = demonstrationPeople;
  const own = person.userId === administrators.sofia;
  const by = {
    userId: own ? administrators.claire : administrators.sofia,
    email: own ? claire.email : sofia.email,
    requestId: null,
  };
  const decision =
    person.kyc === 'rejected' ? { status: 'rejected' as const, reason } : { status: 'approved' as const };
  await services.kycReview.decide(tx, by, id, decision);
}
