import { Module } from '@nestjs/common';
import { AuthModule } from '../../people/auth/auth.module';
import { StaffApprovalsModule } from '../../people/staff-approvals/staff-approvals.module';
import { PaymentRailModule } from '../../ports/payment-rail/payment-rail.module';
import { ScreeningModule } from '../../people/screening/screening.module';
import { AddressBookService } from './address-book.service';
import { BeneficiariesController } from './beneficiaries.controller';
import { BeneficiariesService } from './beneficiaries.service';
import { PayeesController } from './payees.controller';
import { PayeesService } from './payees.service';

@Module({
  imports: [AuthModule, PaymentRailModule, ScreeningModule, StaffApprovalsModule],
  controllers: [BeneficiariesController, PayeesController],
  providers: [AddressBookService, BeneficiariesService, PayeesService],
  exports: [AddressBookService],
})
export class PayeesModule {}
