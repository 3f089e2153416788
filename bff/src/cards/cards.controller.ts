import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { cardCreated, cardList, createCardRequest } from '@bank/contracts/cards';
import { CurrentActor, type Actor } from '../common/actor';
import { CurrentCall, type Call } from '../common/call';
import { CurrentKeyedCall, type KeyedCall } from '../common/idempotency';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
import { CardsService } from './cards.service';

class CardCreated extends createZodDto(cardCreated) {}
class CardList extends createZodDto(cardList) {}
class CreateCardRequest extends createZodDto(createCardRequest) {}

@ApiTags('Cards')
@Controller()
@Permission('cards:own')
export class CardsController {
  constructor(private readonly cards: CardsService) {}

  @Get('carte')
  @Operation('The caller’s cards')
  @ZodResponse({ status: 200, type: CardList })
  list(@CurrentActor() actor: Actor) {
    return this.cards.list(actor.userId);
  }

  @Post('cards/create')
  @Operation('Issues a card at once', { errors: ['NOT_FOUND'], idempotent: true })
  @ZodResponse({ status: 201, type: CardCreated })
  create(
    @Body() request: CreateCardRequest,
    @CurrentActor() actor: Actor,
    @CurrentKeyedCall() keyed: KeyedCall,
    @CurrentCall() call: Call,
  ) {
    return this.cards.create(actor, request, keyed, call);
  }
}
