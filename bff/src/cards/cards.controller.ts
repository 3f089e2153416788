import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import {
  cardChanged,
  cardCreated,
  cardList,
  cardStatusRequest,
  cardWritten,
  createCardRequest,
  writeCardRequest,
} from '@bank/contracts/cards';
import { idParameter } from '@bank/contracts/pagination';
import { CurrentActor, type Actor } from '../common/actor';
import { CurrentCall, type Call } from '../common/call';
import { CurrentKeyedCall, type KeyedCall } from '../common/idempotency';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
import { CardStatusService } from './card-status.service';
import { CardWritesService } from './card-writes.service';
import { CardsService } from './cards.service';

class CardChanged extends createZodDto(cardChanged) {}
class CardCreated extends createZodDto(cardCreated) {}
class CardList extends createZodDto(cardList) {}
class CardStatusRequest extends createZodDto(cardStatusRequest) {}
class CardWritten extends createZodDto(cardWritten) {}
class CreateCardRequest extends createZodDto(createCardRequest) {}
class IdParameter extends createZodDto(idParameter) {}
class WriteCardRequest extends createZodDto(writeCardRequest) {}

@ApiTags('Cards')
@Controller()
@Permission('cards:own')
export class CardsController {
  constructor(
    private readonly cards: CardsService,
    private readonly statuses: CardStatusService,
    private readonly writes: CardWritesService,
  ) {}

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

  @Put('carte/:id/status')
  @Operation('Blocks one of the caller’s cards, or lifts the block', { errors: ['CARD_INACTIVE'] })
  @ZodResponse({ status: 200, type: CardChanged })
  setStatus(
    @CurrentActor() actor: Actor,
    @Param() { id }: IdParameter,
    @Body() request: CardStatusRequest,
    @CurrentCall() call: Call,
  ) {
    return this.statuses.set(actor, id, request, call);
  }

  @Post('carte/write')
  @Operation('Writes to the magnetic stripe of one of the caller’s cards; what is written is not kept', {
    errors: ['NOT_FOUND', 'CARD_BLOCKED', 'CARD_INACTIVE', 'CARD_DATA_REQUIRED'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: CardWritten })
  write(
    @Body() request: WriteCardRequest,
    @CurrentActor() actor: Actor,
    @CurrentKeyedCall() keyed: KeyedCall,
    @CurrentCall() call: Call,
  ) {
    return this.writes.write(actor, request, keyed, call);
  }
}
