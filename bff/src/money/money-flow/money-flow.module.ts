import { Module } from '@nestjs/common';
import { MoneyFlowController } from './money-flow.controller';
import { MoneyFlowService } from './money-flow.service';

@Module({ controllers: [MoneyFlowController], providers: [MoneyFlowService] })
export class MoneyFlowModule {}
