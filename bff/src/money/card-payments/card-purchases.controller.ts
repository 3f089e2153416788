import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { cardPurchaseList, cardPurchaseQuery } from '@bank/contracts/card-purchases';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { CardPurchasesService } from './card-purchases.service';

class CardPurchaseList extends createZodDto(cardPurchaseList) {}
class CardPurchaseQuery extends createZodDto(cardPurchaseQuery) {}

@ApiTags('Cards')
@Controller('carte/purchases')
@Permission('cards:own')
export class CardPurchasesController {
  constructor(private readonly purchases: CardPurchasesService) {}

  @Get()
  @Operation('What the caller’s cards were used for, newest first, declined uses with the reason')
  @ZodResponse({ status: 200, type: CardPurchaseList })
  list(@CurrentContext() context: RequestContext, @Query() query: CardPurchaseQuery) {
    return this.purchases.list(context, query);
  }
}
