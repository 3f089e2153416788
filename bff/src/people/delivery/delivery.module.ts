import { Module } from '@nestjs/common';
import { MailModule } from '../../platform/mail/mail.module';
import { TextMessagesModule } from '../../ports/text-messages/text-messages.module';
import { AuthModule } from '../auth/auth.module';
import { PushModule } from '../push/push.module';
import { allChannels, type Channel } from './channel';
import { BouncesService } from './bounces.service';
import { DelivererService } from './deliverer.service';
import { EmailChannel } from './email.channel';
import { FormerAddressesService } from './former-addresses.service';
import { PushChannel } from './push.channel';
import { SmsChannel } from './sms.channel';

const channels = [EmailChannel, SmsChannel, PushChannel];

/** Delivers notifications by mail, SMS and push. */
@Module({
  imports: [AuthModule, MailModule, PushModule, TextMessagesModule],
  providers: [
    ...channels,
    { provide: allChannels, inject: channels, useFactory: (...found: Channel[]) => found },
    BouncesService,
    DelivererService,
    FormerAddressesService,
  ],
})
export class DeliveryModule {}
