import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type Incident, incidentSeverities } from '@bank/contracts/rail-state';
import { AuditService } from '../audit/audit.service';
import { isoMoment, rowOf, text, whole } from '../database/columns';
import { Database, type Transaction } from '../database/database';
import { Clock } from '../time/clock.service';

/** What is wrong: a kind, and what it is about, such as a payment's reference. */
export interface NewIncident {
  kind: string;
  subject: string;
  severity: Incident['severity'];
  params?: Record<string, string | number>;
}

const insert = `
  INSERT IGNORE INTO incidents (kind, subject, severity, params, opened_at) VALUES (?, ?, ?, ?, ?)`;

const newest = `
  SELECT id, kind, subject, severity, opened_at, closed_at FROM incidents ORDER BY id DESC LIMIT ?`;
const incidentRow = rowOf({
  id: whole,
  kind: text,
  subject: text,
  severity: z.enum(incidentSeverities),
  opened_at: isoMoment,
  closed_at: isoMoment.nullable(),
});

/** Incidents that the bank opens by itself (the bank and the world, sections 3 and 6). */
@Injectable()
export class IncidentsService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Opens an incident, with a line in the activity log; the same kind and subject opens one only. */
  async open(tx: Transaction, { kind, subject, severity, params = {} }: NewIncident): Promise<void> {
    const values = [kind, subject.slice(0, 120), severity, JSON.stringify(params), this.clock.now()];
    const { affectedRows } = await tx.write(insert, values);
    if (affectedRows === 0) return;
    await this.audit.record(tx, { action: 'incident.opened', type: 'error', values: { kind, subject } });
  }

  /** The newest incidents, open ones and closed ones. */
  latest(limit: number): Promise<Incident[]> {
    return this.database.rows(incidentRow, newest, [limit]);
  }
}
