import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../platform/documents/documents.module';
import { CasesModule } from '../../people/cases/cases.module';
import { KycModule } from '../../people/kyc/kyc.module';
import { AccountsModule } from '../accounts/accounts.module';
import { CardPaymentsModule } from '../card-payments/card-payments.module';
import { CardsModule } from '../cards/cards.module';
import { DirectDebitsModule } from '../direct-debits/direct-debits.module';
import { PaymentsModule } from '../payments/payments.module';
import { StandingOrdersModule } from '../standing-orders/standing-orders.module';
import { AppealSubjects } from './appeal-subjects.service';
import { AppealsController } from './appeals.controller';
import { AppealsService } from './appeals.service';

@Module({
  imports: [
    AccountsModule,
    CardPaymentsModule,
    CardsModule,
    CasesModule,
    DocumentsModule,
    DirectDebitsModule,
    KycModule,
    PaymentsModule,
    StandingOrdersModule,
  ],
  controllers: [AppealsController],
  providers: [AppealSubjects, AppealsService],
})
export class AppealsModule {}
