import { Global, Module } from '@nestjs/common';
import { BankSettingsService } from './bank-settings.service';

@Global()
@Module({ providers: [BankSettingsService], exports: [BankSettingsService] })
export class BankSettingsModule {}
