import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { PaymentRailModule } from '../../ports/payment-rail/payment-rail.module';
import { RulesModule } from '../../people/rules/rules.module';
import { ScreeningModule } from '../../people/screening/screening.module';
import { AddressBookService } from './address-book.service';
import { BeneficiariesController } from './beneficiaries.controller';
import { BeneficiariesService } from './beneficiaries.service';
import { BeneficiaryApproval } from './beneficiary-approval.service';
import { CustomerNamesService } from './customer-names.service';
import { PayeesController } from './payees.controller';
import { PayeesService } from './payees.service';
import { RecentPayeesService } from './recent-payees.service';

@Module({
  imports: [AccountsModule, PaymentRailModule, RulesModule, ScreeningModule],
  controllers: [BeneficiariesController, PayeesController],
  providers: [
    AddressBookService,
    BeneficiariesService,
    BeneficiaryApproval,
    CustomerNamesService,
    PayeesService,
    RecentPayeesService,
  ],
  exports: [AddressBookService, CustomerNamesService],
})
export class PayeesModule {}
