import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  type IncidentChangeRequest,
  type IncidentCloseRequest,
  type IncidentNoteRequest,
  type IncidentOwnerRequest,
  type IncidentPublicRequest,
  incidentSeverities,
  incidentStates,
  type OpenIncidentRequest,
  type StaffIncident,
} from '@bank/contracts/incidents';
import type { LogFacts, LogTextName } from '@bank/contracts/log-texts';
import { AuditService } from '../../platform/audit/audit.service';
import { rowOf, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { close } from '../../platform/incidents/incidents.sql';
import { Clock } from '../../platform/time/clock.service';
import { StaffIncidentsService } from './staff-incidents.service';

const lock =
  'SELECT id, state, severity, version, owner_id AS ownerId FROM incidents WHERE id = ? FOR UPDATE';
const lockedRow = rowOf({
  id: whole,
  state: z.enum(incidentStates),
  severity: z.enum(incidentSeverities),
  version: whole,
  ownerId: whole.nullable(),
});
type Locked = z.output<typeof lockedRow>;

const own = 'UPDATE incidents SET owner_id = ?, version = version + 1 WHERE id = ?';
const change = 'UPDATE incidents SET severity = ?, state = ?, version = version + 1 WHERE id = ?';
const publish = `
  UPDATE incidents SET is_public = 1, title_fr = ?, title_en = ?, components = ?, version = version + 1 WHERE id = ?`;

/** Staff's changes to incidents. Every step is logged, and written in the timeline. */
@Injectable()
export class IncidentWorkService {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly incidents: IncidentsService,
    private readonly staffIncidents: StaffIncidentsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** Opens an incident; with components, everybody reads its title. @throws ApiException INCIDENT_OPEN for a title twice. */
  open(request: OpenIncidentRequest, context: RequestContext): Promise<StaffIncident> {
    const { severity, title_fr: fr, title_en: en, components, text } = request;
    return this.idempotency.once(context.idempotency, async (tx) => {
      const face = { components, title: { fr, en } };
      const id = await this.incidents.insert(tx, { kind: 'by_hand', subject: fr, severity }, face);
      if (id === undefined)
        throw new ApiException('INCIDENT_OPEN', { fields: { title_fr: 'INCIDENT_OPEN' } });
      const authorId = context.actor.userId;
      await this.incidents.write(tx, id, { kind: 'opened', authorId, text });
      const values = { subject: fr };
      await this.audit.record(tx, {
        action: 'incident.opened_by_hand',
        type: 'warning',
        values,
        ...authorOf(context),
      });
      return this.staffIncidents.one(id, tx);
    });
  }

  /** A note for colleagues, also once it is closed. @throws ApiException NOT_FOUND. */
  note(id: number, { text }: IncidentNoteRequest, context: RequestContext): Promise<StaffIncident> {
    return this.work(id, context, async (tx) => {
      await this.incidents.write(tx, id, { kind: 'note', authorId: context.actor.userId, text });
      await this.log(tx, 'incident.noted', { id }, context);
    });
  }

  /**
   * Takes an incident that nobody has, or puts one back.
   * @throws ApiException NOT_FOUND, INCIDENT_CLOSED, INCIDENT_CHANGED; INCIDENT_TAKEN when a colleague has it.
   */
  own(id: number, { owner, version }: IncidentOwnerRequest, context: RequestContext): Promise<StaffIncident> {
    return this.work(id, context, async (tx, found) => {
      mustBeOpen(found, version);
      const { userId } = context.actor;
      const isTaken = owner === 'me';
      if (isTaken && found.ownerId !== null && found.ownerId !== userId)
        throw new ApiException('INCIDENT_TAKEN');
      await tx.write(own, [isTaken ? userId : null, id]);
      await this.incidents.write(tx, id, { kind: isTaken ? 'taken' : 'put_back', authorId: userId });
      await this.log(tx, isTaken ? 'incident.taken' : 'incident.put_back', { id }, context);
    });
  }

  /** @throws ApiException NOT_FOUND, INCIDENT_CLOSED, INCIDENT_CHANGED. */
  change(id: number, request: IncidentChangeRequest, context: RequestContext): Promise<StaffIncident> {
    const { severity, state, version } = request;
    return this.work(id, context, async (tx, found) => {
      mustBeOpen(found, version);
      await tx.write(change, [severity, state, id]);
      const authorId = context.actor.userId;
      if (severity !== found.severity)
        await this.incidents.write(tx, id, { kind: 'severity', authorId, value: severity });
      if (state !== found.state)
        await this.incidents.write(tx, id, { kind: 'state', authorId, value: state });
      await this.log(tx, 'incident.changed', { id, severity, state }, context);
    });
  }

  /**
   * Adds a line that everybody reads, which makes the incident public.
   * @throws ApiException NOT_FOUND, INCIDENT_CLOSED, INCIDENT_CHANGED.
   */
  publish(id: number, request: IncidentPublicRequest, context: RequestContext): Promise<StaffIncident> {
    const { title_fr, title_en, text_fr: fr, text_en: en, components, version } = request;
    return this.work(id, context, async (tx, found) => {
      mustBeOpen(found, version);
      await tx.write(publish, [title_fr, title_en, components.join(','), id]);
      const authorId = context.actor.userId;
      await this.incidents.write(tx, id, { kind: 'public', authorId, public: { fr, en } });
      await this.log(tx, 'incident.published', { id }, context);
    });
  }

  /** Closes an incident with what was learnt. @throws ApiException NOT_FOUND, INCIDENT_CLOSED, INCIDENT_CHANGED. */
  close(
    id: number,
    { text, version }: IncidentCloseRequest,
    context: RequestContext,
  ): Promise<StaffIncident> {
    return this.work(id, context, async (tx, found) => {
      mustBeOpen(found, version);
      await tx.write(close, [this.clock.now(), id]);
      await this.incidents.write(tx, id, { kind: 'closed', authorId: context.actor.userId, text });
      await this.log(tx, 'incident.closed', { id }, context);
    });
  }

  /** Works on an incident, locked, once for a key; returns it as it then is. */
  private work(
    id: number,
    context: RequestContext,
    work: (tx: Transaction, found: Locked) => Promise<void>,
  ): Promise<StaffIncident> {
    return this.idempotency.once(context.idempotency, async (tx) => {
      await work(tx, await tx.found(lockedRow, lock, [id]));
      this.events.emit(tx, 'administrators', 'incident', { id });
      return this.staffIncidents.one(id, tx);
    });
  }

  private log(
    tx: Transaction,
    action: LogTextName,
    values: LogFacts['values'],
    context: RequestContext,
  ): Promise<void> {
    return this.audit.record(tx, { action, type: 'info', values, ...authorOf(context) });
  }
}

function mustBeOpen({ state, version }: Locked, read: number): void {
  if (state === 'closed') throw new ApiException('INCIDENT_CLOSED');
  if (version !== read) throw new ApiException('INCIDENT_CHANGED');
}
