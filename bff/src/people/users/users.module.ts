import { Module } from '@nestjs/common';
import { StaffRolesService } from './staff-roles.service';
import { UsersService } from './users.service';

@Module({ providers: [UsersService, StaffRolesService], exports: [UsersService, StaffRolesService] })
export class UsersModule {}
