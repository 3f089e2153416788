import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { cardSpending, cardSpendingQuery } from '@bank/contracts/card-spending';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { SpendingService } from './spending.service';

class CardSpending extends createZodDto(cardSpending) {}
class CardSpendingQuery extends createZodDto(cardSpendingQuery) {}

@ApiTags('Cards')
@Controller('carte/spending')
@Permission('cards:own')
export class SpendingController {
  constructor(private readonly spending: SpendingService) {}

  @Get()
  @Operation('What the caller’s cards spent in each of the last months, by kind of merchant')
  @ZodResponse({ status: 200, type: CardSpending })
  read(@CurrentContext() { actor }: RequestContext, @Query() query: CardSpendingQuery) {
    return this.spending.read(actor.userId, query);
  }
}
