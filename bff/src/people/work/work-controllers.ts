import { Body, Controller, Get, Param, Put, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import type { Permission as PermissionName } from '@bank/contracts/permissions';
import { sliceOutcome } from '@bank/contracts/slices';
import {
  takenList,
  takenQuery,
  takeParameters,
  takeRequest,
  takeSlice,
  type WorkKind,
} from '@bank/contracts/work';
import type { IdentifiedRequest } from '../../platform/http/actor';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { Slices } from '../../platform/http/slices.service';
import { WorkService } from './work.service';

class TakenList extends createZodDto(takenList) {}
class TakenQuery extends createZodDto(takenQuery) {}
class TakeParameters extends createZodDto(takeParameters) {}
class TakeRequest extends createZodDto(takeRequest) {}
class TakeSlice extends createZodDto(takeSlice) {}
class SliceOutcome extends createZodDto(sliceOutcome) {}

interface Work {
  kind: WorkKind;
  path: string;
  permission: PermissionName;
  one: string;
  several: string;
}

/** The routes of one kind of work: a route has one permission, so that each kind needs its own. */
function workController({ kind, path, permission, one, several }: Work) {
  @ApiTags('Administration')
  @Controller(`admin/work/${path}`)
  class WorkController {
    constructor(
      private readonly work: WorkService,
      private readonly slices: Slices,
    ) {}

    @Get()
    @Permission(permission)
    @Operation(`Who works on which of some ${several}`)
    @ZodResponse({ status: 200, type: TakenList })
    taken(@Query() { ids }: TakenQuery) {
      return this.work.taken(kind, ids);
    }

    @Put()
    @Permission(permission)
    @Operation(`Takes several ${several}, or puts them back, each with its outcome`, { idempotent: true })
    @ZodResponse({ status: 200, type: SliceOutcome })
    takeEach(
      @Body() { rows, taken }: TakeSlice,
      @CurrentContext() context: RequestContext,
      @Req() request: IdentifiedRequest,
    ) {
      return this.slices.each(rows, context, request, ({ id }, each) =>
        this.work.setOnce(kind, id, taken, each),
      );
    }

    @Put(':id')
    @Permission(permission)
    @Operation(`Takes ${one} to work on, or puts it back`, { errors: ['WORK_TAKEN'] })
    @ZodResponse({ status: 200, type: TakenList })
    take(
      @Param() { id }: TakeParameters,
      @Body() { taken }: TakeRequest,
      @CurrentContext() context: RequestContext,
    ) {
      return this.work.set(kind, id, taken, context);
    }
  }
  // The API's document names its operations after the class.
  const named = `${path.charAt(0).toUpperCase()}${path.slice(1)}WorkController`;
  return Object.defineProperty(WorkController, 'name', { value: named });
}

export const workControllers = [
  workController({
    kind: 'payment',
    path: 'payments',
    permission: 'payments:review',
    one: 'a payment',
    several: 'payments',
  }),
  workController({
    kind: 'kyc',
    path: 'kyc',
    permission: 'kyc:review',
    one: 'an identity file',
    several: 'identity files',
  }),
  workController({
    kind: 'ticket',
    path: 'tickets',
    permission: 'tickets:manage',
    one: 'a message',
    several: 'messages',
  }),
];
