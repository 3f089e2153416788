import { Global, Module } from '@nestjs/common';
import { BankSettingsService } from './bank-settings.service';
import { Demonstration } from './demonstration.service';

@Global()
@Module({ providers: [BankSettingsService, Demonstration], exports: [BankSettingsService, Demonstration] })
export class BankSettingsModule {}
