import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { userList, userListQuery } from '@bank/contracts/admin';
import { Operation } from '../common/operation';
import { Permission } from '../common/permission';
import { AdminUsersService } from './admin-users.service';

class UserList extends createZodDto(userList) {}
class UserListQuery extends createZodDto(userListQuery) {}

@ApiTags('Administration')
@Controller('admin/users')
@Permission('users:manage')
export class AdminUsersController {
  constructor(private readonly users: AdminUsersService) {}

  @Get()
  @Operation('The people of the bank with their balances, by id')
  @ZodResponse({ status: 200, type: UserList })
  list(@Query() query: UserListQuery) {
    return this.users.list(query);
  }
}
