import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createZodDto, ZodResponse } from 'nestjs-zod';
import { idParameter } from '@bank/contracts/pagination';
import * as contract from '@bank/contracts/partner-servers';
import { NeedsApproval } from '../../platform/http/approval';
import { Operation } from '../../platform/http/operation';
import { Permission } from '../../platform/http/permission';
import { CurrentContext, type RequestContext } from '../../platform/http/request-context';
import { SecretKeyApproval } from './secret-key-approval.service';
import { SecretKeys } from './secret-keys.service';

class IdParameter extends createZodDto(idParameter) {}
class SecretKeyParameters extends createZodDto(contract.secretKeyParameters) {}
class NewSecretKeyRequest extends createZodDto(contract.newSecretKeyRequest) {}
class RotateSecretKeyRequest extends createZodDto(contract.rotateSecretKeyRequest) {}
class NewPartnerSecretKey extends createZodDto(contract.newSecretKey) {}
class PartnerSecretKey extends createZodDto(contract.secretKey) {}
class PartnerSecretKeys extends createZodDto(contract.secretKeys) {}

@ApiTags('Administration')
@Controller('admin/partners/:id/secret_keys')
@Permission('partners:manage')
export class AdminSecretKeysController {
  constructor(private readonly keys: SecretKeys) {}

  @Get()
  @Operation('The secret keys of a partner’s servers, newest first, without the secrets')
  @ZodResponse({ status: 200, type: PartnerSecretKeys })
  list(@Param() { id }: IdParameter) {
    return this.keys.list(id);
  }

  @Post()
  @NeedsApproval(SecretKeyApproval)
  @Operation('Makes a secret key, shown this once', {
    description: 'Needs, five minutes after the sign-in, an approval of the caller.',
    errors: ['PARTNER_KEY_LIMIT'],
    idempotent: true,
    secretAnswer: true,
  })
  @ZodResponse({ status: 201, type: NewPartnerSecretKey })
  create(
    @Param() { id }: IdParameter,
    @Body() request: NewSecretKeyRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.keys.create(id, request, context);
  }

  @Post(':keyId/rotate')
  @NeedsApproval(SecretKeyApproval)
  @Operation(
    'Replaces a secret key by one that can do the same, shown this once; both work for the overlap',
    {
      description: 'Needs, five minutes after the sign-in, an approval of the caller.',
      errors: ['PARTNER_KEY_LIMIT'],
      idempotent: true,
      secretAnswer: true,
    },
  )
  @ZodResponse({ status: 201, type: NewPartnerSecretKey })
  rotate(
    @Param() { id, keyId }: SecretKeyParameters,
    @Body() request: RotateSecretKeyRequest,
    @CurrentContext() context: RequestContext,
  ) {
    return this.keys.rotate(id, keyId, request, context);
  }

  @Post(':keyId/revoke')
  @Operation('Ends a secret key at once')
  @ZodResponse({ status: 200, type: PartnerSecretKey })
  revoke(@Param() { id, keyId }: SecretKeyParameters, @CurrentContext() context: RequestContext) {
    return this.keys.revoke(id, keyId, context);
  }
}
