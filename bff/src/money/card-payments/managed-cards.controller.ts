import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { blockCardRequest, managedCards } from '@bank/contracts/admin-cards';
import { cardChanged } from '@bank/contracts/cards';
import { idParameter } from '@bank/contracts/pagination';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { ManagedCardsService } from './managed-cards.service';

class BlockCardRequest extends createZodDto(blockCardRequest) {}
class CardChanged extends createZodDto(cardChanged) {}
class IdParameter extends createZodDto(idParameter) {}
class ManagedCards extends createZodDto(managedCards) {}

@ApiTags('Administration')
@Controller('admin')
@Permission('users:manage')
export class ManagedCardsController {
  constructor(private readonly cards: ManagedCardsService) {}

  @Get('users/:id/cards')
  @Operation('A person’s cards and their last uses, declined ones with the reason')
  @ZodResponse({ status: 200, type: ManagedCards })
  list(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.cards.of(id, context);
  }

  @Put('cards/:id/block')
  @Operation('Blocks a person’s card for the bank, or lifts that, with a reason; its holder cannot lift it', {
    errors: ['CARD_INACTIVE', 'OWN_USER_CHANGE'],
  })
  @ZodResponse({ status: 200, type: CardChanged })
  block(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: BlockCardRequest,
  ) {
    return this.cards.setBlock(context, id, request);
  }
}
