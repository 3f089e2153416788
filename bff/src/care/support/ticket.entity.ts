import { Column, Entity, PrimaryColumn } from 'typeorm';
import { languages, type Language } from '@bank/contracts/language';
import { ticketCategories, ticketPriorities, type ContactRequest } from '@bank/contracts/support';
import { ticketStatuses, type TicketStatus } from '@bank/contracts/tickets';
import { identifierColumn } from '../../platform/database/money-column';

@Entity('tickets')
export class TicketEntity {
  @PrimaryColumn({ ...identifierColumn, unsigned: true, generated: 'increment' })
  id: number;

  /** Shown to the person who wrote: `BPCS-…`. */
  @Column({ type: 'varchar', length: 20 })
  reference: string;

  /** Null for a person who was not signed in. */
  @Column({ name: 'user_id', type: 'int', unsigned: true, nullable: true })
  userId: number | null;

  @Column({ name: 'first_name', type: 'varchar', length: 80 })
  firstName: string;

  @Column({ name: 'last_name', type: 'varchar', length: 80 })
  lastName: string;

  @Column({ type: 'varchar', length: 254 })
  email: string;

  @Column({ type: 'varchar', length: 30, nullable: true })
  phone: string | null;

  @Column({ type: 'enum', enum: ticketCategories })
  category: ContactRequest['category'];

  @Column({ type: 'enum', enum: ticketPriorities })
  priority: ContactRequest['priority'];

  @Column({ type: 'varchar', length: 200 })
  subject: string;

  @Column({ type: 'text' })
  message: string;

  @Column({ type: 'enum', enum: ticketStatuses, default: 'open' })
  status: TicketStatus;

  /** Of the answers. */
  @Column({ type: 'enum', enum: languages })
  language: Language;

  /** JSON of the chat that the person attached. */
  @Column({ type: 'mediumtext', nullable: true })
  conversation: string | null;

  /** The promised time of the answer. */
  @Column({ name: 'answer_by', type: 'datetime', precision: 3 })
  answerBy: Date;

  @Column({ name: 'created_at', type: 'datetime', precision: 3 })
  createdAt: Date;
}
