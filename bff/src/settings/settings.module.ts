import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { MailModule } from '../mail/mail.module';
import { UsersModule } from '../users/users.module';
import { PasswordChangeService } from './password-change.service';
import { PreferencesService } from './preferences.service';
import { ProfileService } from './profile.service';
import { SettingsController } from './settings.controller';
import { TwoFactorController } from './two-factor.controller';

@Module({
  imports: [AuthModule, MailModule, UsersModule],
  controllers: [SettingsController, TwoFactorController],
  providers: [PasswordChangeService, PreferencesService, ProfileService],
})
export class SettingsModule {}
