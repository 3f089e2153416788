import { Injectable } from '@nestjs/common';
import { publicIncidentText, publicKinds } from '@bank/contracts/incident-texts';
import type {
  Incident,
  IncidentEntryKind,
  IncidentSeverity,
  StatusComponent,
} from '@bank/contracts/incidents';
import type { Language } from '@bank/contracts/language';
import { AuditService } from '../audit/audit.service';
import { type Connection, Database, type Transaction } from '../database/database';
import { EventsService } from '../events/events.service';
import { Clock } from '../time/clock.service';
import * as sql from './incidents.sql';

/** The kind of an incident, and its subject, such as a payment's reference. */
export interface NewIncident {
  kind: string;
  subject: string;
  severity: IncidentSeverity;
  params?: Record<string, string | number>;
}

/** Everybody's view of an incident from its beginning. */
interface PublicFace {
  components: readonly StatusComponent[];
  title: { fr: string; en: string };
}

export interface NewEntry {
  kind: IncidentEntryKind;
  authorId?: number;
  value?: string;
  text?: string;
  public?: { fr: string; en: string };
}

const subjectLength = 120;

/** Incidents of the bank (the bank and the world, section 6): opening them, writing their timeline, and their recovery. */
@Injectable()
export class IncidentsService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens what the bank itself found, with a line in the activity log. The same kind and subject opens no second one while one
   * is open. Kinds that customers notice are public at once.
   */
  async open(tx: Transaction, wanted: NewIncident): Promise<void> {
    const components = publicKinds[wanted.kind];
    const face = components && { components, title: publicIncidentText(wanted.kind) };
    const id = await this.insert(tx, wanted, face);
    if (id === undefined) {
      const { kind, subject } = wanted;
      await tx.write(sql.seeAgain, [kind, subject.slice(0, subjectLength)]);
      return;
    }
    await this.write(tx, id, { kind: 'opened' });
    const { kind, subject } = wanted;
    await this.audit.record(tx, { action: 'incident.opened', type: 'error', values: { kind, subject } });
  }

  /** Whether an incident of a kind and subject was ever opened. */
  isKnown(connection: Connection, kind: string, subject: string): Promise<boolean> {
    return connection.exists(sql.known, [kind, subject.slice(0, subjectLength)]);
  }

  /** Whether an incident of a kind and subject is open. */
  isOpen(connection: Connection, kind: string, subject: string): Promise<boolean> {
    return connection.exists(sql.open, [kind, subject.slice(0, subjectLength)]);
  }

  /** The subjects of the open incidents of a kind. */
  async openSubjects(connection: Connection, kind: string): Promise<string[]> {
    return (await connection.rows(sql.subjectRow, sql.openOfKind, [kind])).map(({ subject }) => subject);
  }

  /** Inserts an incident and returns its id; undefined while one of the same kind and subject is open. */
  async insert(tx: Transaction, wanted: NewIncident, face?: PublicFace): Promise<number | undefined> {
    const { kind, subject, severity, params = {} } = wanted;
    const now = this.clock.now();
    const components = face?.components.join(',') ?? '';
    const isPublic = components !== '';
    const texts = [face?.title.fr ?? null, face?.title.en ?? null];
    const facts = [kind, subject.slice(0, subjectLength), severity, JSON.stringify(params)];
    const { insertId, affectedRows } = await tx.write(sql.insertIncident, [
      [...facts, components, isPublic, ...texts, now],
    ]);
    if (affectedRows === 0) return undefined;
    this.events.emit(tx, 'administrators', 'incident', { id: insertId });
    return insertId;
  }

  /** Appends to an incident's timeline. */
  async write(tx: Transaction, id: number, entry: NewEntry): Promise<void> {
    await tx.write(sql.insertEntries, [[this.rowOf(id, entry)]]);
  }

  private rowOf(id: number, entry: NewEntry): unknown[] {
    const { kind, authorId = null, value = '', text = '', public: line } = entry;
    return [id, kind, authorId, value, text, line?.fr ?? null, line?.en ?? null, this.clock.now()];
  }

  /**
   * Closes the open incident of a cause that is gone.
   * @param quietSeconds how long the cause was not seen, since another server may still see it
   */
  recover(tx: Transaction, kind: string, subject: string, quietSeconds: number): Promise<void> {
    return this.recoverAll(tx, kind, [subject], quietSeconds);
  }

  /** As `recover`, for many causes of one kind in few statements. */
  async recoverAll(tx: Transaction, kind: string, subjects: string[], quietSeconds = 0): Promise<void> {
    if (subjects.length === 0) return;
    const stored = subjects.map((subject) => subject.slice(0, subjectLength));
    const found = await tx.rows(sql.recoveredRow, sql.lockRecovered, [kind, stored, quietSeconds]);
    if (found.length === 0) return;
    await tx.write(sql.close, [this.clock.now(), found.map(({ id }) => id)]);
    const line = { public: publicIncidentText('recovered') };
    const entries = found.map(({ id, is_public: isPublic }) =>
      this.rowOf(id, { kind: 'recovered', ...(isPublic && line) }),
    );
    await tx.write(sql.insertEntries, [entries]);
    for (const { id, subject } of found) {
      await this.audit.record(tx, { action: 'incident.recovered', type: 'info', values: { kind, subject } });
      this.events.emit(tx, 'administrators', 'incident', { id });
    }
  }

  /** The newest incidents in a language, open ones and closed ones. */
  latest(limit: number, language: Language, connection: Connection = this.database): Promise<Incident[]> {
    return connection.rows(sql.incidentRow, sql.newest, [language, limit]);
  }
}
