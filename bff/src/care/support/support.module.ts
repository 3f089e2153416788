import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { MailModule } from '../../platform/mail/mail.module';
import { AdminTicketsController } from './admin-tickets.controller';
import { AnswerMailer } from './answer-mailer.service';
import { AttachmentForm } from './attachment-form.service';
import { AttachmentsService } from './attachments.service';
import { SupportController } from './support.controller';
import { SupportService } from './support.service';
import { TicketEntity } from './ticket.entity';
import { TicketsService } from './tickets.service';

@Module({
  imports: [DocumentsModule, MailModule, TypeOrmModule.forFeature([TicketEntity])],
  controllers: [AdminTicketsController, SupportController],
  providers: [AnswerMailer, AttachmentForm, AttachmentsService, SupportService, TicketsService],
  exports: [AnswerMailer],
})
export class SupportModule {}
