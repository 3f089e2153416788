import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { TwoFactorController } from './two-factor.controller';

@Module({ imports: [AuthModule], controllers: [TwoFactorController] })
export class SettingsModule {}
