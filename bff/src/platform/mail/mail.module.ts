import { Module } from '@nestjs/common';
import { MailService } from './mail.service';
import { Outbox } from './outbox.service';

@Module({ providers: [MailService, Outbox], exports: [MailService] })
export class MailModule {}
