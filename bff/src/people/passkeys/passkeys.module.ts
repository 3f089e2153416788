import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { UsersModule } from '../users/users.module';
import { Assertions } from './assertions.service';
import { PasskeyChallenges } from './passkey-challenges.service';
import { PasskeyRegistrations } from './passkey-registration.service';
import { PasskeySettingsController } from './passkey-settings.controller';
import { PasskeySettings } from './passkey-settings.service';
import { PasskeySignIn } from './passkey-sign-in.service';
import { PasskeyStore } from './passkey-store.service';
import { PasskeysController } from './passkeys.controller';
import { PasskeysService } from './passkeys.service';

@Module({
  imports: [AuthModule, UsersModule],
  controllers: [PasskeysController, PasskeySettingsController],
  providers: [
    Assertions,
    PasskeyChallenges,
    PasskeyRegistrations,
    PasskeySettings,
    PasskeySignIn,
    PasskeyStore,
    PasskeysService,
  ],
  exports: [PasskeysService],
})
export class PasskeysModule {}
