import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import {
  activateCardRequest,
  cardChanged,
  cardCreated,
  cardLimitsRequest,
  cardList,
  cardLost,
  cardPinRequest,
  cardRevealed,
  cardStatusRequest,
  cardWritten,
  createCardRequest,
  writeCardRequest,
} from '@bank/contracts/cards';
import { idParameter } from '@bank/contracts/pagination';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CardPinApproval } from './card-pin-approval.service';
import { CardRevealApproval } from './card-reveal-approval.service';
import { CardHolderService } from './card-holder.service';
import { CardSecretsService } from './card-secrets.service';
import { CardStatusService } from './card-status.service';
import { CardWritesService } from './card-writes.service';
import { CardsService } from './cards.service';

class ActivateCardRequest extends createZodDto(activateCardRequest) {}
class CardChanged extends createZodDto(cardChanged) {}
class CardCreated extends createZodDto(cardCreated) {}
class CardLimitsRequest extends createZodDto(cardLimitsRequest) {}
class CardList extends createZodDto(cardList) {}
class CardLost extends createZodDto(cardLost) {}
class CardPinRequest extends createZodDto(cardPinRequest) {}
class CardRevealed extends createZodDto(cardRevealed) {}
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
    private readonly holder: CardHolderService,
    private readonly secrets: CardSecretsService,
    private readonly statuses: CardStatusService,
    private readonly writes: CardWritesService,
  ) {}

  @Get('carte')
  @Operation('The caller’s cards')
  @ZodResponse({ status: 200, type: CardList })
  list(@CurrentContext() { actor, language }: RequestContext) {
    return this.cards.explained(actor.userId, language);
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

  @Post('carte/:id/activate')
  @Operation('Activates a plastic card that arrived, by its last four digits', {
    errors: ['CARD_BLOCKED', 'CARD_DIGITS_WRONG', 'CARD_INACTIVE', 'CARD_NOT_SHIPPED'],
  })
  @ZodResponse({ status: 200, type: CardChanged })
  @HttpCode(200)
  activate(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: ActivateCardRequest,
  ) {
    return this.holder.activate(context, id, request);
  }

  @Post('carte/:id/reveal')
  @NeedsApproval(CardRevealApproval)
  @HttpCode(200)
  @Operation('The number, expiry and code of one of the caller’s cards, to be shown for a minute', {
    errors: ['CARD_INACTIVE'],
  })
  @ZodResponse({ status: 200, type: CardRevealed })
  reveal(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.secrets.reveal(context, id);
  }

  @Post('carte/:id/pin')
  @NeedsApproval(CardPinApproval)
  @HttpCode(200)
  @Operation('Sets the PIN of one of the caller’s cards, which is never returned', {
    errors: ['CARD_INACTIVE'],
  })
  @ZodResponse({ status: 200, type: CardChanged })
  setPin(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: CardPinRequest,
  ) {
    return this.secrets.setPin(context, id, request);
  }

  @Put('carte/:id/limits')
  @Operation('Sets what one of the caller’s cards may spend and be used for, within the account’s limits', {
    errors: ['CARD_INACTIVE', 'CARD_LIMIT_TOO_HIGH'],
  })
  @ZodResponse({ status: 200, type: CardChanged })
  setLimits(
    @CurrentContext() context: RequestContext,
    @Param() { id }: IdParameter,
    @Body() request: CardLimitsRequest,
  ) {
    return this.holder.setLimits(context, id, request);
  }

  @Post('carte/:id/lost')
  @Operation(
    'Ends a lost or stolen card for good, and orders one like it unless too many were within a day, or it is plastic and the identity is not approved',
    {
      errors: ['CARD_INACTIVE'],
      idempotent: true,
    },
  )
  @ZodResponse({ status: 201, type: CardLost })
  lose(@CurrentContext() context: RequestContext, @Param() { id }: IdParameter) {
    return this.holder.lose(context, id);
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
