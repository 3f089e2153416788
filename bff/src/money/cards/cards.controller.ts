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
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
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
  list(@CurrentContext() context: RequestContext) {
    return this.cards.list(context.actor.userId);
  }

  @Post('cards/create')
  @Operation('Issues a card at once', { errors: ['NOT_FOUND', 'LIMIT_OF_LEVEL'], idempotent: true })
  @ZodResponse({ status: 201, type: CardCreated })
  create(@CurrentContext() context: RequestContext, @Body() request: CreateCardRequest) {
    return this.cards.create(context, request);
  }

  @Put('carte/:id/status')
  @Operation('Blocks one of the caller’s cards, or lifts the block', { errors: ['CARD_INACTIVE'] })
  @ZodResponse({ status: 200, type: CardChanged })
  setStatus(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: CardStatusRequest,
  ) {
    return this.statuses.set(context, id, request);
  }

  @Post('carte/write')
  @Operation('Writes to the magnetic stripe of one of the caller’s cards; what is written is not kept', {
    errors: ['NOT_FOUND', 'CARD_BLOCKED', 'CARD_INACTIVE', 'CARD_DATA_REQUIRED'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: CardWritten })
  write(@CurrentContext() context: RequestContext, @Body() request: WriteCardRequest) {
    return this.writes.write(context, request);
  }
}
