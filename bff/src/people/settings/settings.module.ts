import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { MailModule } from '../../platform/mail/mail.module';
import { TextMessagesModule } from '../../ports/text-messages/text-messages.module';
import { UsersModule } from '../users/users.module';
import { PasswordChangeService } from './password-change.service';
import { PreferencesService } from './preferences.service';
import { ProfileService } from './profile.service';
import { SettingsController } from './settings.controller';

@Module({
  imports: [AuthModule, MailModule, TextMessagesModule, UsersModule],
  controllers: [SettingsController],
  providers: [PasswordChangeService, PreferencesService, ProfileService],
})
export class SettingsModule {}
