import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { MailModule } from '../../platform/mail/mail.module';
import { AdminTicketsController } from './admin-tickets.controller';
import { AnswerMailer } from './answer-mailer.service';
import { AttachmentForm } from './attachment-form.service';
import { AttachmentsService } from './attachments.service';
import { OwnTicketsController } from './own-tickets.controller';
import { OwnTicketsService } from './own-tickets.service';
import { SupportController } from './support.controller';
import { SupportService } from './support.service';
import { TicketsService } from './tickets.service';

@Module({
  imports: [DocumentsModule, MailModule],
  controllers: [AdminTicketsController, OwnTicketsController, SupportController],
  providers: [
    AnswerMailer,
    AttachmentForm,
    AttachmentsService,
    OwnTicketsService,
    SupportService,
    TicketsService,
  ],
  exports: [AnswerMailer, SupportService],
})
export class SupportModule {}
