import {
  passkey,
  passkeyList,
  passkeyOptions,
  passkeyOptionsRequest,
  renamePasskeyRequest,
  verifyPasskeyAnswer,
  verifyPasskeyRequest,
} from '@bank/contracts/passkeys';
import { idParameter } from '@bank/contracts/pagination';
import { createZodDto } from 'nestjs-zod';

export class Passkey extends createZodDto(passkey) {}
export class PasskeyList extends createZodDto(passkeyList) {}
export class PasskeyOptionsRequest extends createZodDto(passkeyOptionsRequest) {}
export class RenamePasskeyRequest extends createZodDto(renamePasskeyRequest) {}
export class IdParameter extends createZodDto(idParameter) {}
export class VerifyPasskeyRequest extends createZodDto(verifyPasskeyRequest) {}
/** Not classes, since classes cannot extend a union. */
export const PasskeyOptions = createZodDto(passkeyOptions);
export const VerifyPasskeyAnswer = createZodDto(verifyPasskeyAnswer);
