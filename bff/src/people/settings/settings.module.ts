import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { MailModule } from '../../platform/mail/mail.module';
import { TextMessagesModule } from '../../ports/text-messages/text-messages.module';
import { RulesModule } from '../rules/rules.module';
import { UsersModule } from '../users/users.module';
import { AlertsApproval } from './alerts-approval.service';
import { PasswordApproval } from './password-approval.service';
import { PasswordChangeService } from './password-change.service';
import { KycModule } from '../kyc/kyc.module';
import { PhoneVerificationService } from './phone-verification.service';
import { PreferencesService } from './preferences.service';
import { ProfileApproval } from './profile-approval.service';
import { ProfileService } from './profile.service';
import { SettingsController } from './settings.controller';

@Module({
  imports: [AuthModule, KycModule, MailModule, RulesModule, TextMessagesModule, UsersModule],
  controllers: [SettingsController],
  providers: [
    AlertsApproval,
    PasswordApproval,
    PasswordChangeService,
    PhoneVerificationService,
    PreferencesService,
    ProfileApproval,
    ProfileService,
  ],
})
export class SettingsModule {}
