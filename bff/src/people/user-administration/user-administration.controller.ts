import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { z } from 'zod';
import {
  accountLimits,
  activateUserRequest,
  changeLimitsRequest,
  createUserRequest,
  managedUser,
  managedUserDetails,
  resetFactorsRequest,
  savedUser,
  updateUserRequest,
  userList,
  userListQuery,
} from '@bank/contracts/admin';
import { awaitingApproval } from '@bank/contracts/approvals';
import { idParameter } from '@bank/contracts/pagination';
import { awaitsApproval } from '../staff-approvals/awaits-approval';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { AdministrationApproval } from './administration-approval.service';
import { UserCommandsService } from './user-commands.service';
import { UserQueriesService } from './user-queries.service';

class ActivateUserRequest extends createZodDto(activateUserRequest) {}
class ChangeLimitsRequest extends createZodDto(changeLimitsRequest) {}
class CreateUserRequest extends createZodDto(createUserRequest) {}
class IdParameter extends createZodDto(idParameter) {}
class ManagedUser extends createZodDto(managedUser) {}
class ManagedUserDetails extends createZodDto(managedUserDetails) {}
class ResetFactorsRequest extends createZodDto(resetFactorsRequest) {}
class AwaitingApproval extends createZodDto(awaitingApproval) {}
class UpdateUserRequest extends createZodDto(updateUserRequest) {}
class UserList extends createZodDto(userList) {}
class UserListQuery extends createZodDto(userListQuery) {}
/** Not classes, since classes cannot extend a union. */
const LimitsAnswer = createZodDto(z.union([accountLimits, awaitingApproval]));
const CreationAnswer = createZodDto(z.union([managedUser, awaitingApproval]));
const ChangeAnswer = createZodDto(z.union([savedUser, awaitingApproval]));

@ApiTags('Administration')
@Controller('admin/users')
@Permission('users:manage')
export class UserAdministrationController {
  constructor(
    private readonly users: UserQueriesService,
    private readonly administration: UserCommandsService,
  ) {}

  @Get()
  @Operation('The people of the bank with their balances, by id unless sorted', {
    description:
      'Of more than 10 000 people, `total` is 10 000 and `capped` is true. `search` is the beginning of a name, of both names, an e-mail or a username, or a number; among the first 500 of the list also the beginning of any word; at most 500 are found.',
  })
  @ZodResponse({ status: 200, type: UserList })
  list(@Query() query: UserListQuery) {
    return this.users.list(query);
  }

  @Get(':id')
  @Operation('One person with the limits of their account')
  @ZodResponse({ status: 200, type: ManagedUserDetails })
  details(@Param() { id }: IdParameter) {
    return this.users.details(id);
  }

  @Post()
  @Permission('contacts:change')
  @NeedsApproval(AdministrationApproval)
  @Operation('Adds a person with an account', {
    description:
      'An administrator, and a balance beyond 10 000 euros with what the caller adjusted in 24 hours, wait for a second administrator and, five minutes after the sign-in, need an approval of the caller. A link to choose the password is then mailed.',
    alsoAnswers: awaitsApproval,
    errors: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'PASSWORD_TOO_COMMON', 'INSUFFICIENT_FUNDS'],
    idempotent: true,
  })
  @ZodResponse({ status: 201, type: CreationAnswer })
  create(@Body() request: CreateUserRequest, @CurrentContext() context: RequestContext) {
    return this.administration.create(context, request);
  }

  @Put(':id')
  @NeedsApproval(AdministrationApproval)
  @Operation('Replaces what is written of a person; a new balance is an adjustment with a reason', {
    description:
      'What makes an administrator, another administrator’s e-mail, and balances changed by more than 10 000 euros in 24 hours wait for a second administrator. These and a password need, five minutes after the sign-in, an approval of the caller; another e-mail does for a caller with a second factor, as all have outside the demonstration. A customer’s password is temporary; an administrator is mailed a link instead.',
    alsoAnswers: awaitsApproval,
    errors: [
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'PASSWORD_TOO_COMMON',
      'INSUFFICIENT_FUNDS',
      'LAST_ADMINISTRATOR',
      'OWN_USER_CHANGE',
    ],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: ChangeAnswer })
  update(
    @Param() { id }: IdParameter,
    @Body() request: UpdateUserRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.administration.update(context, id, request);
  }

  @Delete(':id')
  @Permission('contacts:change')
  @HttpCode(204)
  @Operation('Deletes a person', { errors: ['OWN_USER', 'LAST_ADMINISTRATOR', 'ACCOUNT_NOT_EMPTY'] })
  remove(@Param() { id }: IdParameter, @CurrentContext() context: RequestContext): Promise<void> {
    return this.administration.remove(context, id);
  }

  @Post(':id/activate')
  @Permission('contacts:change')
  @Operation('Lets a person in, or out', { errors: ['LAST_ADMINISTRATOR', 'OWN_USER_CHANGE'] })
  @ZodResponse({ status: 200, type: ManagedUser })
  activate(
    @Param() { id }: IdParameter,
    @Body() request: ActivateUserRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.administration.activate(context, id, request);
  }

  @Put(':id/limits')
  @NeedsApproval(AdministrationApproval)
  @Permission('balances:change')
  @Operation('Changes the limits of a person’s account', {
    description:
      'A limit that is raised above 10 000 euros waits for a second administrator and, five minutes after the sign-in, needs an approval of the caller.',
    alsoAnswers: awaitsApproval,
    errors: ['OWN_USER_CHANGE'],
    idempotent: true,
  })
  @ZodResponse({ status: 200, type: LimitsAnswer })
  limits(
    @Param() { id }: IdParameter,
    @Body() request: ChangeLimitsRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.administration.setLimits(context, id, request);
  }

  @Post(':id/factors/reset')
  @NeedsApproval(AdministrationApproval)
  @HttpCode(202)
  @Permission('staff:manage')
  @Operation('Asks a second administrator to free a person of the second factors that they lost', {
    description:
      'Needs an approval of the caller. Once a second administrator approved, passkeys, one-time and recovery codes of the person work no more, their sessions end, and they are mailed.',
    errors: ['OWN_USER_CHANGE', 'TWO_FACTOR_NOT_ENABLED'],
    idempotent: true,
  })
  @ZodResponse({ status: 202, type: AwaitingApproval })
  resetFactors(
    @Param() { id }: IdParameter,
    @Body() request: ResetFactorsRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.administration.resetFactors(context, id, request);
  }
}
