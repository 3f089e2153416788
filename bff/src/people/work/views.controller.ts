import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { newView, savedViews, viewParameters, viewQuery } from '@bank/contracts/views';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { ViewsService } from './views.service';

class NewView extends createZodDto(newView) {}
class SavedViews extends createZodDto(savedViews) {}
class ViewParameters extends createZodDto(viewParameters) {}
class ViewQuery extends createZodDto(viewQuery) {}

@ApiTags('Administration')
@Controller('admin/views')
@Permission('views:own')
export class ViewsController {
  constructor(private readonly views: ViewsService) {}

  @Get()
  @Operation('The caller’s views of a list, and those that colleagues share')
  @ZodResponse({ status: 200, type: SavedViews })
  list(@Query() { page }: ViewQuery, @CurrentContext() { actor }: RequestContext) {
    return this.views.list(page, actor);
  }

  @Post()
  @Operation('Keeps a view of a list under a name', { idempotent: true, errors: ['VIEW_LIMIT'] })
  @ZodResponse({ status: 201, type: SavedViews })
  save(@Body() request: NewView, @CurrentContext() context: RequestContext) {
    return this.views.save(request, context);
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation('Removes a view of the caller’s own')
  remove(@Param() { id }: ViewParameters, @CurrentContext() context: RequestContext): Promise<void> {
    return this.views.remove(id, context);
  }
}
