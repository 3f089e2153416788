import "reflect-metadata";
import { APP_FILTER as __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_APP_FILTER__, APP_GUARD as __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_APP_GUARD__, APP_INTERCEPTOR as __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_APP_INTERCEPTOR__, APP_PIPE as __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_APP_PIPE__, NestFactory as __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_NestFactory__, Reflector as __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_Reflector__ } from "@nestjs/core";
import { Logger as __WEBPACK_EXTERNAL_MODULE_nestjs_pino_a12f157f_Logger__, LoggerModule as __WEBPACK_EXTERNAL_MODULE_nestjs_pino_a12f157f_LoggerModule__ } from "nestjs-pino";
import { Body as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Body__, Catch as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Catch__, Controller as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Controller__, Delete as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Delete__, Get as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__, Global as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Global__, Headers as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Headers__, HttpCode as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_HttpCode__, HttpException as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_HttpException__, Injectable as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__, Logger as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Logger__, Module as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__, Param as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Param__, Post as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__, Query as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Query__, RequestMethod as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_RequestMethod__, SetMetadata as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_SetMetadata__, createParamDecorator as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_createParamDecorator__ } from "@nestjs/common";
import { SkipThrottle as __WEBPACK_EXTERNAL_MODULE__nestjs_throttler_3e192064_SkipThrottle__, ThrottlerGuard as __WEBPACK_EXTERNAL_MODULE__nestjs_throttler_3e192064_ThrottlerGuard__, ThrottlerModule as __WEBPACK_EXTERNAL_MODULE__nestjs_throttler_3e192064_ThrottlerModule__ } from "@nestjs/throttler";
import { InjectRepository as __WEBPACK_EXTERNAL_MODULE__nestjs_typeorm_fb336920_InjectRepository__, TypeOrmModule as __WEBPACK_EXTERNAL_MODULE__nestjs_typeorm_fb336920_TypeOrmModule__ } from "@nestjs/typeorm";
import { ZodResponse as __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__, ZodSerializationException as __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodSerializationException__, ZodSerializerInterceptor as __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodSerializerInterceptor__, createZodDto as __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__ } from "nestjs-zod";
import { ApiTags as __WEBPACK_EXTERNAL_MODULE__nestjs_swagger_f8dbc69a_ApiTags__ } from "@nestjs/swagger";
import { z as __WEBPACK_EXTERNAL_MODULE_zod_z__ } from "zod";
import { createCipheriv as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createCipheriv__, createDecipheriv as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createDecipheriv__, createHash as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createHash__, createHmac as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createHmac__, hkdfSync as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_hkdfSync__, randomBytes as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomBytes__, randomInt as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomInt__, randomUUID as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomUUID__ } from "node:crypto";
import { Column as __WEBPACK_EXTERNAL_MODULE_typeorm_Column__, DataSource as __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__, Entity as __WEBPACK_EXTERNAL_MODULE_typeorm_Entity__, JoinColumn as __WEBPACK_EXTERNAL_MODULE_typeorm_JoinColumn__, Like as __WEBPACK_EXTERNAL_MODULE_typeorm_Like__, ManyToOne as __WEBPACK_EXTERNAL_MODULE_typeorm_ManyToOne__, PrimaryColumn as __WEBPACK_EXTERNAL_MODULE_typeorm_PrimaryColumn__, PrimaryGeneratedColumn as __WEBPACK_EXTERNAL_MODULE_typeorm_PrimaryGeneratedColumn__ } from "typeorm";
import { setTimeout as __WEBPACK_EXTERNAL_MODULE_node_timers_promises_eb16eb97_setTimeout__ } from "node:timers/promises";
import { JwtModule as __WEBPACK_EXTERNAL_MODULE__nestjs_jwt_58cd0b18_JwtModule__, JwtService as __WEBPACK_EXTERNAL_MODULE__nestjs_jwt_58cd0b18_JwtService__ } from "@nestjs/jwt";
import { AuthGuard as __WEBPACK_EXTERNAL_MODULE__nestjs_passport_c7fff729_AuthGuard__, PassportModule as __WEBPACK_EXTERNAL_MODULE__nestjs_passport_c7fff729_PassportModule__, PassportStrategy as __WEBPACK_EXTERNAL_MODULE__nestjs_passport_c7fff729_PassportStrategy__ } from "@nestjs/passport";
import { availableParallelism as __WEBPACK_EXTERNAL_MODULE_node_os_e12349cb_availableParallelism__ } from "node:os";
import { default as __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_default__, dirname as __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_dirname__, join as __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_join__, resolve as __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_resolve__ } from "node:path";
import { linkSync as __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_linkSync__, mkdirSync as __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_mkdirSync__, readFileSync as __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_readFileSync__, rmSync as __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_rmSync__, writeFileSync as __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_writeFileSync__ } from "node:fs";
import { mkdir as __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_mkdir__, readFile as __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_readFile__, readdir as __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_readdir__, rename as __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_rename__, stat as __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_stat__, writeFile as __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_writeFile__ } from "node:fs/promises";
import { createTransport as __WEBPACK_EXTERNAL_MODULE_nodemailer_createTransport__ } from "nodemailer";
import { ExtractJwt as __WEBPACK_EXTERNAL_MODULE_passport_jwt_8a564f86_ExtractJwt__, Strategy as __WEBPACK_EXTERNAL_MODULE_passport_jwt_8a564f86_Strategy__ } from "passport-jwt";
import { hash as __WEBPACK_EXTERNAL_MODULE__node_rs_argon2_1582a7f2_hash__, verify as __WEBPACK_EXTERNAL_MODULE__node_rs_argon2_1582a7f2_verify__ } from "@node-rs/argon2";
import { dictionary as __WEBPACK_EXTERNAL_MODULE__zxcvbn_ts_language_common_41d04e50_dictionary__ } from "@zxcvbn-ts/language-common";
import { default as __WEBPACK_EXTERNAL_MODULE_p_limit_2e0600fc_default__ } from "p-limit";
import { generateSecret as __WEBPACK_EXTERNAL_MODULE_otplib_generateSecret__, generateURI as __WEBPACK_EXTERNAL_MODULE_otplib_generateURI__, verifySync as __WEBPACK_EXTERNAL_MODULE_otplib_verifySync__ } from "otplib";
import { createConnection as __WEBPACK_EXTERNAL_MODULE_mysql2_promise_de279fdd_createConnection__ } from "mysql2/promise";
import { default as __WEBPACK_EXTERNAL_MODULE_mysql2_default__ } from "mysql2";
import { promisify as __WEBPACK_EXTERNAL_MODULE_node_util_1f093676_promisify__ } from "node:util";
import { brotliCompress as __WEBPACK_EXTERNAL_MODULE_node_zlib_38f1fbfb_brotliCompress__, constants as __WEBPACK_EXTERNAL_MODULE_node_zlib_38f1fbfb_constants__ } from "node:zlib";
import { STATUS_CODES as __WEBPACK_EXTERNAL_MODULE_node_http_b674be28_STATUS_CODES__, createServer as __WEBPACK_EXTERNAL_MODULE_node_http_b674be28_createServer__ } from "node:http";
import { FastifyAdapter as __WEBPACK_EXTERNAL_MODULE__nestjs_platform_fastify_bfd5abf6_FastifyAdapter__ } from "@nestjs/platform-fastify";
import { default as __WEBPACK_EXTERNAL_MODULE__fastify_static_da394552_default__ } from "@fastify/static";
import { default as __WEBPACK_EXTERNAL_MODULE_swagger_ui_dist_absolute_path_js_59ebdadb_default__ } from "swagger-ui-dist/absolute-path.js";
import { fastify as __WEBPACK_EXTERNAL_MODULE_fastify_fastify__ } from "fastify";
/******/ // The require scope
/******/ const __webpack_require__ = {};
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/define property getters */
/******/ // define getter/value functions for harmony exports
/******/ __webpack_require__.d = (exports, definition) => {
/******/ 	for(var key in definition) {
/******/ 		if(__webpack_require__.o(definition, key) && !__webpack_require__.o(exports, key)) {
/******/ 			Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 		}
/******/ 	}
/******/ };
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ __webpack_require__.o = (obj, prop) => (Object.hasOwn(obj, prop));
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ // define __esModule on exports
/******/ __webpack_require__.r = (exports) => {
/******/ 	Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 	Object.defineProperty(exports, '__esModule', { value: true });
/******/ };
/******/ 
/************************************************************************/

// NAMESPACE OBJECT (decoupled): ./src/auth/auth.dto.ts
var auth_dto_namespaceObject = {};
__webpack_require__.r(auth_dto_namespaceObject);
__webpack_require__.d(auth_dto_namespaceObject, {
  ForgotPasswordRequest: () => (ForgotPasswordRequest),
  IdParameter: () => (IdParameter),
  LoginAnswer: () => (LoginAnswer),
  LoginRequest: () => (LoginRequest),
  MfaRequest: () => (MfaRequest),
  OpenSessions: () => (OpenSessions),
  ResetPasswordRequest: () => (ResetPasswordRequest),
  Session: () => (Session),
  SignupRequest: () => (SignupRequest),
  Tokens: () => (Tokens),
  User: () => (User)
});

// NAMESPACE OBJECT (decoupled): ./src/settings/settings.dto.ts
var settings_dto_namespaceObject = {};
__webpack_require__.r(settings_dto_namespaceObject);
__webpack_require__.d(settings_dto_namespaceObject, {
  DisableTwoFactorRequest: () => (DisableTwoFactorRequest),
  EnableTwoFactorRequest: () => (EnableTwoFactorRequest),
  RecoveryCodes: () => (RecoveryCodes),
  TwoFactorSetup: () => (TwoFactorSetup)
});

;// external "reflect-metadata"

;// external "@nestjs/core"

;// external "nestjs-pino"

;// external "@nestjs/common"

;// external "@nestjs/throttler"

;// external "@nestjs/typeorm"

;// external "nestjs-zod"

;// external "@nestjs/swagger"

;// external "zod"

;// ../libs/contracts/locales/validation.en.json
const validation_en_namespaceObject = /*#__PURE__*/JSON.parse('{"AMOUNT_DECIMALS":"Two decimals at most.","AMOUNT_MAX":"This amount is above the limit.","AMOUNT_MIN":"The minimum amount is €0.01.","EMAIL":"This email address is not valid.","NOT_VALID":"This value is not valid.","PASSWORDS_DIFFER":"The passwords do not match","PASSWORD_MIN_6":"The password must contain at least 6 characters","PASSWORD_MIN_8":"The password must contain at least 8 characters","PASSWORD_TOO_COMMON":"This password is too common. Please choose another.","PHONE":"This phone number is not valid.","REQUIRED":"This field is required.","TOO_BIG":"This value is too large.","TOO_LONG":"This text is too long.","TOO_SMALL":"This value is too small.","UNKNOWN_FIELD":"This field is not known.","USERNAME":"Use 3 to 40 unaccented letters, digits, dots, hyphens or underscores.","WRONG_TYPE":"This value is of the wrong type."}');
;// ../libs/contracts/locales/validation.fr.json
const validation_fr_namespaceObject = /*#__PURE__*/JSON.parse('{"AMOUNT_DECIMALS":"Deux décimales au plus.","AMOUNT_MAX":"Ce montant dépasse la limite.","AMOUNT_MIN":"Le montant minimum est de 0,01 €.","EMAIL":"Cette adresse e-mail n’est pas valable.","NOT_VALID":"Cette valeur n’est pas valable.","PASSWORDS_DIFFER":"Les mots de passe ne correspondent pas","PASSWORD_MIN_6":"Le mot de passe doit contenir au moins 6 caractères","PASSWORD_MIN_8":"Le mot de passe doit contenir au moins 8 caractères","PASSWORD_TOO_COMMON":"Ce mot de passe est trop courant. Choisissez-en un autre.","PHONE":"Ce numéro de téléphone n’est pas valable.","REQUIRED":"Ce champ est obligatoire.","TOO_BIG":"Cette valeur est trop grande.","TOO_LONG":"Ce texte est trop long.","TOO_SMALL":"Cette valeur est trop petite.","UNKNOWN_FIELD":"Ce champ n’est pas connu.","USERNAME":"Utilisez de 3 à 40 lettres sans accent, chiffres, points, tirets ou soulignés.","WRONG_TYPE":"Cette valeur n’est pas du bon type."}');
;// ../libs/contracts/validation.ts



const texts = {
    fr: validation_fr_namespaceObject,
    en: validation_en_namespaceObject
};
/** Names the rule that a schema's refinement enforces, so that screen and server say the same sentence. */ const rule = (name)=>name;
/** The sentence of a rule, by its name. */ function ruleText(name, language) {
    return texts[language][name] ?? texts[language].NOT_VALID;
}
/**
 * The sentence for one refused value, in the person's language. A schema names its own rules with `rule()`;
 * anything else falls back to a sentence for the kind of mistake.
 */ function issueText(issue, language) {
    const own = texts[language][issue.message];
    return own ?? texts[language][ruleOf(issue)];
}
function ruleOf(issue) {
    switch(issue.code){
        case 'invalid_type':
            // Zod reports the missing value only in its own words.
            return issue.message.endsWith('received undefined') ? 'REQUIRED' : 'WRONG_TYPE';
        case 'too_small':
            return issue.origin === 'string' && Number(issue.minimum) <= 1 ? 'REQUIRED' : 'TOO_SMALL';
        case 'too_big':
            return issue.origin === 'string' ? 'TOO_LONG' : 'TOO_BIG';
        case 'unrecognized_keys':
            return 'UNKNOWN_FIELD';
        default:
            return 'NOT_VALID';
    }
}
/** Whether the input has the wrong shape (400) rather than breaking a rule (422). */ function isMalformed(error) {
    return error.issues.some((issue)=>issue.code === 'invalid_type' || issue.code === 'unrecognized_keys');
}
/** One sentence per refused field, keyed by the field's dotted path (`form` for the whole). */ function fieldTexts(error, language) {
    const fields = {};
    for (const issue of error.issues){
        fields[issue.path.join('.') || 'form'] ??= issueText(issue, language);
    }
    return fields;
}
/** A text that must be given, trimmed, of at most `max` characters, without control characters. */ const validation_text = (max)=>__WEBPACK_EXTERNAL_MODULE_zod_z__.string().trim().min(1, rule('REQUIRED')).max(max).refine((value)=>!/\p{Cc}/u.test(value), rule('NOT_VALID'));
/** A text that may be left out; an empty string means absent (wire contract, section 2). */ const optionalText = (max)=>optional(validation_text(max));
/** Makes a schema optional in the wire contract's sense: absent, null or an empty string are the same. */ const optional = (schema)=>__WEBPACK_EXTERNAL_MODULE_zod_z__.preprocess((value)=>value === '' || value === null ? undefined : value, schema.optional());

;// ../libs/contracts/money.ts


/**
 * The largest amount, in minor units, that goes to the wire and back exactly: up to 2^50 cents the rounding errors of
 * a division and a multiplication by 100 stay under half a cent.
 */ const largestMinor = 2n ** 50n;
/** The amount in whole cents, or nothing when the decimal is not one. */ function wholeCents(decimal) {
    const cents = Math.round(decimal * 100);
    return Math.abs(cents) <= Number(largestMinor) && cents / 100 === decimal ? cents : undefined;
}
/**
 * Turns a decimal of the wire into minor units (cents), exactly.
 * @throws RangeError when it has more than two decimals or is too large to be exact.
 */ function toMinor(decimal) {
    const cents = wholeCents(decimal);
    if (cents === undefined) throw new RangeError('not an amount in whole cents');
    return BigInt(cents);
}
/**
 * Turns minor units (cents) into the decimal of the wire.
 * @throws RangeError when it is too large to be exact.
 */ function toDecimal(minor) {
    if (minor > largestMinor || minor < -largestMinor) throw new RangeError('amount too large for the wire');
    return Number(minor) / 100;
}
const isWholeCents = (decimal)=>wholeCents(decimal) !== undefined;
/** An amount to move, in decimal units of its currency: at least 0.01, at most `max`, two decimals at most. */ const positiveAmount = (max)=>__WEBPACK_EXTERNAL_MODULE_zod_z__.number().min(0.01, rule('AMOUNT_MIN')).max(max, rule('AMOUNT_MAX')).refine(isWholeCents, rule('AMOUNT_DECIMALS'));
/** An amount in an answer, in decimal units of its currency, of either sign. */ const amount = __WEBPACK_EXTERNAL_MODULE_zod_z__.number().refine(isWholeCents, rule('AMOUNT_DECIMALS'));
/** The currency of an account or amount (ISO 4217). */ const currency = __WEBPACK_EXTERNAL_MODULE_zod_z__.string().regex(/^[A-Z]{3}$/);

;// ../libs/contracts/time.ts

/** The calendar by which days and limits count (wire contract, section 2). */ const bankTimeZone = 'Europe/Paris';
/** A moment on the wire: ISO 8601 in UTC with `Z`. */ const moment = __WEBPACK_EXTERNAL_MODULE_zod_z__.iso.datetime();
/** A calendar day, `2026-11-21`. */ const day = __WEBPACK_EXTERNAL_MODULE_zod_z__.iso.date();

;// ../libs/contracts/accounts.ts



/** The most that one call adds from the funding account, in euros (wire contract, section 3). */ const addFundsMaximum = 10_000;
/** The limits of a new account, in euros (specification 2, section 9). */ const defaultLimits = {
    transferPerDay: 10_000,
    withdrawalPerDay: 1_000,
    cardPerMonth: 3_000,
    overdraft: 500
};
const balance = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    current_balance: amount,
    available_balance: amount,
    previous_balance: amount,
    account_number: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    account_type: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    currency: currency,
    card_limit: amount,
    transfer_limit: amount,
    withdrawal_limit: amount,
    overdraft_limit: amount
}).meta({
    id: 'Balance'
});
/** The balance at the end of each of the last 90 Paris days, oldest first. */ const balanceOverview = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    balance,
    history: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.object({
        balance: amount,
        date: moment
    }))
}).meta({
    id: 'BalanceOverview'
});
const balanceCheck = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    balance: __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
        current_balance: amount,
        account_number: __WEBPACK_EXTERNAL_MODULE_zod_z__.string()
    })
}).meta({
    id: 'BalanceCheck'
});
const addFundsRequest = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    amount: positiveAmount(addFundsMaximum),
    type: __WEBPACK_EXTERNAL_MODULE_zod_z__.literal('add')
});
/** The answer to a call that moved money: its reference, and the balance after it. */ const moneyMoved = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    success: __WEBPACK_EXTERNAL_MODULE_zod_z__.literal(true),
    reference: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    balance: amount
}).meta({
    id: 'MoneyMoved'
});

;// ./src/common/actor.ts

/** The actor of a route with `@Permission`; such a route is never reached without one. */ const CurrentActor = __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_createParamDecorator__((_data, context)=>{
    const { user } = context.switchToHttp().getRequest();
    if (!user) throw new Error('a route without @Permission has no actor');
    return user;
});

;// ../libs/contracts/language.ts
/** The languages of the interface; the first is the default and the fallback (specification 1, section 9). */ const languages = [
    'fr',
    'en'
];
const defaultLanguage = languages[0];
/** The language that an `Accept-Language` header (RFC 9110, 12.5.4) asks for; French when absent or unknown. */ function languageOf(acceptLanguage) {
    const wanted = (acceptLanguage ?? '').split(',').map((part)=>{
        const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
        const quality = parameters.find((parameter)=>parameter.trim().startsWith('q='));
        return {
            primary: tag.split('-')[0],
            quality: quality ? Number(quality.trim().slice(2)) : 1
        };
    }).filter(({ quality })=>quality > 0).sort((left, right)=>right.quality - left.quality);
    for (const { primary } of wanted){
        const known = languages.find((candidate)=>candidate === primary);
        if (known) return known;
    }
    return defaultLanguage;
}

;// ./src/common/language.ts


/** The language that a request asks for; French when it asks for none that we have. */ const requestLanguage = (request)=>languageOf(request.headers['accept-language']);
const CurrentLanguage = __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_createParamDecorator__((_data, context)=>requestLanguage(context.switchToHttp().getRequest()));

;// ./src/common/call.ts


const callOf = (request)=>({
        requestId: request.id,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        language: requestLanguage(request)
    });
const CurrentCall = __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_createParamDecorator__((_data, context)=>callOf(context.switchToHttp().getRequest()));

;// external "node:crypto"

;// external "typeorm"

;// ./src/common/clock.ts
function _ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;
class Clock {
    now() {
        return new Date();
    }
}
Clock = _ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__()
], Clock);

;// ./src/common/database-error.ts
/** The number of the server's error (such as 1062, a duplicate key), wherever the driver or TypeORM put it. */ function databaseErrorNumber(error) {
    for (const candidate of [
        error,
        error?.driverError
    ]){
        const number = candidate?.errno;
        if (typeof number === 'number') return number;
    }
    return undefined;
}
const duplicateKey = 1062;
/** A CHECK constraint said no: 4025 on MariaDB, 3819 on MySQL. */ function isCheckViolation(error, constraint) {
    const number = databaseErrorNumber(error);
    return (number === 4025 || number === 3819) && String(error.message).includes(constraint);
}

;// ./src/common/failure.ts
/** A failure that the wire contract knows: services throw it, one filter words it. */ class Failure extends Error {
    code;
    fields;
    retryAfterSeconds;
    constructor(code, options = {}){
        super(code), this.code = code;
        this.fields = options.fields;
        this.retryAfterSeconds = options.retryAfterSeconds;
    }
}
/** A body or query that its schema refused. */ class InvalidInput extends Error {
    reason;
    source;
    constructor(reason, source){
        super(`invalid ${source}`), this.reason = reason, this.source = source;
    }
}

;// ./src/common/money-column.ts
const largest = 2n ** 63n - 1n;
/**
 * Reads an amount in minor units (cents) as the driver gives it: BIGINT columns and sums of them arrive as text.
 * @throws RangeError when it is not a whole number that a BIGINT holds.
 */ function minorUnits(value) {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) {
        throw new RangeError('an amount came from the database as an inexact number');
    }
    return fitting(BigInt(value));
}
/** Reads an identifier or a count, which the wire carries as a JSON number. */ function wholeNumber(value) {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new RangeError('a number from the database is not a safe integer');
    return number;
}
/** The entity column of an amount: BIGINT minor units in the database, `bigint` in the program. */ const moneyColumn = {
    type: 'bigint',
    transformer: {
        from: (value)=>value === null ? null : minorUnits(value),
        to: (value)=>typeof value === 'bigint' ? fitting(value) : value
    }
};
/** The entity column of a BIGINT identifier: a number in the program, as on the wire. */ const identifierColumn = {
    type: 'bigint',
    transformer: {
        from: (value)=>value === null ? null : wholeNumber(value),
        to: (value)=>value
    }
};
function fitting(value) {
    if (value > largest || value < -largest) throw new RangeError('an amount does not fit a BIGINT');
    return value;
}

;// external "node:timers/promises"

;// ./src/common/transaction.ts



/** Deadlock, lock wait time-out, and MariaDB's 'record has changed since last read'. */ const transaction_transient = new Set([
    1213,
    1205,
    1020
]);
const attempts = 10;
/**
 * Runs `work` inside one transaction (READ COMMITTED, as on every connection of the pool), and again as a whole
 * when the server gave it up for a reason that passes (architecture, money rules). The work must keep to the
 * runner it is given and leave no trace outside the database. A lost connection is not repeated: only an
 * idempotency key can tell whether its commit happened.
 * @throws Failure UNAVAILABLE when the server keeps giving up.
 */ async function inTransaction(dataSource, work) {
    for(let attempt = 1; attempt <= attempts; attempt += 1){
        try {
            return await once(dataSource, work);
        } catch (error) {
            if (!transaction_transient.has(databaseErrorNumber(error) ?? 0)) throw error;
            await __WEBPACK_EXTERNAL_MODULE_node_timers_promises_eb16eb97_setTimeout__(Math.random() * Math.min(200, 5 * 2 ** attempt));
        }
    }
    throw new Failure('UNAVAILABLE', {
        retryAfterSeconds: 1
    });
}
async function once(dataSource, work) {
    const runner = dataSource.createQueryRunner();
    try {
        await runner.startTransaction();
        const result = await work(runner);
        await runner.commitTransaction();
        return result;
    } catch (error) {
        // Also after 1205, which by default undoes only the statement and leaves the transaction open.
        if (runner.isTransactionActive) await runner.rollbackTransaction().catch(()=>discard(runner));
        throw error;
    } finally{
        await runner.release();
    }
}
/** A connection that could not roll back must not return to the pool: its next START TRANSACTION would commit. */ async function discard(runner) {
    const connection = await runner.connect();
    connection.destroy();
}

;// ./src/common/idempotency.ts
function idempotency_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function _ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;







const insertKey = `
  INSERT INTO idempotency_keys (client, idempotency_key, request_hash, created_at) VALUES (?, ?, ?, ?)`;
const storeAnswer = 'UPDATE idempotency_keys SET status = ?, answer = ? WHERE id = ?';
const readAnswer = `
  SELECT request_hash, status, answer FROM idempotency_keys WHERE client = ? AND idempotency_key = ?`;
let AlreadyAnswered = class AlreadyAnswered extends Error {
};
class Idempotency {
    dataSource;
    clock;
    constructor(dataSource, clock){
        this.dataSource = dataSource;
        this.clock = clock;
    }
    /**
   * Runs `work` in one transaction whose first statement claims the call's key, and stores its answer with it. A
   * repeated call waits for the first to commit and gets that answer. A failure undoes the claim as well, so the
   * call may be sent again with its key.
   * @throws Failure IDEMPOTENCY_KEY_REUSED when the key came before with another request.
   */ async once(call, work) {
        const { key } = call;
        if (key === null) return inTransaction(this.dataSource, work);
        try {
            return await inTransaction(this.dataSource, async (runner)=>{
                const row = await this.claim(runner, call, key);
                const answer = await work(runner);
                await runner.query(storeAnswer, [
                    call.reply.statusCode,
                    JSON.stringify(answer),
                    row
                ]);
                return answer;
            });
        } catch (error) {
            if (!(error instanceof AlreadyAnswered)) throw error;
            return this.recall(call, key);
        }
    }
    async claim(runner, call, key) {
        try {
            const values = [
                call.client,
                key,
                call.fingerprint,
                this.clock.now()
            ];
            const { insertId } = await runner.query(insertKey, values);
            return wholeNumber(insertId);
        } catch (error) {
            throw databaseErrorNumber(error) === (/* inlined export .duplicateKey */1062) ? new AlreadyAnswered() : error;
        }
    }
    async recall(call, key) {
        const [stored] = await this.dataSource.query(readAnswer, [
            call.client,
            key
        ]);
        if (!stored) throw new Failure('UNAVAILABLE', {
            retryAfterSeconds: 1
        });
        if (!stored.request_hash.equals(call.fingerprint)) throw new Failure('IDEMPOTENCY_KEY_REUSED');
        call.reply.status(stored.status);
        return JSON.parse(stored.answer);
    }
}
Idempotency = idempotency_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof Clock === "undefined" ? Object : Clock
    ])
], Idempotency);
/** The call of a route that creates or moves something; see `Idempotency.once`. */ const CurrentKeyedCall = __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_createParamDecorator__((_data, context)=>{
    const http = context.switchToHttp();
    return keyedCall(http.getRequest(), http.getResponse());
});
/** @throws Failure INVALID_IDEMPOTENCY_KEY unless the header is absent or 1 to 255 visible ASCII characters. */ function keyedCall(request, reply) {
    const header = request.headers['idempotency-key'];
    if (header !== undefined && (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header))) {
        throw new Failure('INVALID_IDEMPOTENCY_KEY');
    }
    const [path] = request.url.split('?');
    return {
        userId: request.user?.userId ?? null,
        client: request.user ? `user:${request.user.userId}` : `address:${request.ip}`,
        key: header ?? null,
        fingerprint: __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createHash__('sha256').update(`${request.method} ${path}\n${canonicalJson(request.body)}`).digest(),
        reply
    };
}
/**
 * The same text for two bodies that differ only in the order of their fields or in white space.
 * @throws Failure MALFORMED_REQUEST when the body is nested deeper than anything that a call means.
 */ function canonicalJson(body) {
    try {
        return JSON.stringify(body ?? null, (_key, part)=>part !== null && typeof part === 'object' && !Array.isArray(part) ? inKeyOrder(part) : part);
    } catch (error) {
        throw error instanceof RangeError ? new Failure('MALFORMED_REQUEST') : error;
    }
}
const inKeyOrder = (part)=>Object.fromEntries(Object.entries(part).sort(([left], [right])=>left < right ? -1 : 1));

;// ./src/common/operation.ts

const operationKey = 'operation';
/** Describes a route for the OpenAPI document: what it does, and the failures that are its own. */ const Operation = (summary, options = {})=>__WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_SetMetadata__(operationKey, {
        summary,
        ...options
    });

;// ./src/common/permission.ts
/* unused harmony import specifier */ var SetMetadata;

const accessKey = 'access';
const passiveKey = 'passive';
/** Anybody may call the route, signed in or not. */ const Public = ()=>__WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_SetMetadata__(accessKey, {
        public: true
    });
/** Signed-in people whose role holds the permission may call the route. */ const Permission = (permission)=>__WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_SetMetadata__(accessKey, {
        permission
    });
/** The route is called by a page on its own: a call does not count as the person's activity. */ const Passive = ()=>SetMetadata(passiveKey, true);

;// ./src/common/paris-day.ts

const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: bankTimeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit'
});
/** The bank's calendar day (`2026-11-21`) in which a moment falls. */ function parisDay(moment) {
    const { year, month, day } = localParts(moment);
    return `${year}-${month}-${day}`;
}
/**
 * The first moment of a bank's calendar day. Paris changes its clocks at 01:00 UTC, so the offset at 00:00 UTC
 * is the one that was in force at the local midnight just before it.
 */ function startOfParisDay(day) {
    const utcMidnight = Date.parse(`${day}T00:00:00Z`);
    const { year, month, day: date, hour, minute, second } = localParts(new Date(utcMidnight));
    const local = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
    return new Date(utcMidnight - (local - utcMidnight));
}
/** The day that lies `count` days after (or, negative, before) a day. */ function addDays(day, count) {
    const moved = new Date(`${day}T00:00:00Z`);
    moved.setUTCDate(moved.getUTCDate() + count);
    return moved.toISOString().slice(0, 10);
}
/** The first moment after a bank's calendar day. */ const endOfParisDay = (day)=>startOfParisDay(addDays(day, 1));
function localParts(moment) {
    const found = Object.fromEntries(parts.formatToParts(moment).map(({ type, value })=>[
            type,
            value
        ]));
    return found;
}

;// ./src/ledger/bank-accounts.ts
/**
 * The bank's own accounts in euros, with the ids that the ledger's migration gives them. They have no user and no
 * overdraft rule: each is the other side of what customers hold, so their sum with the customers' is always zero.
 */ const bankAccounts = {
    /** Where added funds come from (wire contract, section 3). */ funding: 1,
    /** The bank's income. */ fees: 2,
    /** The other side of a balance that an administrator sets. */ adjustment: 3,
    /** Other banks, shops and cash: where money goes when it leaves the bank. */ outside: 4
};
/** The first id of a customer's account; the ids below are kept for the bank's own. */ const firstCustomerAccount = 1001;

;// ./src/audit/audit.service.ts
function audit_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function audit_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;

class AuditService {
    clock;
    constructor(clock){
        this.clock = clock;
    }
    /** Appends one line to the activity log; with a query runner, as part of its transaction. */ async record(runner, event) {
        await runner.query(`INSERT INTO audit_log (created_at, user_id, email, action, type, message, request_id)
       VALUES (?, ?, ?, ?, ?, ?, ?)`, [
            this.clock.now(),
            event.userId ?? null,
            event.email ?? null,
            event.action,
            event.type,
            event.message.slice(0, 500),
            event.requestId ?? null
        ]);
    }
}
AuditService = audit_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    audit_service_ts_metadata("design:type", Function),
    audit_service_ts_metadata("design:paramtypes", [
        typeof Clock === "undefined" ? Object : Clock
    ])
], AuditService);

;// ./src/common/chance.ts
function chance_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;

/** Letters and digits that nobody mistakes for one another when read aloud or copied by hand. */ const unambiguous = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
class Chance {
    /** A whole number from 0 up to, not including, `bound`. */ below(bound) {
        return __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomInt__(bound);
    }
    /** A reference that people read and type, such as `TR-7KX2M9QD4RTB`: 30^length values per prefix. */ reference(prefix, length = 12) {
        const characters = Array.from({
            length
        }, ()=>unambiguous[this.below(unambiguous.length)]);
        return `${prefix}-${characters.join('')}`;
    }
    /** `length` decimal digits. */ digits(length) {
        return Array.from({
            length
        }, ()=>this.below(10)).join('');
    }
}
Chance = chance_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__()
], Chance);

;// ./src/ledger/ledger.service.ts
function ledger_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function ledger_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;







const lockAccounts = `
  SELECT id, user_id, kind, currency, balance, held, overdraft_limit, transfer_limit, withdrawal_limit
  FROM accounts WHERE id IN (?) ORDER BY id FOR UPDATE`;
const appendTransfer = `
  INSERT INTO transfers (reference, kind, description, created_by, request_id, created_at) VALUES (?)`;
const appendEntries = `
  INSERT INTO entries (transfer_id, account_id, amount, balance_after, created_at) VALUES ?`;
class LedgerService {
    audit;
    chance;
    clock;
    constructor(audit, chance, clock){
        this.audit = audit;
        this.chance = chance;
        this.clock = clock;
    }
    /** Locks every account of a movement, checks it and writes it. See `lock` and `append`. */ async post(runner, movement) {
        const ids = movement.legs.map(({ accountId })=>accountId);
        return this.append(runner, await this.lock(runner, ids), movement);
    }
    /**
   * Locks accounts in the order of their ids, in one statement, so that no two movements wait for each other in
   * a circle. Call it once per transaction, with every account that the transaction may touch.
   * @throws Failure NOT_FOUND when one does not exist.
   */ async lock(runner, ids) {
        const wanted = [
            ...new Set(ids)
        ];
        const rows = await runner.query(lockAccounts, [
            wanted
        ]);
        if (rows.length !== wanted.length) throw new Failure('NOT_FOUND');
        return new Map(rows.map((row)=>[
                wholeNumber(row.id),
                lockedAccount(row)
            ]));
    }
    /**
   * Appends one movement over accounts that `lock` locked: the transfer, its entries, the balances and a log row.
   * @throws Failure INSUFFICIENT_FUNDS when a customer's account would fall below its overdraft, what is held
   * counted as spent; AMOUNT_OUT_OF_RANGE when a balance would no longer fit the wire.
   */ async append(runner, locked, movement) {
        const accounts = new Map(locked);
        const lines = settle(accounts, movement);
        const now = this.clock.now();
        const reference = this.chance.reference('TR');
        const { kind, description, createdBy, requestId } = movement;
        const written = await runner.query(appendTransfer, [
            [
                reference,
                kind,
                description,
                createdBy,
                requestId,
                now
            ]
        ]);
        const transferId = wholeNumber(written.insertId);
        await runner.query(appendEntries, [
            lines.map((line)=>[
                    transferId,
                    ...line,
                    now
                ])
        ]);
        await writeBalances(runner, [
            ...accounts.values()
        ].filter((account)=>account !== locked.get(account.id)));
        await this.audit.record(runner, {
            action: `ledger.${kind}`,
            type: 'info',
            message: `${kindText[kind]} ${reference} : ${legsText(movement, accounts)}`,
            userId: createdBy,
            requestId
        });
        return {
            transferId,
            reference,
            accounts
        };
    }
}
LedgerService = ledger_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    ledger_service_ts_metadata("design:type", Function),
    ledger_service_ts_metadata("design:paramtypes", [
        typeof AuditService === "undefined" ? Object : AuditService,
        typeof Chance === "undefined" ? Object : Chance,
        typeof Clock === "undefined" ? Object : Clock
    ])
], LedgerService);
/** Works out each entry's account, amount and balance after it, and leaves the new balances in `accounts`. */ function settle(accounts, { legs }) {
    const sums = new Map();
    const lines = legs.map(({ accountId, amount })=>{
        const account = accounts.get(accountId);
        if (!account) throw new Error(`account ${accountId} takes part in a movement without being locked`);
        if (amount === 0n) throw new Error('a movement has a leg of nothing');
        const balance = account.balance + amount;
        if (balance > largestMinor || balance < -largestMinor) throw new Failure('AMOUNT_OUT_OF_RANGE');
        accounts.set(accountId, {
            ...account,
            balance
        });
        sums.set(account.currency, (sums.get(account.currency) ?? 0n) + amount);
        return [
            accountId,
            amount,
            balance
        ];
    });
    if (legs.length < 2 || [
        ...sums.values()
    ].some((sum)=>sum !== 0n)) {
        throw new Error('the legs of a movement do not sum to zero');
    }
    for (const { kind, balance, held, overdraftLimit } of accounts.values()){
        if (kind === 'customer' && balance - held < -overdraftLimit) throw new Failure('INSUFFICIENT_FUNDS');
    }
    return lines;
}
/** Writes the new balances in one statement. The schema's CHECK repeats the overdraft rule, should ours ever miss. */ async function writeBalances(runner, accounts) {
    const cases = accounts.map(()=>'WHEN ? THEN ?').join(' ');
    const values = accounts.flatMap(({ id, balance })=>[
            id,
            balance
        ]);
    const ids = accounts.map(({ id })=>id);
    try {
        await runner.query(`UPDATE accounts SET balance = CASE id ${cases} END WHERE id IN (?)`, [
            ...values,
            ids
        ]);
    } catch (error) {
        throw isCheckViolation(error, 'accounts_funds') ? new Failure('INSUFFICIENT_FUNDS') : error;
    }
}
function lockedAccount(row) {
    return {
        id: wholeNumber(row.id),
        userId: row.user_id === null ? null : wholeNumber(row.user_id),
        kind: row.kind,
        currency: row.currency,
        balance: minorUnits(row.balance),
        held: minorUnits(row.held),
        overdraftLimit: minorUnits(row.overdraft_limit),
        transferLimit: minorUnits(row.transfer_limit),
        withdrawalLimit: minorUnits(row.withdrawal_limit)
    };
}
const kindText = {
    deposit: 'Dépôt',
    transfer: 'Virement',
    payment: 'Paiement',
    card: 'Paiement par carte',
    withdrawal: 'Retrait',
    fee: 'Frais',
    adjustment: 'Ajustement de solde'
};
const legsText = ({ legs }, accounts)=>legs.map(({ accountId, amount })=>{
        const sum = toDecimal(amount).toFixed(2).replace('.', ',');
        return `${amount > 0n ? '+' : ''}${sum} ${accounts.get(accountId)?.currency} sur le compte ${accountId}`;
    }).join(', ');

;// ./src/accounts/iban.ts
/**
 * French account numbers: an IBAN (ISO 13616-1; country format in the SWIFT IBAN Registry: FR, 2 check digits,
 * bank code 5, branch code 5, account number 11, RIB key 2) that contains a RIB, whose own key follows from
 * 'clé RIB' (Comité français d'organisation et de normalisation bancaires): 97 − (89 × bank + 15 × branch +
 * 3 × account) mod 97.
 */ /** A code that stands for this fictitious bank; no IBAN made with it reaches anybody. */ const bankCode = '99999';
const branchCode = '00001';
const accountNumbers = 10n ** 11n;
/** Prime to 10^11, so that multiplying by it gives every id an account number of its own, far from its neighbour's. */ const spread = 61_803_398_877n;
/** The IBAN of the account with this id. Two ids below 10^11 never have the same. */ function ibanOf(accountId) {
    const account = (BigInt(accountId) * spread % accountNumbers).toString().padStart(11, '0');
    const rib = `${bankCode}${branchCode}${account}`;
    return frenchIban(`${rib}${ribKey(rib)}`);
}
/** Whether the check digits of an IBAN of any country agree with the rest: ISO 7064 MOD 97-10. */ function hasValidCheckDigits(iban) {
    return /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(iban) && modulo97(iban.slice(4) + iban.slice(0, 4)) === 1n;
}
/** The two digits that close a RIB of bank, branch and account number, all digits. */ function ribKey(rib) {
    const [bank, branch, account] = [
        rib.slice(0, 5),
        rib.slice(5, 10),
        rib.slice(10, 21)
    ].map(BigInt);
    const key = 97n - (89n * bank + 15n * branch + 3n * account) % 97n;
    return key.toString().padStart(2, '0');
}
function frenchIban(bban) {
    const check = 98n - modulo97(`${bban}FR00`);
    return `FR${check.toString().padStart(2, '0')}${bban}`;
}
/** The remainder by 97 of the number that letters become when A is 10 and Z is 35. */ function modulo97(text) {
    return BigInt(text.replace(/[A-Z]/g, (letter)=>parseInt(letter, 36).toString())) % 97n;
}

;// ./src/accounts/accounts.service.ts
function accounts_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function accounts_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;











/** The days that the history of a balance covers, today included (wire contract, section 3). */ const historyDays = 90;
const ownCurrency = 'EUR';
const insertAccount = `
  INSERT INTO accounts (user_id, kind, currency, account_type, overdraft_limit, transfer_limit, withdrawal_limit,
    card_limit, created_at)
  VALUES (?, 'customer', ?, 'current', ?, ?, ?, ?, ?)`;
class AccountsService {
    dataSource;
    idempotency;
    ledger;
    clock;
    constructor(dataSource, idempotency, ledger, clock){
        this.dataSource = dataSource;
        this.idempotency = idempotency;
        this.ledger = ledger;
        this.clock = clock;
    }
    /** Opens a user's account in euros, empty, with the default limits; part of the transaction that makes the user. */ async open(runner, userId) {
        const { overdraft, transferPerDay, withdrawalPerDay, cardPerMonth } = defaultLimits;
        const limits = [
            overdraft,
            transferPerDay,
            withdrawalPerDay,
            cardPerMonth
        ].map(toMinor);
        const { insertId } = await runner.query(insertAccount, [
            userId,
            ownCurrency,
            ...limits,
            this.clock.now()
        ]);
        const id = wholeNumber(insertId);
        await runner.query('UPDATE accounts SET iban = ? WHERE id = ?', [
            ibanOf(id),
            id
        ]);
    }
    /**
   * The balance, its limits, and the balance at the end of each of the last 90 days of Paris, oldest first. One
   * statement, so that no movement falls between the figures; each day's end is one step down an index.
   * @throws Failure NOT_FOUND when the user has no account.
   */ async overview(userId) {
        const today = parisDay(this.clock.now());
        const ends = Array.from({
            length: historyDays
        }, (_, day)=>endOfParisDay(addDays(today, day - historyDays + 1)));
        const rows = await this.dataSource.query(historyQuery(ends.length), [
            ...ends,
            userId,
            ownCurrency
        ]);
        const [account] = rows;
        if (!account) throw new Failure('NOT_FOUND');
        return {
            balance: wireBalance(account),
            history: rows.map((row, day)=>({
                    balance: toDecimal(minorUnits(row.day_balance ?? 0)),
                    date: lastMoment(ends[day])
                }))
        };
    }
    /**
   * The balance alone, for the quick check.
   * @throws Failure NOT_FOUND when the user has no account.
   */ async check(userId) {
        const [account] = await this.dataSource.query('SELECT balance, iban FROM accounts WHERE user_id = ? AND currency = ?', [
            userId,
            ownCurrency
        ]);
        if (!account) throw new Failure('NOT_FOUND');
        return {
            balance: {
                current_balance: toDecimal(minorUnits(account.balance)),
                account_number: account.iban
            }
        };
    }
    /**
   * The id of a user's account.
   * @throws Failure NOT_FOUND when the user has none.
   */ async idOf(runner, userId) {
        const [account] = await runner.query('SELECT id FROM accounts WHERE user_id = ? AND currency = ?', [
            userId,
            ownCurrency
        ]);
        if (!account) throw new Failure('NOT_FOUND');
        return wholeNumber(account.id);
    }
    /**
   * Moves money from the bank's funding account to the caller's (wire contract, section 3).
   * @throws Failure NOT_FOUND, AMOUNT_OUT_OF_RANGE (see `LedgerService`), IDEMPOTENCY_KEY_REUSED.
   */ async addFunds(actor, request, keyed, call) {
        const amount = toMinor(request.amount);
        return this.idempotency.once(keyed, async (runner)=>{
            const accountId = await this.idOf(runner, actor.userId);
            const posting = await this.ledger.post(runner, {
                kind: 'deposit',
                description: 'Ajout de fonds',
                legs: [
                    {
                        accountId: bankAccounts.funding,
                        amount: -amount
                    },
                    {
                        accountId,
                        amount
                    }
                ],
                createdBy: actor.userId,
                requestId: call.requestId
            });
            const balance = toDecimal(posting.accounts.get(accountId)?.balance ?? 0n);
            return {
                success: true,
                reference: posting.reference,
                balance
            };
        });
    }
}
AccountsService = accounts_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    accounts_service_ts_metadata("design:type", Function),
    accounts_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof Idempotency === "undefined" ? Object : Idempotency,
        typeof LedgerService === "undefined" ? Object : LedgerService,
        typeof Clock === "undefined" ? Object : Clock
    ])
], AccountsService);
const historyQuery = (days)=>`
  SELECT a.balance, a.held, a.iban, a.account_type, a.currency, a.overdraft_limit, a.transfer_limit,
    a.withdrawal_limit, a.card_limit,
    (SELECT e.balance_after - e.amount FROM entries e
      WHERE e.account_id = a.id ORDER BY e.id DESC LIMIT 1) AS previous,
    (SELECT e.balance_after FROM entries e
      WHERE e.account_id = a.id AND e.created_at < days.ends_at
      ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS day_balance
  FROM (SELECT CAST(? AS DATETIME(3)) AS ends_at ${'UNION ALL SELECT CAST(? AS DATETIME(3)) '.repeat(days - 1)}) days
  JOIN accounts a ON a.user_id = ? AND a.currency = ?
  ORDER BY days.ends_at`;
const lastMoment = (end)=>new Date((end?.getTime() ?? 0) - 1).toISOString();
function wireBalance(account) {
    const balance = minorUnits(account.balance);
    const decimal = (minor)=>toDecimal(minorUnits(minor));
    return {
        current_balance: toDecimal(balance),
        available_balance: toDecimal(balance - minorUnits(account.held)),
        previous_balance: account.previous === null ? toDecimal(balance) : decimal(account.previous),
        account_number: account.iban,
        account_type: account.account_type,
        currency: account.currency,
        card_limit: decimal(account.card_limit),
        transfer_limit: decimal(account.transfer_limit),
        withdrawal_limit: decimal(account.withdrawal_limit),
        overdraft_limit: decimal(account.overdraft_limit)
    };
}

;// ./src/accounts/accounts.controller.ts
function accounts_controller_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function accounts_controller_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function _ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
;









let AddFundsRequest = class AddFundsRequest extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(addFundsRequest) {
};
let BalanceCheck = class BalanceCheck extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(balanceCheck) {
};
let BalanceOverview = class BalanceOverview extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(balanceOverview) {
};
let MoneyMoved = class MoneyMoved extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(moneyMoved) {
};
class AccountsController {
    accounts;
    constructor(accounts){
        this.accounts = accounts;
    }
    overview(actor) {
        return this.accounts.overview(actor.userId);
    }
    check(actor) {
        return this.accounts.check(actor.userId);
    }
    addFunds(request, actor, keyed, call) {
        return this.accounts.addFunds(actor, request, keyed, call);
    }
}
accounts_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__('solde'),
    Operation('The balance of the caller’s account, its limits and the last 90 days', {
        errors: [
            'NOT_FOUND'
        ]
    }),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: BalanceOverview
    }),
    _ts_param(0, CurrentActor()),
    accounts_controller_ts_metadata("design:type", Function),
    accounts_controller_ts_metadata("design:paramtypes", [
        typeof Actor === "undefined" ? Object : Actor
    ]),
    accounts_controller_ts_metadata("design:returntype", void 0)
], AccountsController.prototype, "overview", null);
accounts_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__('solde/check'),
    Operation('The balance alone', {
        errors: [
            'NOT_FOUND'
        ]
    }),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: BalanceCheck
    }),
    _ts_param(0, CurrentActor()),
    accounts_controller_ts_metadata("design:type", Function),
    accounts_controller_ts_metadata("design:paramtypes", [
        typeof Actor === "undefined" ? Object : Actor
    ]),
    accounts_controller_ts_metadata("design:returntype", void 0)
], AccountsController.prototype, "check", null);
accounts_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__('balance/update'),
    Operation('Adds funds from the funding account', {
        errors: [
            'NOT_FOUND',
            'AMOUNT_OUT_OF_RANGE'
        ],
        idempotent: true
    }),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 201,
        type: MoneyMoved
    }),
    _ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Body__()),
    _ts_param(1, CurrentActor()),
    _ts_param(2, CurrentKeyedCall()),
    _ts_param(3, CurrentCall()),
    accounts_controller_ts_metadata("design:type", Function),
    accounts_controller_ts_metadata("design:paramtypes", [
        typeof AddFundsRequest === "undefined" ? Object : AddFundsRequest,
        typeof Actor === "undefined" ? Object : Actor,
        typeof KeyedCall === "undefined" ? Object : KeyedCall,
        typeof Call === "undefined" ? Object : Call
    ]),
    accounts_controller_ts_metadata("design:returntype", void 0)
], AccountsController.prototype, "addFunds", null);
AccountsController = accounts_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_swagger_f8dbc69a_ApiTags__('Accounts'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Controller__(),
    Permission('account:own'),
    accounts_controller_ts_metadata("design:type", Function),
    accounts_controller_ts_metadata("design:paramtypes", [
        typeof AccountsService === "undefined" ? Object : AccountsService
    ])
], AccountsController);

;// ./src/accounts/accounts.module.ts
function accounts_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;


class AccountsModule {
}
AccountsModule = accounts_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        controllers: [
            AccountsController
        ],
        providers: [
            AccountsService
        ],
        exports: [
            AccountsService
        ]
    })
], AccountsModule);

;// ../libs/contracts/pagination.ts

/** The `page` and `limit` of a list's query (wire contract, section 2): pages from 1, at most 100 rows each. */ const pageQuery = (defaultLimit)=>({
        page: __WEBPACK_EXTERNAL_MODULE_zod_z__.coerce.number().int().min(1).max(1_000_000).default(1),
        limit: __WEBPACK_EXTERNAL_MODULE_zod_z__.coerce.number().int().min(1).max(100).default(defaultLimit)
    });
const pagination = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    page: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    limit: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    total: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    pages: __WEBPACK_EXTERNAL_MODULE_zod_z__.int()
}).meta({
    id: 'Pagination'
});
/** Describes the page of a list of `total` rows; an empty list has one empty page. */ function paginate(page, limit, total) {
    return {
        page,
        limit,
        total,
        pages: Math.max(1, Math.ceil(total / limit))
    };
}
/** A path's `{id}`. */ const idParameter = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    id: __WEBPACK_EXTERNAL_MODULE_zod_z__.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
});

;// ../libs/contracts/permissions.ts
/** The roles of the bank (specification 1, section 6). */ const roles = [
    'user',
    'admin'
];
/** What each role may do. A route of the server names one of these; a role that is not listed is refused. */ const permissions = {
    'session:own': [
        'user',
        'admin'
    ],
    'account:own': [
        'user',
        'admin'
    ],
    'cards:own': [
        'user',
        'admin'
    ],
    'settings:own': [
        'user',
        'admin'
    ],
    'payments:review': [
        'admin'
    ],
    'users:manage': [
        'admin'
    ],
    'logs:read': [
        'admin'
    ],
    'stats:read': [
        'admin'
    ]
};
/** Whether a role holds a permission. */ function allows(role, permission) {
    return permissions[permission].includes(role);
}

;// ../libs/contracts/users.ts




const kycStatuses = [
    'pending',
    'approved',
    'rejected'
];
const userStatuses = [
    'active',
    'inactive'
];
/** An e-mail address, folded to lower case: two spellings that differ by case are the same person. */ const email = validation_text(254).toLowerCase().pipe(__WEBPACK_EXTERNAL_MODULE_zod_z__.email(rule('EMAIL')));
/** A username: unaccented, without spaces, so that nobody can pass for another by a look-alike letter. */ const username = validation_text(40).regex(/^[A-Za-z0-9][A-Za-z0-9._-]{2,39}$/, rule('USERNAME'));
/** A telephone number as people write it, at most the 15 digits of E.164. */ const phone = validation_text(30).regex(/^\+?[\d\s().-]{5,29}$/, rule('PHONE'));
const personName = validation_text(80);
/** The user object of the wire contract: never a password or a hash. */ const user = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    id: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    email: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    username: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    first_name: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    last_name: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    phone: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().nullable(),
    role: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(roles),
    status: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(userStatuses),
    kyc_status: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(kycStatuses),
    kyc_submitted_at: moment.nullable(),
    created_at: moment
}).meta({
    id: 'User'
});
/** What a new customer types (the confirmation stays in the browser). */ const profileFields = {
    email,
    username,
    first_name: personName,
    last_name: personName,
    phone: optional(phone)
};

;// ../libs/contracts/admin.ts







/** The figures of the back-office's dashboard (wire contract, section 3); amounts in euros, days of Paris. */ const adminStats = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    totalUsers: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    activeAccounts: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    totalBalance: amount,
    pendingTransactions: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    completedToday: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    failedToday: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    kycPending: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    kycVerified: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    kycRejected: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    recent: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.object({
        id: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
        user: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
        type: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum([
            'virement',
            'carte',
            'retrait'
        ]),
        amount: amount,
        status: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum([
            'completed',
            'pending',
            'failed'
        ]),
        date: moment
    }))
}).meta({
    id: 'AdminStats'
});
const managedUser = user.extend({
    balance: amount
}).meta({
    id: 'ManagedUser'
});
const userListQuery = __WEBPACK_EXTERNAL_MODULE_zod_z__.strictObject({
    ...pageQuery(20),
    search: optionalText(120),
    role: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(roles).optional(),
    status: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(userStatuses).optional(),
    kyc_status: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(kycStatuses).optional()
});
const userList = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    users: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(managedUser),
    pagination: pagination
});
const logTypes = [
    'info',
    'warning',
    'error'
];
const logListQuery = __WEBPACK_EXTERNAL_MODULE_zod_z__.strictObject({
    ...pageQuery(20),
    type: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum([
        'all',
        ...logTypes
    ]).default('all'),
    action: optionalText(80),
    user_id: __WEBPACK_EXTERNAL_MODULE_zod_z__.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional()
});
const logEntry = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    id: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    created_at: moment,
    email: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().nullable(),
    user_id: __WEBPACK_EXTERNAL_MODULE_zod_z__.int().nullable(),
    action: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    type: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(logTypes),
    message: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    request_id: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().nullable()
}).meta({
    id: 'LogEntry'
});
const logList = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    logs: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(logEntry),
    pagination: pagination
});

;// ./src/common/search.ts
/** A LIKE pattern that finds the typed text anywhere, its own `%`, `_` and `\` taken literally. */ const containing = (typed)=>`%${literally(typed)}%`;
/** What in names, e-mail addresses and usernames stands between two words. */ const separators = [
    ' ',
    '-',
    "'",
    '’',
    '.',
    '@',
    '_'
];
/** LIKE patterns of which one finds the typed text at the start of a word; the text searched begins with a space. */ const startingWord = (typed)=>separators.map((separator)=>`%${literally(separator)}${literally(typed)}%`);
const literally = (typed)=>typed.replace(/[\\%_]/g, '\\$&');

;// ./src/audit/audit-log.service.ts
function audit_log_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function audit_log_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;




class AuditLogService {
    dataSource;
    constructor(dataSource){
        this.dataSource = dataSource;
    }
    /** One page of the log, newest first; `action` finds part of an action's name. */ async list({ page, limit, type, action, user_id }) {
        const conditions = [];
        if (type !== 'all') conditions.push([
            'l.type = ?',
            type
        ]);
        if (action !== undefined) conditions.push([
            'l.action LIKE ?',
            containing(action)
        ]);
        if (user_id !== undefined) conditions.push([
            'l.user_id = ?',
            user_id
        ]);
        const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql])=>sql).join(' AND ')}`;
        const values = conditions.map(([, value])=>value);
        const [counted] = await this.dataSource.query(`SELECT COUNT(*) AS total FROM audit_log l ${where}`, values);
        const rows = await this.dataSource.query(`SELECT l.id, l.created_at, COALESCE(l.email, u.email) AS email, l.user_id, l.action, l.type, l.message,
         l.request_id
       FROM audit_log l LEFT JOIN users u ON u.id = l.user_id
       ${where} ORDER BY l.id DESC LIMIT ? OFFSET ?`, [
            ...values,
            limit,
            (page - 1) * limit
        ]);
        return {
            logs: rows.map(wireEntry),
            pagination: paginate(page, limit, wholeNumber(counted.total))
        };
    }
}
AuditLogService = audit_log_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    audit_log_service_ts_metadata("design:type", Function),
    audit_log_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__
    ])
], AuditLogService);
const wireEntry = (row)=>({
        ...row,
        id: wholeNumber(row.id),
        created_at: row.created_at.toISOString()
    });

;// ./src/audit/audit.controller.ts
function audit_controller_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function audit_controller_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function audit_controller_ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
;






let LogList = class LogList extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(logList) {
};
let LogListQuery = class LogListQuery extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(logListQuery) {
};
class AuditController {
    log;
    constructor(log){
        this.log = log;
    }
    list(query) {
        return this.log.list(query);
    }
}
audit_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__(),
    Operation('The activity log, newest first'),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: LogList
    }),
    audit_controller_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Query__()),
    audit_controller_ts_metadata("design:type", Function),
    audit_controller_ts_metadata("design:paramtypes", [
        typeof LogListQuery === "undefined" ? Object : LogListQuery
    ]),
    audit_controller_ts_metadata("design:returntype", void 0)
], AuditController.prototype, "list", null);
AuditController = audit_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_swagger_f8dbc69a_ApiTags__('Administration'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Controller__('admin/logs'),
    Permission('logs:read'),
    audit_controller_ts_metadata("design:type", Function),
    audit_controller_ts_metadata("design:paramtypes", [
        typeof AuditLogService === "undefined" ? Object : AuditLogService
    ])
], AuditController);

;// ./src/audit/audit-log.module.ts
function audit_log_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;


class AuditLogModule {
}
AuditLogModule = audit_log_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        controllers: [
            AuditController
        ],
        providers: [
            AuditLogService
        ]
    })
], AuditLogModule);

;// ./src/audit/audit.module.ts
function audit_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;

class AuditModule {
}
AuditModule = audit_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Global__(),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        providers: [
            AuditService
        ],
        exports: [
            AuditService
        ]
    })
], AuditModule);

;// external "@nestjs/jwt"

;// external "@nestjs/passport"

;// external "node:os"

;// external "node:path"

;// external "node:fs"

;// ./src/common/keys.ts




const keyFile = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    signing: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().min(32),
    encryption: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().min(32)
});
/** Turns each given or stored secret into a key of 32 bytes; `stored` is read only when one is missing. */ function deriveKeys(signing, encryption, stored) {
    const file = signing && encryption ? undefined : stored();
    return {
        signing: derive(signing ?? file?.signing ?? '', 'access tokens'),
        encryption: derive(encryption ?? file?.encryption ?? '', 'stored secrets')
    };
}
const derive = (secret, purpose)=>Buffer.from(__WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_hkdfSync__('sha256', secret, 'bank-pcs', purpose, 32));
/**
 * The secrets of a server that was given none: made once and kept in a file that only its owner may read.
 * The file appears whole by a hard link, so two processes that start together agree on the first one's.
 */ function storedKeys(path) {
    return read(path) ?? create(path);
}
function read(path) {
    try {
        return keyFile.parse(JSON.parse(__WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_readFileSync__(path, 'utf8')));
    } catch (error) {
        if (error.code === 'ENOENT') return undefined;
        throw new Error(`The key file ${path} cannot be read.`, {
            cause: error
        });
    }
}
function create(path) {
    const secret = ()=>__WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomBytes__(32).toString('base64url');
    const keys = {
        signing: secret(),
        encryption: secret()
    };
    const draft = `${path}.${process.pid}.${__WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomBytes__(4).toString('hex')}`;
    __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_mkdirSync__(__WEBPACK_EXTERNAL_MODULE_node_path_02319fef_dirname__(path), {
        recursive: true,
        mode: 0o700
    });
    __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_writeFileSync__(draft, JSON.stringify(keys), {
        mode: 0o600,
        flush: true
    });
    try {
        __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_linkSync__(draft, path);
        return keys;
    } catch (error) {
        if (error.code !== 'EEXIST') throw error;
        return storedKeys(path);
    } finally{
        __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_rmSync__(draft, {
            force: true
        });
    }
}

;// ./src/config.ts




const integer = (sentence, min, max, otherwise)=>__WEBPACK_EXTERNAL_MODULE_zod_z__.coerce.number(sentence).int(sentence).min(min, sentence).max(max, sentence).default(otherwise);
const origin = (name)=>__WEBPACK_EXTERNAL_MODULE_zod_z__.url(`${name} must be an origin such as https://bank.example.`).refine((value)=>new URL(value).origin === value, `${name} must be an origin without a path.`).optional();
const databaseUrl = (name)=>__WEBPACK_EXTERNAL_MODULE_zod_z__.url({
        protocol: /^(mysql|mariadb)$/,
        error: `${name} must be an address such as mysql://user@host/bank.`
    });
const secret = (name)=>__WEBPACK_EXTERNAL_MODULE_zod_z__.string().min(32, `${name} must have at least 32 characters.`).optional();
const addresses = (name)=>{
    const sentence = `${name} must be a JSON object of addresses.`;
    return __WEBPACK_EXTERNAL_MODULE_zod_z__.string().transform((json, context)=>{
        try {
            return JSON.parse(json);
        } catch  {
            context.addIssue(sentence);
            return __WEBPACK_EXTERNAL_MODULE_zod_z__.NEVER;
        }
    }).pipe(__WEBPACK_EXTERNAL_MODULE_zod_z__.record(__WEBPACK_EXTERNAL_MODULE_zod_z__.string(), __WEBPACK_EXTERNAL_MODULE_zod_z__.url(sentence), sentence)).default({});
};
const environment = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    NODE_ENV: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum([
        'production',
        'development',
        'test'
    ], 'NODE_ENV is not known.').default('production'),
    PORT: integer('PORT must be a port from 1 to 65533.', 1, 65_533, 3000),
    HOST: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().optional(),
    DATABASE_URL: databaseUrl('DATABASE_URL'),
    DATABASE_MIGRATION_URL: databaseUrl('DATABASE_MIGRATION_URL').optional(),
    DATABASE_CONNECTIONS: integer('DATABASE_CONNECTIONS must be from 1 to 500.', 1, 500, 20),
    DATA_DIR: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().default('.data'),
    REMOTES_DIR: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().default('remotes'),
    HOSTS_DIR: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().default('hosts'),
    SHELL_ORIGIN: origin('SHELL_ORIGIN'),
    BACK_OFFICE_ORIGIN: origin('BACK_OFFICE_ORIGIN'),
    ACCESS_TOKEN_SECONDS: integer('ACCESS_TOKEN_SECONDS must be from 1 to 3600.', 1, 3_600, 300),
    SESSION_SECONDS: integer('SESSION_SECONDS must be from 1 to 2592000.', 1, 2_592_000, 28_800),
    IDLE_SECONDS: integer('IDLE_SECONDS must be from 1 to 86400.', 1, 86_400, 300),
    SIGNING_KEY: secret('SIGNING_KEY'),
    ENCRYPTION_KEY: secret('ENCRYPTION_KEY'),
    SMTP_URL: __WEBPACK_EXTERNAL_MODULE_zod_z__.url({
        protocol: /^smtps?$/,
        error: 'SMTP_URL must be an smtp:// address.'
    }).optional(),
    MAIL_FROM: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().default('Bank PCS <no-reply@bankpcs.example>'),
    TRUST_PROXY: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().default('false').transform(trustedProxies),
    LOG_LEVEL: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum([
        'fatal',
        'error',
        'warn',
        'info',
        'debug',
        'trace',
        'silent'
    ], 'LOG_LEVEL is not a log level.').default('info'),
    CALLS_PER_MINUTE: integer('CALLS_PER_MINUTE must be from 1 to 1000000.', 1, 1_000_000, 1_200),
    HASHES_AT_ONCE: integer('HASHES_AT_ONCE must be from 1 to 64.', 1, 64, Math.min(__WEBPACK_EXTERNAL_MODULE_node_os_e12349cb_availableParallelism__(), 64)),
    DEV_REMOTES: addresses('DEV_REMOTES'),
    DEV_HOSTS: addresses('DEV_HOSTS')
});
/** Whose `X-Forwarded-For` counts: nobody's, the nearest so many proxies', or those of the listed networks. */ function trustedProxies(value) {
    if (value === 'true' || value === 'false') return value === 'true';
    return /^\d+$/.test(value) ? Number(value) : value;
}
/** The environment is wrong; the message is one sentence that names the variable and never its value. */ class ConfigError extends Error {
}
/** Everything that the environment decides, read once. Nothing else of the server reads the environment. */ class Config {
    environment;
    port;
    /** The address to listen on; without one, loopback only. */ host;
    databaseUrl;
    /** The account that migrates; the ordinary one where no other is given. */ databaseMigrationUrl;
    databaseConnections;
    dataDir;
    remotesDir;
    hostsDir;
    shellOrigin;
    backOfficeOrigin;
    accessTokenSeconds;
    sessionSeconds;
    idleSeconds;
    /** 32 bytes that sign access tokens. */ signingKey;
    /** 32 bytes that encrypt two-factor secrets and key the digests of codes. */ encryptionKey;
    smtpUrl;
    mailFrom;
    trustProxy;
    logLevel;
    callsPerMinute;
    hashesAtOnce;
    /** Addresses of remotes and hosts served by a development server, by name; empty elsewhere. */ devRemotes;
    devHosts;
    constructor(variables){
        const development = variables.NODE_ENV === 'development';
        this.environment = variables.NODE_ENV;
        this.port = variables.PORT;
        this.host = variables.HOST;
        this.databaseUrl = variables.DATABASE_URL;
        this.databaseMigrationUrl = variables.DATABASE_MIGRATION_URL ?? variables.DATABASE_URL;
        this.databaseConnections = variables.DATABASE_CONNECTIONS;
        this.dataDir = __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_resolve__(variables.DATA_DIR);
        this.remotesDir = __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_resolve__(variables.REMOTES_DIR);
        this.hostsDir = __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_resolve__(variables.HOSTS_DIR);
        this.shellOrigin = variables.SHELL_ORIGIN ?? `http://localhost:${this.port}`;
        this.backOfficeOrigin = variables.BACK_OFFICE_ORIGIN ?? `http://localhost:${this.port + 1}`;
        this.accessTokenSeconds = variables.ACCESS_TOKEN_SECONDS;
        this.sessionSeconds = variables.SESSION_SECONDS;
        this.idleSeconds = variables.IDLE_SECONDS;
        const keys = deriveKeys(variables.SIGNING_KEY, variables.ENCRYPTION_KEY, ()=>storedKeys(__WEBPACK_EXTERNAL_MODULE_node_path_02319fef_join__(this.dataDir, 'keys.json')));
        this.signingKey = keys.signing;
        this.encryptionKey = keys.encryption;
        this.smtpUrl = variables.SMTP_URL;
        this.mailFrom = variables.MAIL_FROM;
        this.trustProxy = variables.TRUST_PROXY;
        this.logLevel = variables.LOG_LEVEL;
        this.callsPerMinute = variables.CALLS_PER_MINUTE;
        this.hashesAtOnce = variables.HASHES_AT_ONCE;
        this.devRemotes = development ? variables.DEV_REMOTES : {};
        this.devHosts = development ? variables.DEV_HOSTS : {};
    }
}
/**
 * Reads the configuration; a variable set to nothing counts as absent.
 * @throws ConfigError when a variable is missing or wrong.
 */ function readConfig(variables = process.env) {
    const given = Object.fromEntries(Object.entries(variables).filter(([, value])=>value !== ''));
    const parsed = environment.safeParse(given);
    if (parsed.success) return new Config(parsed.data);
    const [issue] = parsed.error.issues;
    const name = issue?.path[0]?.toString() ?? '';
    throw new ConfigError(name in given ? issue?.message ?? name : `${name} must be set.`);
}

;// external "node:fs/promises"

;// external "nodemailer"

;// ./src/common/background.ts
function background_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;
class Background {
    logger = new __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Logger__('Background');
    running = new Set();
    /** Starts the work; its failure is logged and harms nobody. */ start(name, work) {
        const promise = work().then(()=>undefined).catch((error)=>this.logger.error(`${name} failed`, error.stack)).finally(()=>this.running.delete(promise));
        this.running.add(promise);
    }
    async beforeApplicationShutdown() {
        await Promise.all(this.running);
    }
}
Background = background_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__()
], Background);

;// ./locales/mail.en.json
const mail_en_namespaceObject = /*#__PURE__*/JSON.parse('{"password_reset.action":"Choose a new password","password_reset.body":"You asked to choose a new password for your Bank PCS account. The link below works once, for {minutes} minutes.","password_reset.greeting":"Hello {name},","password_reset.ignore":"If you did not ask for this, ignore this email: your password stays the same.","password_reset.subject":"Your new Bank PCS password","signature":"The Bank PCS team"}');
;// ./locales/mail.fr.json
const mail_fr_namespaceObject = /*#__PURE__*/JSON.parse('{"password_reset.action":"Choisir un nouveau mot de passe","password_reset.body":"Vous avez demandé à choisir un nouveau mot de passe pour votre compte Bank PCS. Le lien ci-dessous fonctionne une seule fois, pendant {minutes} minutes.","password_reset.greeting":"Bonjour {name},","password_reset.ignore":"Si vous n’avez rien demandé, ignorez cet e-mail : votre mot de passe reste inchangé.","password_reset.subject":"Votre nouveau mot de passe Bank PCS","signature":"L’équipe Bank PCS"}');
;// ./src/mail/templates.ts


const templates_texts = {
    fr: mail_fr_namespaceObject,
    en: mail_en_namespaceObject
};
const templates = (/* unused pure expression or super */ null && ([
    'password_reset'
]));
/** A mail's subject and body, as text and as HTML with the same words, in a language. */ function composed(template, language, values) {
    const line = (part)=>templates_texts[language][`${template}.${part}`].replace(/\{(\w+)\}/g, (_whole, name)=>values[name] ?? '');
    const signature = templates_texts[language]['signature'];
    const { link = '' } = values;
    return {
        subject: line('subject'),
        text: [
            line('greeting'),
            line('body'),
            link,
            line('ignore'),
            signature
        ].join('\n\n'),
        html: htmlPage(language, line('subject'), [
            `<p>${escaped(line('greeting'))}</p>`,
            `<p>${escaped(line('body'))}</p>`,
            `<p><a href="${escaped(link)}" style="${buttonStyle}">${escaped(line('action'))}</a></p>`,
            `<p style="word-break:break-all">${escaped(link)}</p>`,
            `<p>${escaped(line('ignore'))}</p>`,
            `<p>${escaped(signature)}</p>`
        ])
    };
}
const buttonStyle = 'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b3d91;color:#fff;text-decoration:none';
const htmlPage = (language, title, paragraphs)=>`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>` + `<body style="font-family:sans-serif;line-height:1.5;color:#16202e">${paragraphs.join('')}</body></html>`;
const entities = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;'
};
const escaped = (text)=>text.replace(/[&<>"']/g, (character)=>entities[character] ?? character);

;// ./src/mail/mail.service.ts
function mail_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function mail_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;








class MailService {
    background;
    clock;
    config;
    deliver;
    constructor(background, clock, config){
        this.background = background;
        this.clock = clock;
        this.config = config;
        this.deliver = config.smtpUrl ? this.bySmtp(config.smtpUrl) : (mail)=>this.intoOutbox(mail);
    }
    /** Sends a mail without being waited for; a failure is logged and never reaches the caller. */ send(mail) {
        this.background.start('mail', ()=>this.deliver(mail));
    }
    /** Sends one of the mails of `locales/mail.*.json` in the person's language. */ sendTemplate(to, language, template, values) {
        this.send({
            to,
            ...composed(template, language, values)
        });
    }
    bySmtp(url) {
        const transport = __WEBPACK_EXTERNAL_MODULE_nodemailer_createTransport__(url, {
            from: this.config.mailFrom
        });
        return (mail)=>transport.sendMail(mail);
    }
    /** The file appears whole under its name, so that whoever watches the folder never reads half a mail. */ async intoOutbox(mail) {
        const composer = __WEBPACK_EXTERNAL_MODULE_nodemailer_createTransport__({
            streamTransport: true,
            buffer: true,
            newline: 'windows'
        });
        const { message } = await composer.sendMail({
            from: this.config.mailFrom,
            ...mail
        });
        const folder = __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_join__(this.config.dataDir, 'outbox');
        await __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_mkdir__(folder, {
            recursive: true,
            mode: 0o700
        });
        const name = `${this.clock.now().toISOString().replace(/[:.]/g, '-')}-${__WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomUUID__()}`;
        const draft = __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_join__(folder, `.${name}.draft`);
        await __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_writeFile__(draft, message, {
            mode: 0o600
        });
        await __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_rename__(draft, __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_join__(folder, `${name}.eml`));
    }
}
MailService = mail_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    mail_service_ts_metadata("design:type", Function),
    mail_service_ts_metadata("design:paramtypes", [
        typeof Background === "undefined" ? Object : Background,
        typeof Clock === "undefined" ? Object : Clock,
        typeof Config === "undefined" ? Object : Config
    ])
], MailService);

;// ./src/mail/mail.module.ts
function mail_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;

class MailModule {
}
MailModule = mail_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        providers: [
            MailService
        ],
        exports: [
            MailService
        ]
    })
], MailModule);

;// ./src/users/user.entity.ts
function user_entity_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function user_entity_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;



class UserEntity {
    id;
    email;
    username;
    firstName;
    lastName;
    phone;
    /** Never selected unless it is asked for, so that it cannot leak with the rest. */ passwordHash;
    role;
    status;
    kycStatus;
    kycSubmittedAt;
    /** The language of the mails that the person gets. */ language;
    createdAt;
    /** Set when the person was deleted; the e-mail and the username are then free again. */ deletedAt;
}
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_PrimaryGeneratedColumn__({
        type: 'int',
        unsigned: true
    }),
    user_entity_ts_metadata("design:type", Number)
], UserEntity.prototype, "id", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'varchar',
        length: 254
    }),
    user_entity_ts_metadata("design:type", String)
], UserEntity.prototype, "email", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'varchar',
        length: 40
    }),
    user_entity_ts_metadata("design:type", String)
], UserEntity.prototype, "username", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'first_name',
        type: 'varchar',
        length: 80
    }),
    user_entity_ts_metadata("design:type", String)
], UserEntity.prototype, "firstName", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'last_name',
        type: 'varchar',
        length: 80
    }),
    user_entity_ts_metadata("design:type", String)
], UserEntity.prototype, "lastName", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'varchar',
        length: 30,
        nullable: true
    }),
    user_entity_ts_metadata("design:type", Object)
], UserEntity.prototype, "phone", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'password_hash',
        type: 'varchar',
        length: 200,
        select: false
    }),
    user_entity_ts_metadata("design:type", String)
], UserEntity.prototype, "passwordHash", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'enum',
        enum: roles,
        default: 'user'
    }),
    user_entity_ts_metadata("design:type", typeof Role === "undefined" ? Object : Role)
], UserEntity.prototype, "role", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'enum',
        enum: userStatuses,
        default: 'active'
    }),
    user_entity_ts_metadata("design:type", Object)
], UserEntity.prototype, "status", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'kyc_status',
        type: 'enum',
        enum: kycStatuses,
        default: 'pending'
    }),
    user_entity_ts_metadata("design:type", Object)
], UserEntity.prototype, "kycStatus", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'kyc_submitted_at',
        type: 'datetime',
        precision: 3,
        nullable: true
    }),
    user_entity_ts_metadata("design:type", Object)
], UserEntity.prototype, "kycSubmittedAt", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'enum',
        enum: languages,
        default: defaultLanguage
    }),
    user_entity_ts_metadata("design:type", typeof Language === "undefined" ? Object : Language)
], UserEntity.prototype, "language", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'created_at',
        type: 'datetime',
        precision: 3
    }),
    user_entity_ts_metadata("design:type", typeof Date === "undefined" ? Object : Date)
], UserEntity.prototype, "createdAt", void 0);
user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'deleted_at',
        type: 'datetime',
        precision: 3,
        nullable: true
    }),
    user_entity_ts_metadata("design:type", Object)
], UserEntity.prototype, "deletedAt", void 0);
UserEntity = user_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Entity__('users')
], UserEntity);

;// ./src/users/users.service.ts
function users_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function users_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;




/** The columns of `users` that `wireUser` reads. */ const userColumns = 'id, email, username, first_name, last_name, phone, role, status, kyc_status, kyc_submitted_at, created_at';
/** The user object of the wire contract from a row with `userColumns`. */ const wireUser = (row)=>({
        ...row,
        kyc_submitted_at: row.kyc_submitted_at?.toISOString() ?? null,
        created_at: row.created_at.toISOString()
    });
const insertUser = `
  INSERT INTO users (email, username, first_name, last_name, phone, password_hash, language, role, status,
                     kyc_status, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
class UsersService {
    dataSource;
    clock;
    constructor(dataSource, clock){
        this.dataSource = dataSource;
        this.clock = clock;
    }
    /**
   * Adds a person and answers their id.
   * @throws Failure EMAIL_TAKEN or USERNAME_TAKEN, whoever was first, also among simultaneous calls.
   */ async create(runner, user) {
        try {
            const inserted = await runner.query(insertUser, [
                user.email,
                user.username,
                user.first_name,
                user.last_name,
                user.phone ?? null,
                user.passwordHash,
                user.language,
                user.role ?? 'user',
                user.status ?? 'active',
                user.kyc_status ?? 'pending',
                this.clock.now()
            ]);
            return Number(inserted.insertId);
        } catch (error) {
            throw databaseErrorNumber(error) === (/* inlined export .duplicateKey */1062) ? takenBy(error) : error;
        }
    }
    /**
   * Says early, before a password is hashed, that an e-mail or username belongs to somebody.
   * @throws Failure EMAIL_TAKEN or USERNAME_TAKEN.
   */ async refuseTaken(email, username) {
        const [taken] = await this.dataSource.query(`SELECT EXISTS (SELECT 1 FROM users WHERE email_key = ?) AS email,
              EXISTS (SELECT 1 FROM users WHERE username_key = ?) AS username`, [
            email,
            username
        ]);
        const fields = {
            ...Number(taken.email) && {
                email: 'EMAIL_TAKEN'
            },
            ...Number(taken.username) && {
                username: 'USERNAME_TAKEN'
            }
        };
        if ('email' in fields) throw new Failure('EMAIL_TAKEN', {
            fields
        });
        if ('username' in fields) throw new Failure('USERNAME_TAKEN', {
            fields
        });
    }
    /**
   * The user object of somebody who is not deleted.
   * @throws Failure NOT_FOUND.
   */ async read(runner, id) {
        const [row] = await runner.query(`SELECT ${userColumns} FROM users WHERE id = ? AND deleted_at IS NULL`, [
            id
        ]);
        if (!row) throw new Failure('NOT_FOUND');
        return wireUser(row);
    }
    /** The person whose e-mail or username is the identifier; a username never holds an `@`, an e-mail always. */ async credentialsOf(identifier) {
        const key = identifier.includes('@') ? 'email_key' : 'username_key';
        const [row] = await this.dataSource.query(`SELECT id, email, password_hash AS passwordHash, status FROM users WHERE ${key} = ?`, [
            identifier
        ]);
        return row;
    }
    /** Replaces a person's password by another's digest. */ async setPassword(runner, id, passwordHash) {
        await runner.query('UPDATE users SET password_hash = ? WHERE id = ?', [
            passwordHash,
            id
        ]);
    }
}
UsersService = users_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    users_service_ts_metadata("design:type", Function),
    users_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof Clock === "undefined" ? Object : Clock
    ])
], UsersService);
function takenBy(error) {
    return error.message.includes('users_username') ? new Failure('USERNAME_TAKEN', {
        fields: {
            username: 'USERNAME_TAKEN'
        }
    }) : new Failure('EMAIL_TAKEN', {
        fields: {
            email: 'EMAIL_TAKEN'
        }
    });
}

;// ./src/users/users.module.ts
function users_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;



class UsersModule {
}
UsersModule = users_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        imports: [
            __WEBPACK_EXTERNAL_MODULE__nestjs_typeorm_fb336920_TypeOrmModule__.forFeature([
                UserEntity
            ])
        ],
        providers: [
            UsersService
        ],
        exports: [
            UsersService
        ]
    })
], UsersModule);

;// external "passport-jwt"

;// ./src/auth/access-token.ts
function access_token_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function access_token_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;




const algorithm = 'HS256';
const issuer = 'bank-pcs';
const audience = 'bank-pcs-api';
const signing = (config)=>({
        secret: config.signingKey,
        signOptions: {
            algorithm,
            issuer,
            audience,
            expiresIn: config.accessTokenSeconds
        }
    });
/** The algorithm is ours to say, never the token's. */ const verification = (config)=>({
        jwtFromRequest: __WEBPACK_EXTERNAL_MODULE_passport_jwt_8a564f86_ExtractJwt__.fromAuthHeaderAsBearerToken(),
        secretOrKey: config.signingKey,
        algorithms: [
            algorithm
        ],
        issuer,
        audience
    });
class AccessTokens {
    jwt;
    clock;
    constructor(jwt, clock){
        this.jwt = jwt;
        this.clock = clock;
    }
    sign(userId, sessionId) {
        const iat = Math.floor(this.clock.now().getTime() / 1000);
        return this.jwt.sign({
            sub: String(userId),
            sid: sessionId,
            iat,
            jti: __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomUUID__()
        });
    }
}
AccessTokens = access_token_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    access_token_ts_metadata("design:type", Function),
    access_token_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE__nestjs_jwt_58cd0b18_JwtService__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE__nestjs_jwt_58cd0b18_JwtService__,
        typeof Clock === "undefined" ? Object : Clock
    ])
], AccessTokens);

;// ./src/auth/attempts.ts
/** How often a subject may be wrong before it is slowed. */ /** Five wrong passwords for an account, 100 wrong attempts from an address (wire contract, section 2). */ const limits = {
    account: {
        wrong: 5,
        slides: true
    },
    address: {
        wrong: 100,
        slides: false
    },
    /** Two sign-ins' worth of one-time codes: signing in again must not make guessing endless. */ codes: {
        wrong: 10,
        slides: true
    }
};
const minute = 60_000;
const windowLength = 15 * minute;
const firstWait = 30_000;
const longestWait = 15 * minute;
/** After this time an attempt whose server died no longer counts as under way. */ const pendingLength = 10_000;
const after = (now, milliseconds)=>new Date(now.getTime() + milliseconds);
const isPast = (moment, now)=>moment === null || moment <= now;
/**
 * Whether one more attempt may be made. An admitted one is counted as under way before it is judged, so that
 * simultaneous guesses are never more than the limit; after the limit they come one by one.
 */ function admit(past, limit, now) {
    if (past.blockedUntil && past.blockedUntil > now) {
        return {
            kind: 'blocked',
            seconds: (past.blockedUntil.getTime() - now.getTime()) / 1000
        };
    }
    const current = isPast(past.windowEndsAt, now) ? {
        ...past,
        wrong: 0,
        windowEndsAt: null,
        blockedUntil: null
    } : past;
    const pending = isPast(past.pendingUntil, now) ? 0 : past.pending;
    if (pending >= Math.max(1, limit.wrong - current.wrong)) return {
        kind: 'busy'
    };
    return {
        kind: 'admitted',
        attempts: {
            ...current,
            pending: pending + 1,
            pendingUntil: after(now, pendingLength)
        }
    };
}
/** An admitted attempt was wrong: from the limit on, each makes the next wait twice as long. */ function judgedWrong(past, limit, now) {
    const wrong = past.wrong + 1;
    const settled = {
        ...past,
        wrong,
        pending: Math.max(0, past.pending - 1)
    };
    const windowEndsAt = limit.slides || past.windowEndsAt === null ? after(now, windowLength) : past.windowEndsAt;
    if (wrong < limit.wrong) return {
        ...settled,
        windowEndsAt
    };
    const wait = Math.min(longestWait, firstWait * 2 ** Math.min(10, wrong - limit.wrong));
    return {
        ...settled,
        blockedUntil: after(now, wait),
        windowEndsAt: after(now, wait + windowLength)
    };
}
/** An admitted attempt was right, or was never judged. Only what is about the person themself is forgotten. */ function judgedRight(past, forget) {
    const settled = {
        ...past,
        pending: Math.max(0, past.pending - 1)
    };
    return forget ? {
        ...settled,
        wrong: 0,
        windowEndsAt: null,
        blockedUntil: null
    } : settled;
}

;// ./src/auth/secrets.ts

/** A token that nobody guesses (256 bits), safe in an address. */ const newToken = ()=>__WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomBytes__(32).toString('base64url');
/** What the database keeps of a token. It has too many bits to be searched for, so no slow hash is needed. */ const digest = (token)=>__WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createHash__('sha256').update(token).digest();
/** What the database keeps of a short code: without the key, nobody can try them all. */ const keyedDigest = (key, code)=>__WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createHmac__('sha256', key).update(code).digest();
const ivBytes = 12;
const tagBytes = 16;
/** Encrypts by AES-256-GCM; `owner` binds the result to its row, so that it opens nowhere else. */ function encrypt(key, owner, text) {
    const iv = __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomBytes__(ivBytes);
    const cipher = __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createCipheriv__('aes-256-gcm', key, iv, {
        authTagLength: tagBytes
    }).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([
        cipher.update(text, 'utf8'),
        cipher.final()
    ]);
    return Buffer.concat([
        iv,
        cipher.getAuthTag(),
        sealed
    ]);
}
/** @throws when the data was changed, belongs to another owner, or the key is another one. */ function decrypt(key, owner, data) {
    const decipher = __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createDecipheriv__('aes-256-gcm', key, data.subarray(0, ivBytes), {
        authTagLength: tagBytes
    }).setAAD(Buffer.from(owner)).setAuthTag(data.subarray(ivBytes, ivBytes + tagBytes));
    return decipher.update(data.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

;// ./src/auth/attempts.service.ts
function attempts_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function attempts_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;







const account = (userId)=>subject(`account ${userId}`, limits.account, true);
const stranger = (identifier)=>subject(`stranger ${identifier.normalize('NFKC').toLowerCase()}`, limits.account, true);
const codesOf = (userId)=>subject(`codes ${userId}`, limits.codes, true);
const addressSubject = (address)=>subject(`address ${address}`, limits.address, false);
const subject = (name, limit, cleared)=>({
        hash: digest(name),
        limit,
        cleared
    });
/** The longest wait for other attempts on the same subject to be judged. */ const patience = 5_000;
const columns = `subject_hash AS hash, wrong, pending, pending_until AS pendingUntil,
  window_ends_at AS windowEndsAt, blocked_until AS blockedUntil`;
class AttemptsService {
    dataSource;
    clock;
    constructor(dataSource, clock){
        this.dataSource = dataSource;
        this.clock = clock;
    }
    /**
   * Admits one attempt of a caller on a subject, before anything is judged; the caller must then say the
   * outcome by `wrong`, `right` or `abandoned`.
   * @throws Failure TOO_MANY_ATTEMPTS while the subject or the address is slowed.
   */ async begin(about, address) {
        const subjects = [
            about,
            addressSubject(address)
        ].sort((left, right)=>left.hash.compare(right.hash));
        const deadline = Date.now() + patience;
        while(!await this.tryToBegin(subjects)){
            if (Date.now() > deadline) throw new Failure('TOO_MANY_ATTEMPTS', {
                retryAfterSeconds: 1
            });
            await __WEBPACK_EXTERNAL_MODULE_node_timers_promises_eb16eb97_setTimeout__(20 + Math.random() * 40);
        }
        return {
            subjects
        };
    }
    /**
   * Counts one attempt whose outcome is `right()`, from beginning to end; answers that outcome.
   * @throws Failure TOO_MANY_ATTEMPTS while the subject or the address is slowed.
   */ async judge(about, address, right) {
        const attempt = await this.begin(about, address);
        const outcome = await this.orAbandon(attempt, right);
        await inTransaction(this.dataSource, async (runner)=>{
            await (outcome ? this.right(runner, attempt) : this.wrong(runner, attempt));
        });
        return outcome;
    }
    /** Runs what judges an admitted attempt; when it fails, the attempt counts for nothing. */ async orAbandon(attempt, work) {
        try {
            return await work();
        } catch (error) {
            await this.abandoned(attempt).catch(()=>undefined);
            throw error;
        }
    }
    /** The attempt was wrong; answers whether the subject is slowed from now on. */ async wrong(runner, { subjects }) {
        const now = this.clock.now();
        const before = await this.lock(runner, subjects);
        const results = subjects.map((each, at)=>judgedWrong(before[at] ?? none, each.limit, now));
        await this.store(runner, subjects, results);
        return results.some(({ blockedUntil })=>blockedUntil !== null && blockedUntil > now);
    }
    /** The attempt was right: what was held against the person is forgotten. */ async right(runner, { subjects }) {
        const before = await this.lock(runner, subjects);
        const results = subjects.map((each, at)=>judgedRight(before[at] ?? none, each.cleared));
        await this.store(runner, subjects, results);
    }
    async abandoned({ subjects }) {
        await inTransaction(this.dataSource, async (runner)=>{
            const before = await this.lock(runner, subjects);
            await this.store(runner, subjects, before.map((each)=>judgedRight(each, false)));
        });
    }
    /** Forgets every wrong attempt on an account, its codes included. */ async clear(runner, userId) {
        await runner.query('DELETE FROM login_failures WHERE subject_hash IN (?, ?)', [
            account(userId).hash,
            codesOf(userId).hash
        ]);
    }
    tryToBegin(subjects) {
        return inTransaction(this.dataSource, async (runner)=>{
            const now = this.clock.now();
            const before = await this.lock(runner, subjects);
            const admissions = subjects.map((each, at)=>admit(before[at] ?? none, each.limit, now));
            for (const admission of admissions){
                if (admission.kind === 'blocked') {
                    throw new Failure('TOO_MANY_ATTEMPTS', {
                        retryAfterSeconds: admission.seconds
                    });
                }
            }
            const admitted = admissions.flatMap((each)=>each.kind === 'admitted' ? [
                    each.attempts
                ] : []);
            if (admitted.length < subjects.length) return false;
            await this.store(runner, subjects, admitted);
            return true;
        });
    }
    /** Locks the rows of the subjects, which must come in the order of their hashes, and makes missing ones. */ async lock(runner, subjects) {
        const now = this.clock.now();
        const hashes = subjects.map(({ hash })=>hash);
        await runner.query(`INSERT INTO login_failures (subject_hash, updated_at) VALUES ${hashes.map(()=>'(?, ?)').join(', ')}
       ON DUPLICATE KEY UPDATE updated_at = VALUES(updated_at)`, hashes.flatMap((hash)=>[
                hash,
                now
            ]));
        const rows = await runner.query(`SELECT ${columns} FROM login_failures WHERE subject_hash IN (?) ORDER BY subject_hash FOR UPDATE`, [
            hashes
        ]);
        return subjects.map(({ hash })=>rows.find((row)=>row.hash.equals(hash)) ?? none);
    }
    async store(runner, subjects, results) {
        for (const [at, { hash }] of subjects.entries()){
            const { wrong, pending, pendingUntil, windowEndsAt, blockedUntil } = results[at] ?? none;
            await runner.query(`UPDATE login_failures SET wrong = ?, pending = ?, pending_until = ?, window_ends_at = ?,
           blocked_until = ? WHERE subject_hash = ?`, [
                wrong,
                pending,
                pendingUntil,
                windowEndsAt,
                blockedUntil,
                hash
            ]);
        }
    }
}
AttemptsService = attempts_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    attempts_service_ts_metadata("design:type", Function),
    attempts_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof Clock === "undefined" ? Object : Clock
    ])
], AttemptsService);
const none = {
    wrong: 0,
    pending: 0,
    pendingUntil: null,
    windowEndsAt: null,
    blockedUntil: null
};

;// ../libs/contracts/auth.ts




/** Shortest password at sign-up, and in the settings and recovery (specifications 1 and 2; decision in section 1). */ const passwordMinimum = {
    signup: 6,
    settings: 8
};
const passwordMaximum = 128;
/** A new password: any characters, kept as typed. */ const newPassword = __WEBPACK_EXTERNAL_MODULE_zod_z__.string().min(passwordMinimum.signup, rule('PASSWORD_MIN_6')).max(passwordMaximum);
const newStrongPassword = __WEBPACK_EXTERNAL_MODULE_zod_z__.string().min(passwordMinimum.settings, rule('PASSWORD_MIN_8')).max(passwordMaximum);
/** A password that is compared with the stored one: given, and short enough to be hashed. */ const typedPassword = __WEBPACK_EXTERNAL_MODULE_zod_z__.string().min(1, rule('REQUIRED')).max(1024);
const signupRequest = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    ...profileFields,
    password: newPassword
});
/** Sign-in: the screen sends the typed identifier as both `email` and `username`; either is enough. */ const loginRequest = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    email: validation_text(254).optional(),
    username: validation_text(254).optional(),
    password: typedPassword
}).refine(({ email, username })=>email !== undefined || username !== undefined, {
    path: [
        'username'
    ],
    message: rule('REQUIRED')
});
const tokens = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    access_token: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    refresh_token: __WEBPACK_EXTERNAL_MODULE_zod_z__.string()
}).meta({
    id: 'Tokens'
});
const session = tokens.extend({
    user: user
}).meta({
    id: 'Session'
});
const mfaChallenge = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    mfa_required: __WEBPACK_EXTERNAL_MODULE_zod_z__.literal(true),
    mfa_token: __WEBPACK_EXTERNAL_MODULE_zod_z__.string()
}).meta({
    id: 'MfaChallenge'
});
/** The answer to a right password: a session, or the request for a second factor. */ const loginAnswer = __WEBPACK_EXTERNAL_MODULE_zod_z__.union([
    session,
    mfaChallenge
]);
/** A code of six digits (RFC 6238), or a recovery code; spaces and hyphens are for the eye only. */ const oneTimeCode = validation_text(40).transform((code)=>code.replace(/[\s-]/g, ''));
const mfaRequest = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    mfa_token: validation_text(200),
    code: oneTimeCode
});
const openSession = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    id: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    device: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    created_at: moment,
    last_seen_at: moment,
    current: __WEBPACK_EXTERNAL_MODULE_zod_z__.boolean()
}).meta({
    id: 'OpenSession'
});
const openSessions = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    sessions: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(openSession)
});
const forgotPasswordRequest = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    email: email
});
const resetPasswordRequest = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    token: validation_text(200),
    password: newStrongPassword
});

;// ./src/auth/auth.dto.ts




class SignupRequest extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(signupRequest) {
}
class LoginRequest extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(loginRequest) {
}
/** Not a class: nothing extends a choice between two shapes. */ const LoginAnswer = __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(loginAnswer);
class MfaRequest extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(mfaRequest) {
}
class Session extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(session) {
}
class Tokens extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(tokens) {
}
class OpenSessions extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(openSessions) {
}
class ForgotPasswordRequest extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(forgotPasswordRequest) {
}
class ResetPasswordRequest extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(resetPasswordRequest) {
}
class User extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(user) {
}
class IdParameter extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(idParameter) {
}

;// ./src/auth/bearer.ts

/**
 * The token of an `Authorization: Bearer` header (RFC 6750, 2.1).
 * @throws Failure UNAUTHENTICATED when there is none.
 */ function bearerOf(authorization) {
    const token = /^bearer +([\w.~+/-]{1,512}=*)$/i.exec(authorization ?? '')?.[1];
    if (!token) throw new Failure('UNAUTHENTICATED');
    return token;
}

;// external "@node-rs/argon2"

;// external "@zxcvbn-ts/language-common"

;// external "p-limit"

;// ./src/auth/passwords.service.ts
function passwords_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function passwords_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;





/** argon2id (the package's default) at 19 MiB, t = 2, p = 1: OWASP's setting, 8 ms a piece. */ const cost = {
    memoryCost: 19 * 1024,
    timeCost: 2,
    parallelism: 1
};
/** Hashes that may wait per one that runs: about half a second of work. */ const queuedPerRunning = 50;
const commonPasswords = new Set(__WEBPACK_EXTERNAL_MODULE__zxcvbn_ts_language_common_41d04e50_dictionary__['passwords-common']);
class PasswordsService {
    gate;
    longestQueue;
    nobodys = __WEBPACK_EXTERNAL_MODULE__node_rs_argon2_1582a7f2_hash__('nobody has this password', cost);
    constructor(config){
        this.gate = __WEBPACK_EXTERNAL_MODULE_p_limit_2e0600fc_default__(config.hashesAtOnce);
        this.longestQueue = config.hashesAtOnce * queuedPerRunning;
    }
    /** @throws Failure UNAVAILABLE when too many hashes wait already. */ hash(password) {
        return this.inTurn(()=>__WEBPACK_EXTERNAL_MODULE__node_rs_argon2_1582a7f2_hash__(password, cost));
    }
    /**
   * Whether the password belongs to the digest. Without a digest the answer is no, after the same time.
   * @throws Failure UNAVAILABLE when too many hashes wait already.
   */ async matches(passwordHash, password) {
        const stored = passwordHash ?? await this.nobodys;
        const same = await this.inTurn(()=>__WEBPACK_EXTERNAL_MODULE__node_rs_argon2_1582a7f2_verify__(stored, password));
        return same && passwordHash !== undefined;
    }
    /**
   * Refuses a new password that guessers try first, or that is the person's own name here.
   * @throws Failure PASSWORD_TOO_COMMON about the field.
   */ refuseCommon(password, field, ...own) {
        const folded = password.toLowerCase();
        if (commonPasswords.has(folded) || own.some((name)=>name.toLowerCase() === folded)) {
            throw new Failure('PASSWORD_TOO_COMMON', {
                fields: {
                    [field]: 'PASSWORD_TOO_COMMON'
                }
            });
        }
    }
    async inTurn(work) {
        if (this.gate.pendingCount >= this.longestQueue) throw new Failure('UNAVAILABLE', {
            retryAfterSeconds: 1
        });
        return this.gate(work);
    }
}
PasswordsService = passwords_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    passwords_service_ts_metadata("design:type", Function),
    passwords_service_ts_metadata("design:paramtypes", [
        typeof Config === "undefined" ? Object : Config
    ])
], PasswordsService);

;// ./src/auth/device.ts
const browsers = [
    [
        /\bEdgA?\//,
        'Edge'
    ],
    [
        /\bOPR\//,
        'Opera'
    ],
    [
        /\bSamsungBrowser\//,
        'Samsung Internet'
    ],
    [
        /\b(?:Firefox|FxiOS)\//,
        'Firefox'
    ],
    [
        /\b(?:Chrome|CriOS|Chromium)\//,
        'Chrome'
    ],
    [
        /\bSafari\//,
        'Safari'
    ]
];
const systems = [
    [
        /\b(?:iPhone|iPad)\b/,
        'iOS'
    ],
    [
        /\bAndroid\b/,
        'Android'
    ],
    [
        /\bWindows\b/,
        'Windows'
    ],
    [
        /\bMac OS X\b/,
        'macOS'
    ],
    [
        /\bCrOS\b/,
        'ChromeOS'
    ],
    [
        /\bLinux\b/,
        'Linux'
    ]
];
/** A person's name for the device behind a `User-Agent`, such as `Firefox, Linux`; at most 120 characters. */ function deviceName(userAgent) {
    const nameIn = (known)=>known.find(([pattern])=>pattern.test(userAgent))?.[1];
    const parts = [
        nameIn(browsers),
        nameIn(systems)
    ].filter((part)=>part !== undefined);
    return parts.join(', ') || userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, 120) || '?';
}

;// ./src/auth/sessions.service.ts
function sessions_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function sessions_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;









/** Two tabs that refresh at once both succeed within this time (wire contract, section 3). */ const reuseGraceMilliseconds = 10_000;
/** Activity is written down only when it moved by more than this share of the idle time. */ const activityShare = 0.05;
/** A session that lets its owner in. Takes two parameters: now, and the moment since which it must have been used. */ const alive = `s.ended_at IS NULL AND s.expires_at > ? AND s.last_active_at > ?`;
const welcome = `u.status = 'active' AND u.deleted_at IS NULL`;
const currentSession = `
  SELECT u.email, u.role, s.last_active_at AS lastActiveAt
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = ? AND s.user_id = ? AND ${alive} AND ${welcome}`;
const presentedToken = `
  SELECT t.spent_at AS spentAt, s.id AS sessionId, s.user_id AS userId, u.email,
         (${alive} AND ${welcome}) AS open
  FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
  WHERE t.token_hash = ?`;
class SessionsService {
    dataSource;
    accessTokens;
    audit;
    clock;
    config;
    constructor(dataSource, accessTokens, audit, clock, config){
        this.dataSource = dataSource;
        this.accessTokens = accessTokens;
        this.audit = audit;
        this.clock = clock;
        this.config = config;
    }
    /** Opens a session for a person who has proved who they are, as part of the transaction that says so. */ async open(runner, userId, call) {
        const now = this.clock.now();
        const expiresAt = new Date(now.getTime() + this.config.sessionSeconds * 1000);
        const inserted = await runner.query('INSERT INTO sessions (user_id, device, created_at, expires_at, last_active_at) VALUES (?, ?, ?, ?, ?)', [
            userId,
            deviceName(call.userAgent),
            now,
            expiresAt,
            now
        ]);
        return this.issue(runner, userId, Number(inserted.insertId));
    }
    /** The actor behind a session, by one query: role and state are what the database says at this moment. */ async current(sessionId, userId) {
        const [row] = await this.dataSource.query(currentSession, [
            sessionId,
            userId,
            ...this.aliveNow()
        ]);
        return row && {
            actor: {
                userId,
                sessionId,
                role: row.role,
                email: row.email
            },
            lastActiveAt: row.lastActiveAt
        };
    }
    /** Notes that a person did something; written down seldom, since every call comes through here. */ async touch({ actor, lastActiveAt }) {
        const now = this.clock.now();
        const threshold = this.config.idleSeconds * 1000 * activityShare;
        if (now.getTime() - lastActiveAt.getTime() < threshold) return;
        await this.dataSource.query('UPDATE sessions SET last_active_at = ? WHERE id = ? AND last_active_at < ?', [
            now,
            actor.sessionId,
            now
        ]);
    }
    /**
   * Exchanges a refresh token for a new pair. It does not count as activity.
   * @throws Failure UNAUTHENTICATED for a token that never was, SESSION_EXPIRED when its session is over; a token
   * that was spent more than ten seconds ago ends the session, since two people hold it.
   */ async refresh(token, call) {
        const outcome = await inTransaction(this.dataSource, async (runner)=>{
            const [presented] = await runner.query(`${presentedToken} FOR UPDATE`, [
                ...this.aliveNow(),
                digest(token)
            ]);
            if (!presented) return new Failure('UNAUTHENTICATED');
            if (!Number(presented.open)) return new Failure('SESSION_EXPIRED');
            return this.exchange(runner, token, presented, call);
        });
        // What ending a session wrote must be kept, so the refusal comes after the commit.
        if (outcome instanceof Failure) throw outcome;
        return outcome;
    }
    /** The open sessions of a person, the latest used first. */ async list({ userId, sessionId }) {
        const rows = await this.dataSource.query(`SELECT s.id, s.device, s.created_at, s.last_active_at FROM sessions s
       WHERE s.user_id = ? AND ${alive} ORDER BY s.last_active_at DESC, s.id DESC LIMIT 100`, [
            userId,
            ...this.aliveNow()
        ]);
        return {
            sessions: rows.map((row)=>({
                    id: row.id,
                    device: row.device,
                    created_at: row.created_at.toISOString(),
                    last_seen_at: row.last_active_at.toISOString(),
                    current: row.id === sessionId
                }))
        };
    }
    /**
   * Ends one of the caller's open sessions, the current one included.
   * @throws Failure NOT_FOUND when it is not open or not theirs.
   */ async end(actor, sessionId, call) {
        const itself = sessionId === actor.sessionId;
        await inTransaction(this.dataSource, async (runner)=>{
            const ended = await runner.query(`UPDATE sessions s SET s.ended_at = ?, s.end_reason = ? WHERE s.id = ? AND s.user_id = ? AND ${alive}`, [
                this.clock.now(),
                itself ? 'signed_out' : 'ended_by_user',
                sessionId,
                actor.userId,
                ...this.aliveNow()
            ]);
            if (ended.affectedRows === 0) throw new Failure('NOT_FOUND');
            await this.audit.record(runner, {
                action: itself ? 'session.closed' : 'session.ended',
                type: 'info',
                message: itself ? 'Déconnexion.' : 'Session fermée depuis un autre appareil.',
                userId: actor.userId,
                email: actor.email,
                requestId: call.requestId
            });
        });
    }
    /** Ends every open session of a person, but for one if it is named, as part of the caller's transaction. */ async endAll(runner, userId, reason, except) {
        await runner.query('UPDATE sessions SET ended_at = ?, end_reason = ? WHERE user_id = ? AND ended_at IS NULL AND id <> ?', [
            this.clock.now(),
            reason,
            userId,
            except ?? 0
        ]);
    }
    async exchange(runner, token, presented, call) {
        const { sessionId, userId, email, spentAt } = presented;
        const now = this.clock.now();
        if (spentAt && now.getTime() - spentAt.getTime() > reuseGraceMilliseconds) {
            await runner.query(`UPDATE sessions SET ended_at = ?, end_reason = 'token_reused' WHERE id = ? AND ended_at IS NULL`, [
                now,
                sessionId
            ]);
            await this.audit.record(runner, {
                action: 'session.reused',
                type: 'warning',
                message: 'Jeton de session déjà utilisé présenté à nouveau : session fermée.',
                userId,
                email,
                requestId: call.requestId
            });
            return new Failure('SESSION_EXPIRED');
        }
        await runner.query('UPDATE refresh_tokens SET spent_at = COALESCE(spent_at, ?) WHERE token_hash = ?', [
            now,
            digest(token)
        ]);
        return this.issue(runner, userId, sessionId);
    }
    async issue(runner, userId, sessionId) {
        const refreshToken = newToken();
        await runner.query('INSERT INTO refresh_tokens (token_hash, session_id, created_at) VALUES (?, ?, ?)', [
            digest(refreshToken),
            sessionId,
            this.clock.now()
        ]);
        return {
            access_token: this.accessTokens.sign(userId, sessionId),
            refresh_token: refreshToken
        };
    }
    aliveNow() {
        const now = this.clock.now();
        return [
            now,
            new Date(now.getTime() - this.config.idleSeconds * 1000)
        ];
    }
}
SessionsService = sessions_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    sessions_service_ts_metadata("design:type", Function),
    sessions_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof AccessTokens === "undefined" ? Object : AccessTokens,
        typeof AuditService === "undefined" ? Object : AuditService,
        typeof Clock === "undefined" ? Object : Clock,
        typeof Config === "undefined" ? Object : Config
    ])
], SessionsService);

;// external "otplib"

;// ./src/auth/totp.ts

const totp_issuer = 'Bank PCS';
const period = 30;
const newTotpSecret = ()=>__WEBPACK_EXTERNAL_MODULE_otplib_generateSecret__();
/** The address that an authenticator application reads from a QR code. */ const otpauthUrl = (secret, label)=>__WEBPACK_EXTERNAL_MODULE_otplib_generateURI__({
        issuer: totp_issuer,
        label,
        secret,
        period
    });
/**
 * The time step of RFC 6238 to which the code belongs, one step before and after `now` included; undefined when
 * it belongs to none, or to one that is not after `lastStep`: a code is never accepted twice.
 */ function acceptedStep(secret, code, now, lastStep) {
    if (!/^\d{6}$/.test(code)) return undefined;
    const epoch = Math.floor(now.getTime() / 1000);
    const result = __WEBPACK_EXTERNAL_MODULE_otplib_verifySync__({
        secret,
        token: code,
        epoch,
        period,
        epochTolerance: period
    });
    if (!result.valid || !('timeStep' in result)) return undefined;
    return lastStep === null || result.timeStep > lastStep ? result.timeStep : undefined;
}

;// ./src/auth/two-factor.service.ts
function two_factor_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function two_factor_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;











const recoveryCodeCount = 10;
/** Crockford's alphabet: no letter that is mistaken for a digit. */ const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
class TwoFactorService {
    dataSource;
    passwords;
    attempts;
    audit;
    clock;
    config;
    constructor(dataSource, passwords, attempts, audit, clock, config){
        this.dataSource = dataSource;
        this.passwords = passwords;
        this.attempts = attempts;
        this.audit = audit;
        this.clock = clock;
        this.config = config;
    }
    /** Whether a person signs in with a second factor. */ async isEnabled(runner, userId) {
        const rows = await runner.query('SELECT 1 FROM two_factor WHERE user_id = ? AND enabled_at IS NOT NULL', [
            userId
        ]);
        return rows.length > 0;
    }
    /**
   * Whether a code is the person's: one of their device, never accepted twice, or a recovery code, which is then
   * used up. The caller's transaction must commit for that to hold.
   */ async accepts(runner, userId, code) {
        const stored = await this.lock(runner, userId);
        if (!stored?.enabledAt) return false;
        return await this.acceptsStep(runner, userId, stored, code) || this.spendRecoveryCode(runner, userId, code);
    }
    /**
   * Draws a new secret, which counts for nothing until `enable` shows that the person's device has it.
   * @throws Failure TWO_FACTOR_ALREADY_ENABLED.
   */ async setup(actor) {
        const secret = newTotpSecret();
        await inTransaction(this.dataSource, async (runner)=>{
            if ((await this.lock(runner, actor.userId))?.enabledAt) throw new Failure('TWO_FACTOR_ALREADY_ENABLED');
            await runner.query(`INSERT INTO two_factor (user_id, secret, created_at) VALUES (?, ?, ?)
         ON DUPLICATE KEY UPDATE secret = VALUES(secret), created_at = VALUES(created_at), last_step = NULL`, [
                actor.userId,
                encrypt(this.config.encryptionKey, owner(actor.userId), secret),
                this.clock.now()
            ]);
        });
        return {
            secret,
            otpauth_url: otpauthUrl(secret, actor.email)
        };
    }
    /**
   * Turns the second factor on and answers ten recovery codes, which are never shown again.
   * @throws Failure TWO_FACTOR_NOT_ENABLED before `setup`, TWO_FACTOR_ALREADY_ENABLED, INVALID_TWO_FACTOR_CODE.
   */ enable(actor, code, call) {
        const { userId } = actor;
        return inTransaction(this.dataSource, async (runner)=>{
            const stored = await this.lock(runner, userId);
            if (!stored) throw new Failure('TWO_FACTOR_NOT_ENABLED');
            if (stored.enabledAt) throw new Failure('TWO_FACTOR_ALREADY_ENABLED');
            if (!await this.acceptsStep(runner, userId, stored, code)) throw wrongCode();
            await runner.query('UPDATE two_factor SET enabled_at = ? WHERE user_id = ?', [
                this.clock.now(),
                userId
            ]);
            const codes = Array.from({
                length: recoveryCodeCount
            }, newRecoveryCode);
            await runner.query('DELETE FROM recovery_codes WHERE user_id = ?', [
                userId
            ]);
            for (const recoveryCode of codes){
                const hash = this.recoveryHash(recoveryCode);
                await runner.query('INSERT INTO recovery_codes (user_id, code_hash) VALUES (?, ?)', [
                    userId,
                    hash
                ]);
            }
            await this.log(runner, actor, call, 'two_factor.enabled', 'Double authentification activée.');
            return codes;
        });
    }
    /**
   * Turns the second factor off. Password and code count as attempts on the account: an open session alone must
   * not be enough to guess either.
   * @throws Failure TWO_FACTOR_NOT_ENABLED, PASSWORD_WRONG, INVALID_TWO_FACTOR_CODE, TOO_MANY_ATTEMPTS.
   */ async disable(actor, password, code, call) {
        if (!await this.isEnabled(this.dataSource, actor.userId)) throw new Failure('TWO_FACTOR_NOT_ENABLED');
        await this.provePassword(actor, password, call);
        const right = await this.attempts.judge(codesOf(actor.userId), call.address, ()=>inTransaction(this.dataSource, async (runner)=>{
                if (!await this.accepts(runner, actor.userId, code)) return false;
                await runner.query('DELETE FROM recovery_codes WHERE user_id = ?', [
                    actor.userId
                ]);
                await runner.query('DELETE FROM two_factor WHERE user_id = ?', [
                    actor.userId
                ]);
                await this.log(runner, actor, call, 'two_factor.disabled', 'Double authentification désactivée.');
                return true;
            }));
        if (!right) throw wrongCode();
    }
    /**
   * Makes a signed-in person show that they know their password.
   * @throws Failure PASSWORD_WRONG about `password`, TOO_MANY_ATTEMPTS.
   */ async provePassword(actor, password, call) {
        const [row] = await this.dataSource.query('SELECT password_hash AS hash FROM users WHERE id = ?', [
            actor.userId
        ]);
        const right = await this.attempts.judge(account(actor.userId), call.address, ()=>this.passwords.matches(row?.hash, password));
        if (!right) throw new Failure('PASSWORD_WRONG', {
            fields: {
                password: 'PASSWORD_WRONG'
            }
        });
    }
    async lock(runner, userId) {
        const [stored] = await runner.query(`SELECT secret, enabled_at AS enabledAt, last_step AS lastStep FROM two_factor WHERE user_id = ? FOR UPDATE`, [
            userId
        ]);
        return stored;
    }
    async acceptsStep(runner, userId, stored, code) {
        const secret = decrypt(this.config.encryptionKey, owner(userId), stored.secret);
        const lastStep = stored.lastStep === null ? null : Number(stored.lastStep);
        const step = acceptedStep(secret, code, this.clock.now(), lastStep);
        if (step === undefined) return false;
        await runner.query('UPDATE two_factor SET last_step = ? WHERE user_id = ?', [
            step,
            userId
        ]);
        return true;
    }
    async spendRecoveryCode(runner, userId, code) {
        const spent = await runner.query('DELETE FROM recovery_codes WHERE user_id = ? AND code_hash = ?', [
            userId,
            this.recoveryHash(code)
        ]);
        return spent.affectedRows === 1;
    }
    /** The hyphen is for the eye, and letters are typed in either case. */ recoveryHash(code) {
        return keyedDigest(this.config.encryptionKey, code.replace(/-/g, '').toUpperCase());
    }
    log(runner, actor, call, action, message) {
        const { userId, email } = actor;
        return this.audit.record(runner, {
            action,
            type: 'info',
            message,
            userId,
            email,
            requestId: call.requestId
        });
    }
}
TwoFactorService = two_factor_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    two_factor_service_ts_metadata("design:type", Function),
    two_factor_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof PasswordsService === "undefined" ? Object : PasswordsService,
        typeof AttemptsService === "undefined" ? Object : AttemptsService,
        typeof AuditService === "undefined" ? Object : AuditService,
        typeof Clock === "undefined" ? Object : Clock,
        typeof Config === "undefined" ? Object : Config
    ])
], TwoFactorService);
const owner = (userId)=>`two-factor ${userId}`;
const wrongCode = ()=>new Failure('INVALID_TWO_FACTOR_CODE', {
        fields: {
            code: 'INVALID_TWO_FACTOR_CODE'
        }
    });
/** Ten characters, 50 bits, in two halves. */ function newRecoveryCode() {
    const characters = Array.from(__WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomBytes__(10), (byte)=>alphabet[byte % alphabet.length]).join('');
    return `${characters.slice(0, 5)}-${characters.slice(5)}`;
}

;// ./src/auth/login.service.ts
function login_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function login_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;











/** How long and how often a second factor may be given after the password (wire contract, section 3). */ const challengeMilliseconds = 5 * 60_000;
const challengeTries = 5;
class LoginService {
    dataSource;
    users;
    passwords;
    attempts;
    sessions;
    twoFactor;
    audit;
    clock;
    constructor(dataSource, users, passwords, attempts, sessions, twoFactor, audit, clock){
        this.dataSource = dataSource;
        this.users = users;
        this.passwords = passwords;
        this.attempts = attempts;
        this.sessions = sessions;
        this.twoFactor = twoFactor;
        this.audit = audit;
        this.clock = clock;
    }
    /**
   * Signs a person in by e-mail or username, or asks for their second factor. Unknown, inactive and wrong get the
   * same answer after the same work; whoever is slowed is refused before any password is looked at.
   * @throws Failure INVALID_CREDENTIALS, TOO_MANY_ATTEMPTS.
   */ async login(body, call) {
        const identifier = body.username ?? body.email ?? '';
        const person = await this.users.credentialsOf(identifier);
        const attempt = await this.attempts.begin(person ? account(person.id) : stranger(identifier), call.address);
        const answer = await this.attempts.orAbandon(attempt, async ()=>{
            const right = await this.passwords.matches(person?.passwordHash, body.password);
            if (!right || person?.status !== 'active') return undefined;
            return inTransaction(this.dataSource, async (runner)=>{
                await this.attempts.right(runner, attempt);
                return await this.twoFactor.isEnabled(runner, person.id) ? this.challenge(runner, person.id) : this.open(runner, person, call);
            });
        });
        return answer ?? this.refuse(attempt, person, call, 'INVALID_CREDENTIALS');
    }
    /**
   * Completes a sign-in with a code of the person's device or a recovery code.
   * @throws Failure INVALID_CODE, MFA_EXPIRED after five minutes or five tries, TOO_MANY_ATTEMPTS when too many
   * codes were wrong across sign-ins.
   */ async secondFactor({ mfa_token, code }, call) {
        const token = digest(mfa_token);
        const userId = await this.challenged(this.dataSource, token);
        const attempt = await this.attempts.begin(codesOf(userId), call.address);
        const { person, session } = await this.attempts.orAbandon(attempt, ()=>inTransaction(this.dataSource, async (runner)=>{
                await runner.query('SELECT 1 FROM mfa_challenges WHERE token_hash = ? FOR UPDATE', [
                    token
                ]);
                await this.challenged(runner, token);
                await runner.query('UPDATE mfa_challenges SET tries = tries + 1 WHERE token_hash = ?', [
                    token
                ]);
                const person = await this.activePerson(runner, userId);
                if (!await this.twoFactor.accepts(runner, userId, code)) return {
                    person,
                    session: undefined
                };
                await runner.query('DELETE FROM mfa_challenges WHERE token_hash = ?', [
                    token
                ]);
                await this.attempts.right(runner, attempt);
                return {
                    person,
                    session: await this.open(runner, person, call)
                };
            }));
        return session ?? this.refuse(attempt, person, call, 'INVALID_CODE');
    }
    /** Writes down a wrong attempt and whether it slows the person from now on, then refuses it. */ async refuse(attempt, person, call, code) {
        const what = code === 'INVALID_CODE' ? 'Code à usage unique refusé.' : 'Connexion refusée.';
        await inTransaction(this.dataSource, async (runner)=>{
            const slowed = await this.attempts.wrong(runner, attempt);
            await this.log(runner, person, call, {
                action: 'session.refused',
                type: 'warning',
                message: what
            });
            if (!slowed) return;
            const message = 'Trop d’essais refusés : connexions ralenties.';
            await this.log(runner, person, call, {
                action: 'session.slowed',
                type: 'warning',
                message
            });
        });
        throw new Failure(code);
    }
    async open(runner, person, call) {
        const tokens = await this.sessions.open(runner, person.id, call);
        await this.log(runner, person, call, {
            action: 'session.opened',
            type: 'info',
            message: 'Connexion.'
        });
        return {
            ...tokens,
            user: await this.users.read(runner, person.id)
        };
    }
    async challenge(runner, userId) {
        const token = newToken();
        const now = this.clock.now();
        await runner.query('INSERT INTO mfa_challenges (token_hash, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)', [
            digest(token),
            userId,
            now,
            new Date(now.getTime() + challengeMilliseconds)
        ]);
        return {
            mfa_required: true,
            mfa_token: token
        };
    }
    /** Whose challenge a token is, while it can still be met. */ async challenged(runner, token) {
        const [row] = await runner.query('SELECT user_id AS userId FROM mfa_challenges WHERE token_hash = ? AND expires_at > ? AND tries < ?', [
            token,
            this.clock.now(),
            challengeTries
        ]);
        if (!row) throw new Failure('MFA_EXPIRED');
        return row.userId;
    }
    async activePerson(runner, userId) {
        const [person] = await runner.query(`SELECT id, email FROM users WHERE id = ? AND status = 'active' AND deleted_at IS NULL`, [
            userId
        ]);
        if (!person) throw new Failure('MFA_EXPIRED');
        return person;
    }
    log(runner, person, call, event) {
        const who = {
            userId: person?.id ?? null,
            email: person?.email ?? null
        };
        return this.audit.record(runner, {
            ...event,
            ...who,
            requestId: call.requestId
        });
    }
}
LoginService = login_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    login_service_ts_metadata("design:type", Function),
    login_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof UsersService === "undefined" ? Object : UsersService,
        typeof PasswordsService === "undefined" ? Object : PasswordsService,
        typeof AttemptsService === "undefined" ? Object : AttemptsService,
        typeof SessionsService === "undefined" ? Object : SessionsService,
        typeof TwoFactorService === "undefined" ? Object : TwoFactorService,
        typeof AuditService === "undefined" ? Object : AuditService,
        typeof Clock === "undefined" ? Object : Clock
    ])
], LoginService);

;// ./src/auth/password-reset.service.ts
function password_reset_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function password_reset_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;













/** How long a link works (wire contract, section 3). */ const linkMinutes = 30;
const hour = 60 * 60_000;
const mailsPerHour = 3;
class PasswordResetService {
    dataSource;
    users;
    passwords;
    sessions;
    attempts;
    mail;
    audit;
    background;
    clock;
    config;
    constructor(dataSource, users, passwords, sessions, attempts, mail, audit, background, clock, config){
        this.dataSource = dataSource;
        this.users = users;
        this.passwords = passwords;
        this.sessions = sessions;
        this.attempts = attempts;
        this.mail = mail;
        this.audit = audit;
        this.background = background;
        this.clock = clock;
        this.config = config;
    }
    /** Mails a link to the person of an address, if there is one; the answer and its time do not tell. */ async forgot(email, call) {
        const [person] = await this.dataSource.query(`SELECT id, email, username, first_name, language FROM users WHERE email_key = ? AND status = 'active'`, [
            email
        ]);
        this.background.start('password reset mail', async ()=>{
            if (person) await this.sendLink(person, call);
        });
    }
    /**
   * Sets a new password by the link that was mailed, once; ends every session and forgets wrong attempts.
   * @throws Failure RESET_LINK_INVALID, PASSWORD_TOO_COMMON.
   */ async reset({ token, password }, call) {
        const person = await this.personOf(token);
        this.passwords.refuseCommon(password, 'password', person.email, person.username);
        const passwordHash = await this.passwords.hash(password);
        await inTransaction(this.dataSource, async (runner)=>{
            const spent = await runner.query('UPDATE password_resets SET expires_at = ? WHERE token_hash = ? AND expires_at > ?', [
                this.clock.now(),
                digest(token),
                this.clock.now()
            ]);
            if (spent.affectedRows !== 1) throw new Failure('RESET_LINK_INVALID');
            await this.users.setPassword(runner, person.id, passwordHash);
            await this.sessions.endAll(runner, person.id, 'password_changed');
            await runner.query('DELETE FROM mfa_challenges WHERE user_id = ?', [
                person.id
            ]);
            await this.attempts.clear(runner, person.id);
            await this.audit.record(runner, {
                action: 'password.reset',
                type: 'warning',
                message: 'Mot de passe réinitialisé par lien ; toutes les sessions sont fermées.',
                userId: person.id,
                email: person.email,
                requestId: call.requestId
            });
        });
    }
    async personOf(token) {
        const [person] = await this.dataSource.query(`SELECT u.id, u.email, u.username, u.first_name, u.language
       FROM password_resets r JOIN users u ON u.id = r.user_id
       WHERE r.token_hash = ? AND r.expires_at > ? AND u.status = 'active' AND u.deleted_at IS NULL`, [
            digest(token),
            this.clock.now()
        ]);
        if (!person) throw new Failure('RESET_LINK_INVALID');
        return person;
    }
    /** The newest link alone works; beyond a few mails an hour the request is silently let drop. */ async sendLink(person, call) {
        const token = newToken();
        const made = await inTransaction(this.dataSource, async (runner)=>{
            const now = this.clock.now();
            await runner.query('SELECT 1 FROM users WHERE id = ? FOR UPDATE', [
                person.id
            ]);
            const [{ sent }] = await runner.query('SELECT COUNT(*) AS sent FROM password_resets WHERE user_id = ? AND created_at > ?', [
                person.id,
                new Date(now.getTime() - hour)
            ]);
            if (Number(sent) >= mailsPerHour) return false;
            await runner.query('UPDATE password_resets SET expires_at = ? WHERE user_id = ? AND expires_at > ?', [
                now,
                person.id,
                now
            ]);
            await runner.query('INSERT INTO password_resets (token_hash, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)', [
                digest(token),
                person.id,
                now,
                new Date(now.getTime() + linkMinutes * 60_000)
            ]);
            await this.audit.record(runner, {
                action: 'password.forgotten',
                type: 'info',
                message: 'Lien de réinitialisation du mot de passe envoyé.',
                userId: person.id,
                email: person.email,
                requestId: call.requestId
            });
            return true;
        });
        if (!made) return;
        const link = `${this.config.shellOrigin}/reset-password?token=${token}`;
        this.mail.sendTemplate(person.email, person.language, 'password_reset', {
            name: person.first_name,
            link,
            minutes: String(linkMinutes)
        });
    }
}
PasswordResetService = password_reset_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    password_reset_service_ts_metadata("design:type", Function),
    password_reset_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof UsersService === "undefined" ? Object : UsersService,
        typeof PasswordsService === "undefined" ? Object : PasswordsService,
        typeof SessionsService === "undefined" ? Object : SessionsService,
        typeof AttemptsService === "undefined" ? Object : AttemptsService,
        typeof MailService === "undefined" ? Object : MailService,
        typeof AuditService === "undefined" ? Object : AuditService,
        typeof Background === "undefined" ? Object : Background,
        typeof Clock === "undefined" ? Object : Clock,
        typeof Config === "undefined" ? Object : Config
    ])
], PasswordResetService);

;// ./src/auth/sign-up.service.ts
function sign_up_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function sign_up_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;







class SignUpService {
    dataSource;
    users;
    accounts;
    passwords;
    sessions;
    audit;
    constructor(dataSource, users, accounts, passwords, sessions, audit){
        this.dataSource = dataSource;
        this.users = users;
        this.accounts = accounts;
        this.passwords = passwords;
        this.sessions = sessions;
        this.audit = audit;
    }
    /**
   * Makes a customer with an account in euros and signs them in, all or nothing.
   * @throws Failure EMAIL_TAKEN, USERNAME_TAKEN, PASSWORD_TOO_COMMON.
   */ async signUp({ password, ...person }, call) {
        this.passwords.refuseCommon(password, 'password', person.email, person.username);
        await this.users.refuseTaken(person.email, person.username);
        const passwordHash = await this.passwords.hash(password);
        return inTransaction(this.dataSource, async (runner)=>{
            const userId = await this.users.create(runner, {
                ...person,
                passwordHash,
                language: call.language
            });
            await this.accounts.open(runner, userId);
            await this.audit.record(runner, {
                action: 'user.signed_up',
                type: 'info',
                message: 'Inscription.',
                userId,
                email: person.email,
                requestId: call.requestId
            });
            const tokens = await this.sessions.open(runner, userId, call);
            return {
                ...tokens,
                user: await this.users.read(runner, userId)
            };
        });
    }
}
SignUpService = sign_up_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    sign_up_service_ts_metadata("design:type", Function),
    sign_up_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof UsersService === "undefined" ? Object : UsersService,
        typeof AccountsService === "undefined" ? Object : AccountsService,
        typeof PasswordsService === "undefined" ? Object : PasswordsService,
        typeof SessionsService === "undefined" ? Object : SessionsService,
        typeof AuditService === "undefined" ? Object : AuditService
    ])
], SignUpService);

;// ./src/auth/auth.controller.ts
function auth_controller_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function auth_controller_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function auth_controller_ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
;














class AuthController {
    signUps;
    logins;
    sessions;
    resets;
    users;
    dataSource;
    constructor(signUps, logins, sessions, resets, users, dataSource){
        this.signUps = signUps;
        this.logins = logins;
        this.sessions = sessions;
        this.resets = resets;
        this.users = users;
        this.dataSource = dataSource;
    }
    signUp(body, call) {
        return this.signUps.signUp(body, call);
    }
    login(body, call) {
        return this.logins.login(body, call);
    }
    secondFactor(body, call) {
        return this.logins.secondFactor(body, call);
    }
    refresh(authorization, call) {
        return this.sessions.refresh(bearerOf(authorization), call);
    }
    me(actor) {
        return this.users.read(this.dataSource, actor.userId);
    }
    list(actor) {
        return this.sessions.list(actor);
    }
    end(actor, { id }, call) {
        return this.sessions.end(actor, id, call);
    }
    logout(actor, call) {
        return this.sessions.end(actor, actor.sessionId, call);
    }
    forgot({ email }, call) {
        return this.resets.forgot(email, call);
    }
    reset(body, call) {
        return this.resets.reset(body, call);
    }
}
auth_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__('signup'),
    Public(),
    Operation('Opens an account and signs in', {
        errors: [
            'EMAIL_TAKEN',
            'USERNAME_TAKEN',
            'PASSWORD_TOO_COMMON'
        ]
    }),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 201,
        type: Session
    }),
    auth_controller_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Body__()),
    auth_controller_ts_param(1, CurrentCall()),
    auth_controller_ts_metadata("design:type", Function),
    auth_controller_ts_metadata("design:paramtypes", [
        typeof auth_dto_namespaceObject === "undefined" || typeof SignupRequest === "undefined" ? Object : SignupRequest,
        typeof Call === "undefined" ? Object : Call
    ]),
    auth_controller_ts_metadata("design:returntype", void 0)
], AuthController.prototype, "signUp", null);
auth_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__('login'),
    Public(),
    Operation('Signs in by e-mail or username, or asks for the second factor', {
        errors: [
            'INVALID_CREDENTIALS',
            'TOO_MANY_ATTEMPTS'
        ]
    }),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: LoginAnswer
    }),
    auth_controller_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Body__()),
    auth_controller_ts_param(1, CurrentCall()),
    auth_controller_ts_metadata("design:type", Function),
    auth_controller_ts_metadata("design:paramtypes", [
        typeof auth_dto_namespaceObject === "undefined" || typeof LoginRequest === "undefined" ? Object : LoginRequest,
        typeof Call === "undefined" ? Object : Call
    ]),
    auth_controller_ts_metadata("design:returntype", void 0)
], AuthController.prototype, "login", null);
auth_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__('2fa'),
    Public(),
    Operation('Completes a sign-in with a one-time code or a recovery code', {
        description: 'The `mfa_token` lives five minutes and five tries; a code is never accepted twice.',
        errors: [
            'INVALID_CODE',
            'MFA_EXPIRED',
            'TOO_MANY_ATTEMPTS'
        ]
    }),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: Session
    }),
    auth_controller_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Body__()),
    auth_controller_ts_param(1, CurrentCall()),
    auth_controller_ts_metadata("design:type", Function),
    auth_controller_ts_metadata("design:paramtypes", [
        typeof auth_dto_namespaceObject === "undefined" || typeof MfaRequest === "undefined" ? Object : MfaRequest,
        typeof Call === "undefined" ? Object : Call
    ]),
    auth_controller_ts_metadata("design:returntype", void 0)
], AuthController.prototype, "secondFactor", null);
auth_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__('refresh'),
    Public(),
    Operation('Exchanges the refresh token for a new pair', {
        description: 'The bearer is the refresh token; the body is empty. The token is spent by the call: presenting it again ' + 'within ten seconds succeeds too (two tabs), later it ends the whole session.',
        errors: [
            'UNAUTHENTICATED',
            'SESSION_EXPIRED'
        ],
        refresh: true
    }),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: Tokens
    }),
    auth_controller_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Headers__('authorization')),
    auth_controller_ts_param(1, CurrentCall()),
    auth_controller_ts_metadata("design:type", Function),
    auth_controller_ts_metadata("design:paramtypes", [
        Object,
        typeof Call === "undefined" ? Object : Call
    ]),
    auth_controller_ts_metadata("design:returntype", void 0)
], AuthController.prototype, "refresh", null);
auth_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__('me'),
    Permission('session:own'),
    Operation('The signed-in person'),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: User
    }),
    auth_controller_ts_param(0, CurrentActor()),
    auth_controller_ts_metadata("design:type", Function),
    auth_controller_ts_metadata("design:paramtypes", [
        typeof Actor === "undefined" ? Object : Actor
    ]),
    auth_controller_ts_metadata("design:returntype", void 0)
], AuthController.prototype, "me", null);
auth_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__('sessions'),
    Permission('session:own'),
    Operation('The open sessions of the signed-in person'),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: OpenSessions
    }),
    auth_controller_ts_param(0, CurrentActor()),
    auth_controller_ts_metadata("design:type", Function),
    auth_controller_ts_metadata("design:paramtypes", [
        typeof Actor === "undefined" ? Object : Actor
    ]),
    auth_controller_ts_metadata("design:returntype", void 0)
], AuthController.prototype, "list", null);
auth_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Delete__('sessions/:id'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_HttpCode__(204),
    Permission('session:own'),
    Operation('Ends one of the open sessions of the signed-in person'),
    auth_controller_ts_param(0, CurrentActor()),
    auth_controller_ts_param(1, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Param__()),
    auth_controller_ts_param(2, CurrentCall()),
    auth_controller_ts_metadata("design:type", Function),
    auth_controller_ts_metadata("design:paramtypes", [
        typeof Actor === "undefined" ? Object : Actor,
        typeof auth_dto_namespaceObject === "undefined" || typeof IdParameter === "undefined" ? Object : IdParameter,
        typeof Call === "undefined" ? Object : Call
    ]),
    auth_controller_ts_metadata("design:returntype", typeof Promise === "undefined" ? Object : Promise)
], AuthController.prototype, "end", null);
auth_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__('logout'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_HttpCode__(204),
    Permission('session:own'),
    Operation('Signs out: the access and refresh tokens of the session are dead at once'),
    auth_controller_ts_param(0, CurrentActor()),
    auth_controller_ts_param(1, CurrentCall()),
    auth_controller_ts_metadata("design:type", Function),
    auth_controller_ts_metadata("design:paramtypes", [
        typeof Actor === "undefined" ? Object : Actor,
        typeof Call === "undefined" ? Object : Call
    ]),
    auth_controller_ts_metadata("design:returntype", typeof Promise === "undefined" ? Object : Promise)
], AuthController.prototype, "logout", null);
auth_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__('password/forgot'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_HttpCode__(202),
    Public(),
    Operation('Mails a link to set a new password, if the address is a customer’s'),
    auth_controller_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Body__()),
    auth_controller_ts_param(1, CurrentCall()),
    auth_controller_ts_metadata("design:type", Function),
    auth_controller_ts_metadata("design:paramtypes", [
        typeof auth_dto_namespaceObject === "undefined" || typeof ForgotPasswordRequest === "undefined" ? Object : ForgotPasswordRequest,
        typeof Call === "undefined" ? Object : Call
    ]),
    auth_controller_ts_metadata("design:returntype", typeof Promise === "undefined" ? Object : Promise)
], AuthController.prototype, "forgot", null);
auth_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__('password/reset'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_HttpCode__(204),
    Public(),
    Operation('Sets a new password by the mailed link and ends every session', {
        errors: [
            'RESET_LINK_INVALID',
            'PASSWORD_TOO_COMMON'
        ]
    }),
    auth_controller_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Body__()),
    auth_controller_ts_param(1, CurrentCall()),
    auth_controller_ts_metadata("design:type", Function),
    auth_controller_ts_metadata("design:paramtypes", [
        typeof auth_dto_namespaceObject === "undefined" || typeof ResetPasswordRequest === "undefined" ? Object : ResetPasswordRequest,
        typeof Call === "undefined" ? Object : Call
    ]),
    auth_controller_ts_metadata("design:returntype", typeof Promise === "undefined" ? Object : Promise)
], AuthController.prototype, "reset", null);
AuthController = auth_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_swagger_f8dbc69a_ApiTags__('Session'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Controller__('auth'),
    auth_controller_ts_metadata("design:type", Function),
    auth_controller_ts_metadata("design:paramtypes", [
        typeof SignUpService === "undefined" ? Object : SignUpService,
        typeof LoginService === "undefined" ? Object : LoginService,
        typeof SessionsService === "undefined" ? Object : SessionsService,
        typeof PasswordResetService === "undefined" ? Object : PasswordResetService,
        typeof UsersService === "undefined" ? Object : UsersService,
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__
    ])
], AuthController);

;// ./src/auth/housekeeping.service.ts
function housekeeping_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function housekeeping_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;


const housekeeping_service_minute = 60_000;
const housekeeping_service_day = 24 * 60 * housekeeping_service_minute;
const interval = 15 * housekeeping_service_minute;
const batch = 1_000;
/** What is kept for how long after it stopped mattering; a session takes its refresh tokens along. */ const leftovers = [
    {
        statement: 'DELETE FROM mfa_challenges WHERE expires_at < ? LIMIT ?',
        keptFor: housekeeping_service_minute
    },
    {
        statement: 'DELETE FROM login_failures WHERE updated_at < ? LIMIT ?',
        keptFor: housekeeping_service_day
    },
    {
        statement: 'DELETE FROM password_resets WHERE created_at < ? LIMIT ?',
        keptFor: housekeeping_service_day
    },
    {
        statement: 'DELETE FROM sessions WHERE expires_at < ? LIMIT ?',
        keptFor: 7 * housekeeping_service_day
    }
];
class HousekeepingService {
    dataSource;
    clock;
    logger = new __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Logger__('Housekeeping');
    timer;
    constructor(dataSource, clock){
        this.dataSource = dataSource;
        this.clock = clock;
    }
    onApplicationBootstrap() {
        this.timer = setInterval(()=>void this.sweep(), interval).unref();
    }
    onApplicationShutdown() {
        clearInterval(this.timer);
    }
    /** One round; a failure is logged, and the next round does what this one left. */ async sweep() {
        try {
            for (const { statement, keptFor } of leftovers){
                await this.dataSource.query(statement, [
                    new Date(this.clock.now().getTime() - keptFor),
                    batch
                ]);
            }
        } catch (error) {
            this.logger.warn(`nothing swept: ${error.message}`);
        }
    }
}
HousekeepingService = housekeeping_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    housekeeping_service_ts_metadata("design:type", Function),
    housekeeping_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof Clock === "undefined" ? Object : Clock
    ])
], HousekeepingService);

;// ./src/auth/jwt.strategy.ts
function jwt_strategy_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function jwt_strategy_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;






class JwtStrategy extends __WEBPACK_EXTERNAL_MODULE__nestjs_passport_c7fff729_PassportStrategy__(__WEBPACK_EXTERNAL_MODULE_passport_jwt_8a564f86_Strategy__) {
    sessions;
    constructor(config, sessions){
        super(verification(config)), this.sessions = sessions;
    }
    /** @throws Failure SESSION_EXPIRED when the session is over or its owner may no longer enter. */ async validate({ sub, sid }) {
        const current = await this.sessions.current(sid, Number(sub));
        if (!current) throw new Failure('SESSION_EXPIRED');
        return current;
    }
}
JwtStrategy = jwt_strategy_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    jwt_strategy_ts_metadata("design:type", Function),
    jwt_strategy_ts_metadata("design:paramtypes", [
        typeof Config === "undefined" ? Object : Config,
        typeof SessionsService === "undefined" ? Object : SessionsService
    ])
], JwtStrategy);

;// ./src/auth/auth.module.ts
function auth_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;

















class AuthModule {
}
AuthModule = auth_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        imports: [
            AccountsModule,
            MailModule,
            __WEBPACK_EXTERNAL_MODULE__nestjs_passport_c7fff729_PassportModule__,
            UsersModule,
            __WEBPACK_EXTERNAL_MODULE__nestjs_jwt_58cd0b18_JwtModule__.registerAsync({
                inject: [
                    Config
                ],
                useFactory: signing
            })
        ],
        controllers: [
            AuthController
        ],
        providers: [
            AccessTokens,
            AttemptsService,
            HousekeepingService,
            JwtStrategy,
            LoginService,
            PasswordResetService,
            PasswordsService,
            SessionsService,
            SignUpService,
            TwoFactorService
        ],
        exports: [
            AttemptsService,
            PasswordsService,
            SessionsService,
            TwoFactorService
        ]
    })
], AuthModule);

;// ./src/common/access.guard.ts
function access_guard_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function access_guard_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;




class AccessGuard {
    reflector;
    logger = new __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Logger__('Access');
    constructor(reflector){
        this.reflector = reflector;
    }
    canActivate(context) {
        const access = accessOf(this.reflector, context);
        if (!access) {
            this.logger.error(`${context.getClass().name}.${context.getHandler().name} declares no access`);
            throw new Failure('FORBIDDEN');
        }
        if ('public' in access) return true;
        const { user, refusal } = context.switchToHttp().getRequest();
        if (!user) throw new Failure(refusal ?? 'UNAUTHENTICATED');
        if (!allows(user.role, access.permission)) throw new Failure('FORBIDDEN');
        return true;
    }
}
AccessGuard = access_guard_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    access_guard_ts_metadata("design:type", Function),
    access_guard_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_Reflector__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_Reflector__
    ])
], AccessGuard);
/** What the route of a context declares, on its method or else on its controller. */ const accessOf = (reflector, context)=>reflector.getAllAndOverride((/* inlined export .accessKey */"access"), [
        context.getHandler(),
        context.getClass()
    ]);

;// ./src/auth/identity.guard.ts
function identity_guard_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function identity_guard_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;






class IdentityGuard extends __WEBPACK_EXTERNAL_MODULE__nestjs_passport_c7fff729_AuthGuard__('jwt') {
    reflector;
    sessions;
    constructor(reflector, sessions){
        super(), this.reflector = reflector, this.sessions = sessions;
    }
    async canActivate(context) {
        const access = accessOf(this.reflector, context);
        if (!access || 'public' in access) return true;
        await super.canActivate(context);
        const request = context.switchToHttp().getRequest();
        const current = request.user;
        request.user = current?.actor ?? null;
        if (current && !this.isPassive(context)) await this.sessions.touch(current);
        return true;
    }
    /** Called by passport with what the token led to; `info` says what was wrong with the token itself. */ handleRequest(error, current, info, context) {
        const request = context.switchToHttp().getRequest();
        if (error instanceof Failure) request.refusal = error.code;
        else if (error) throw error;
        else if (info instanceof Error && info.name === 'TokenExpiredError') request.refusal = 'SESSION_EXPIRED';
        return error ? null : current || null;
    }
    isPassive(context) {
        return this.reflector.getAllAndOverride(passiveKey, [
            context.getHandler(),
            context.getClass()
        ]) ?? false;
    }
}
IdentityGuard = identity_guard_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    identity_guard_ts_metadata("design:type", Function),
    identity_guard_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_Reflector__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_Reflector__,
        typeof SessionsService === "undefined" ? Object : SessionsService
    ])
], IdentityGuard);

;// ../libs/contracts/cards.ts




const cardTypes = [
    'standard',
    'premium',
    'elite'
];
const cardBrands = [
    'VISA',
    'Mastercard'
];
const cardStatuses = [
    'active',
    'blocked',
    'inactive'
];
/** A card as its holder sees it; the number is masked but for its last four digits. */ const card = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    id: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    card_number: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    type: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(cardTypes),
    brand: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(cardBrands),
    status: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(cardStatuses),
    virtual: __WEBPACK_EXTERNAL_MODULE_zod_z__.boolean(),
    /** The last day on which the card is valid. */ expiry_date: day,
    monthly_limit: amount,
    last_used: moment.nullable()
}).meta({
    id: 'Card'
});
const cardList = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    cards: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(card)
});
/** The card that a customer orders; a standard one of plastic unless they say otherwise. */ const createCardRequest = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    card_type: __WEBPACK_EXTERNAL_MODULE_zod_z__.literal('debit'),
    type: optional(__WEBPACK_EXTERNAL_MODULE_zod_z__.enum(cardTypes)),
    virtual: optional(__WEBPACK_EXTERNAL_MODULE_zod_z__.boolean())
});
const cardCreated = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    success: __WEBPACK_EXTERNAL_MODULE_zod_z__.literal(true),
    card
}).meta({
    id: 'CardCreated'
});

;// ./src/ledger/account.entity.ts
function account_entity_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function account_entity_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;

class AccountEntity {
    id;
    userId;
    currency;
    balance;
    cardLimit;
}
account_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_PrimaryColumn__({
        ...identifierColumn,
        unsigned: true
    }),
    account_entity_ts_metadata("design:type", Number)
], AccountEntity.prototype, "id", void 0);
account_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'user_id',
        type: 'int',
        unsigned: true,
        nullable: true
    }),
    account_entity_ts_metadata("design:type", Object)
], AccountEntity.prototype, "userId", void 0);
account_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'char',
        length: 3
    }),
    account_entity_ts_metadata("design:type", String)
], AccountEntity.prototype, "currency", void 0);
account_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        ...moneyColumn,
        update: false,
        insert: false
    }),
    account_entity_ts_metadata("design:type", typeof BigInt === "undefined" ? Object : BigInt)
], AccountEntity.prototype, "balance", void 0);
account_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        ...moneyColumn,
        name: 'card_limit'
    }),
    account_entity_ts_metadata("design:type", typeof BigInt === "undefined" ? Object : BigInt)
], AccountEntity.prototype, "cardLimit", void 0);
AccountEntity = account_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Entity__('accounts')
], AccountEntity);

;// ./src/cards/card.entity.ts
function card_entity_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function card_entity_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;



class CardEntity {
    id;
    account;
    type;
    brand;
    status;
    virtual;
    /** Encrypted; not selected unless it is asked for, and neither is the digest. */ numberEncrypted;
    numberDigest;
    lastFour;
    expiryDate;
    lastUsedAt;
    createdAt;
}
card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_PrimaryColumn__({
        ...identifierColumn,
        unsigned: true,
        generated: 'increment'
    }),
    card_entity_ts_metadata("design:type", Number)
], CardEntity.prototype, "id", void 0);
card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_ManyToOne__(()=>AccountEntity),
    __WEBPACK_EXTERNAL_MODULE_typeorm_JoinColumn__({
        name: 'account_id'
    }),
    card_entity_ts_metadata("design:type", typeof AccountEntity === "undefined" ? Object : AccountEntity)
], CardEntity.prototype, "account", void 0);
card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'enum',
        enum: cardTypes
    }),
    card_entity_ts_metadata("design:type", Object)
], CardEntity.prototype, "type", void 0);
card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'enum',
        enum: cardBrands
    }),
    card_entity_ts_metadata("design:type", Object)
], CardEntity.prototype, "brand", void 0);
card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'enum',
        enum: cardStatuses
    }),
    card_entity_ts_metadata("design:type", Object)
], CardEntity.prototype, "status", void 0);
card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'boolean'
    }),
    card_entity_ts_metadata("design:type", Boolean)
], CardEntity.prototype, "virtual", void 0);
card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'number_encrypted',
        type: 'varbinary',
        length: 64,
        select: false
    }),
    card_entity_ts_metadata("design:type", typeof Buffer === "undefined" ? Object : Buffer)
], CardEntity.prototype, "numberEncrypted", void 0);
card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'number_digest',
        type: 'binary',
        length: 32,
        select: false
    }),
    card_entity_ts_metadata("design:type", typeof Buffer === "undefined" ? Object : Buffer)
], CardEntity.prototype, "numberDigest", void 0);
card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'last_four',
        type: 'char',
        length: 4
    }),
    card_entity_ts_metadata("design:type", String)
], CardEntity.prototype, "lastFour", void 0);
card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'expiry_date',
        type: 'date',
        utc: true
    }),
    card_entity_ts_metadata("design:type", String)
], CardEntity.prototype, "expiryDate", void 0);
card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'last_used_at',
        type: 'datetime',
        precision: 3,
        nullable: true
    }),
    card_entity_ts_metadata("design:type", Object)
], CardEntity.prototype, "lastUsedAt", void 0);
card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'created_at',
        type: 'datetime',
        precision: 3
    }),
    card_entity_ts_metadata("design:type", typeof Date === "undefined" ? Object : Date)
], CardEntity.prototype, "createdAt", void 0);
CardEntity = card_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Entity__('cards')
], CardEntity);

;// ./src/cards/card-number.ts
/**
 * The first digits of the numbers that the card networks publish for tests (4111 1111 1111 1111 and
 * 5555 5555 5555 4444): no issuer hands them out, so ours can never be somebody's real card.
 */ const testIssuer = {
    VISA: '411111',
    Mastercard: '555555'
};
const drawnDigits = 9;
/** A card number of 16 digits, drawn by lot, with its check digit (ISO/IEC 7812-1, annex B). */ function drawCardNumber(brand, chance) {
    const payload = testIssuer[brand] + chance.digits(drawnDigits);
    return payload + luhnDigit(payload);
}
/** The digit that closes a number by the Luhn formula (ISO/IEC 7812-1, annex B). */ function luhnDigit(payload) {
    const sum = [
        ...payload
    ].reverse().reduce((total, digit, position)=>{
        const weighted = Number(digit) * (position % 2 === 0 ? 2 : 1);
        return total + (weighted > 9 ? weighted - 9 : weighted);
    }, 0);
    return String((10 - sum % 10) % 10);
}
/** How a number is shown: only its last four digits. */ const maskedNumber = (lastFour)=>`**** **** **** ${lastFour}`;

;// ./src/cards/cards.service.ts
function cards_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function cards_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function cards_service_ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
;













const yearsOfValidity = 4;
/** How often a number that is already taken is drawn again; each draw has a billion outcomes per brand. */ const draws = 5;
class CardsService {
    cards;
    accounts;
    audit;
    idempotency;
    config;
    chance;
    clock;
    constructor(cards, accounts, audit, idempotency, config, chance, clock){
        this.cards = cards;
        this.accounts = accounts;
        this.audit = audit;
        this.idempotency = idempotency;
        this.config = config;
        this.chance = chance;
        this.clock = clock;
    }
    /** The user's cards, oldest first; none when the user has no account. */ async list(userId) {
        const cards = await this.cards.find({
            where: {
                account: {
                    userId
                }
            },
            relations: {
                account: true
            },
            order: {
                id: 'ASC'
            }
        });
        return {
            cards: cards.map(wireCard)
        };
    }
    /**
   * Issues a VISA card on the caller's account, ready for use (specification 1, section 1: instant issue).
   * @throws Failure NOT_FOUND when the caller has no account; IDEMPOTENCY_KEY_REUSED.
   */ create(actor, request, keyed, call) {
        return this.idempotency.once(keyed, async (runner)=>{
            const accountId = await this.accounts.idOf(runner, actor.userId);
            const { type = 'standard', virtual = false } = request;
            const id = await this.issue(runner, {
                accountId,
                type,
                brand: 'VISA',
                virtual
            });
            const card = await runner.manager.findOneOrFail(CardEntity, {
                where: {
                    id
                },
                relations: {
                    account: true
                }
            });
            await this.audit.record(runner, {
                action: 'card.created',
                type: 'info',
                message: `Carte ${maskedNumber(card.lastFour)} créée sur le compte ${accountId}.`,
                userId: actor.userId,
                email: actor.email,
                requestId: call.requestId
            });
            return {
                success: true,
                card: wireCard(card)
            };
        });
    }
    /** Makes a card with a number of its own, valid for four years, and returns its id. */ async issue(runner, card) {
        const { accountId, type, brand, virtual, status = 'active' } = card;
        const createdAt = this.clock.now();
        for(let draw = 1;; draw += 1){
            const number = drawCardNumber(brand, this.chance);
            try {
                const { identifiers } = await runner.manager.insert(CardEntity, {
                    account: {
                        id: accountId
                    },
                    type,
                    brand,
                    status,
                    virtual,
                    ...this.sealed(number, accountId),
                    expiryDate: expiryDate(createdAt),
                    createdAt
                });
                return Number(identifiers[0]?.id);
            } catch (error) {
                if (draw === draws || databaseErrorNumber(error) !== (/* inlined export .duplicateKey */1062)) throw error;
            }
        }
    }
    /** What is kept of a number: nobody reads it without the server's key, yet no two cards have the same. */ sealed(number, accountId) {
        const { encryptionKey } = this.config;
        return {
            numberEncrypted: encrypt(encryptionKey, `card of account ${accountId}`, number),
            numberDigest: keyedDigest(encryptionKey, `card number ${number}`),
            lastFour: number.slice(-4)
        };
    }
}
CardsService = cards_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    cards_service_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_typeorm_fb336920_InjectRepository__(CardEntity)),
    cards_service_ts_metadata("design:type", Function),
    cards_service_ts_metadata("design:paramtypes", [
        typeof Repository === "undefined" ? Object : Repository,
        typeof AccountsService === "undefined" ? Object : AccountsService,
        typeof AuditService === "undefined" ? Object : AuditService,
        typeof Idempotency === "undefined" ? Object : Idempotency,
        typeof Config === "undefined" ? Object : Config,
        typeof Chance === "undefined" ? Object : Chance,
        typeof Clock === "undefined" ? Object : Clock
    ])
], CardsService);
/** The last day of the month in which the card's years end. */ function expiryDate(issued) {
    const [year, month] = parisDay(issued).split('-').map(Number);
    return new Date(Date.UTC(Number(year) + yearsOfValidity, Number(month), 0)).toISOString().slice(0, 10);
}
const wireCard = (card)=>({
        id: card.id,
        card_number: maskedNumber(card.lastFour),
        type: card.type,
        brand: card.brand,
        status: card.status,
        virtual: card.virtual,
        expiry_date: card.expiryDate,
        monthly_limit: toDecimal(card.account.cardLimit),
        last_used: card.lastUsedAt?.toISOString() ?? null
    });

;// ./src/cards/cards.controller.ts
function cards_controller_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function cards_controller_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function cards_controller_ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
;









let CardCreated = class CardCreated extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(cardCreated) {
};
let CardList = class CardList extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(cardList) {
};
let CreateCardRequest = class CreateCardRequest extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(createCardRequest) {
};
class CardsController {
    cards;
    constructor(cards){
        this.cards = cards;
    }
    list(actor) {
        return this.cards.list(actor.userId);
    }
    create(request, actor, keyed, call) {
        return this.cards.create(actor, request, keyed, call);
    }
}
cards_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__('carte'),
    Operation('The caller’s cards'),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: CardList
    }),
    cards_controller_ts_param(0, CurrentActor()),
    cards_controller_ts_metadata("design:type", Function),
    cards_controller_ts_metadata("design:paramtypes", [
        typeof Actor === "undefined" ? Object : Actor
    ]),
    cards_controller_ts_metadata("design:returntype", void 0)
], CardsController.prototype, "list", null);
cards_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__('cards/create'),
    Operation('Issues a card at once', {
        errors: [
            'NOT_FOUND'
        ],
        idempotent: true
    }),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 201,
        type: CardCreated
    }),
    cards_controller_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Body__()),
    cards_controller_ts_param(1, CurrentActor()),
    cards_controller_ts_param(2, CurrentKeyedCall()),
    cards_controller_ts_param(3, CurrentCall()),
    cards_controller_ts_metadata("design:type", Function),
    cards_controller_ts_metadata("design:paramtypes", [
        typeof CreateCardRequest === "undefined" ? Object : CreateCardRequest,
        typeof Actor === "undefined" ? Object : Actor,
        typeof KeyedCall === "undefined" ? Object : KeyedCall,
        typeof Call === "undefined" ? Object : Call
    ]),
    cards_controller_ts_metadata("design:returntype", void 0)
], CardsController.prototype, "create", null);
CardsController = cards_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_swagger_f8dbc69a_ApiTags__('Cards'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Controller__(),
    Permission('cards:own'),
    cards_controller_ts_metadata("design:type", Function),
    cards_controller_ts_metadata("design:paramtypes", [
        typeof CardsService === "undefined" ? Object : CardsService
    ])
], CardsController);

;// ./src/cards/cards.module.ts
function cards_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;





class CardsModule {
}
CardsModule = cards_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        imports: [
            AccountsModule,
            __WEBPACK_EXTERNAL_MODULE__nestjs_typeorm_fb336920_TypeOrmModule__.forFeature([
                CardEntity
            ])
        ],
        controllers: [
            CardsController
        ],
        providers: [
            CardsService
        ],
        exports: [
            CardsService
        ]
    })
], CardsModule);

;// ./src/common/common.module.ts
function common_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;




class CommonModule {
}
CommonModule = common_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Global__(),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        providers: [
            Background,
            Chance,
            Clock,
            {
                provide: Config,
                useFactory: ()=>readConfig()
            }
        ],
        exports: [
            Background,
            Chance,
            Clock,
            Config
        ]
    })
], CommonModule);

;// external "mysql2/promise"

;// ./migrations/20261121091001-create-users.ts
class CreateUsers20261121091001 {
    name = 'CreateUsers20261121091001';
    /** `email_key` and `username_key` are empty for deleted people, whose e-mail and username are free again. */ async up(runner) {
        await runner.query(`
      CREATE TABLE users (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        email VARCHAR(254) NOT NULL,
        username VARCHAR(40) NOT NULL,
        first_name VARCHAR(80) NOT NULL,
        last_name VARCHAR(80) NOT NULL,
        phone VARCHAR(30) NULL,
        password_hash VARCHAR(200) NOT NULL,
        role ENUM('user', 'admin') NOT NULL DEFAULT 'user',
        status ENUM('active', 'inactive') NOT NULL DEFAULT 'active',
        kyc_status ENUM('pending', 'approved', 'rejected') NOT NULL DEFAULT 'pending',
        kyc_submitted_at DATETIME(3) NULL,
        language ENUM('fr', 'en') NOT NULL DEFAULT 'fr',
        created_at DATETIME(3) NOT NULL,
        deleted_at DATETIME(3) NULL,
        email_key VARCHAR(254) AS (CASE WHEN deleted_at IS NULL THEN email END) STORED,
        username_key VARCHAR(40) AS (CASE WHEN deleted_at IS NULL THEN username END) STORED,
        UNIQUE KEY users_email (email_key),
        UNIQUE KEY users_username (username_key)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    }
    async down(runner) {
        await runner.query('DROP TABLE users');
    }
}

;// ./migrations/20261121091002-create-audit-log.ts
class CreateAuditLog20261121091002 {
    name = 'CreateAuditLog20261121091002';
    /** Lines are only ever added: triggers refuse the rest, whatever the rights of the account. */ async up(runner) {
        await runner.query(`
      CREATE TABLE audit_log (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        created_at DATETIME(3) NOT NULL,
        user_id INT UNSIGNED NULL,
        email VARCHAR(254) NULL,
        action VARCHAR(80) NOT NULL,
        type ENUM('info', 'warning', 'error') NOT NULL,
        message VARCHAR(500) NOT NULL,
        request_id VARCHAR(64) NULL,
        KEY audit_log_time (created_at, id),
        KEY audit_log_user (user_id, id),
        KEY audit_log_type (type, id),
        KEY audit_log_action (action, id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
        for (const change of [
            'UPDATE',
            'DELETE'
        ]){
            await runner.query(`
        CREATE TRIGGER audit_log_refuses_${change.toLowerCase()} BEFORE ${change} ON audit_log
        FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'audit_log only grows'`);
        }
    }
    async down(runner) {
        await runner.query('DROP TABLE audit_log');
    }
}

;// ./migrations/20261121092001-create-ledger.ts
const table = 'ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci';
class CreateLedger20261121092001 {
    name = 'CreateLedger20261121092001';
    /** Amounts are minor units. The rules of the ledger are repeated here, where no program can forget them. */ async up(runner) {
        await runner.query(accounts);
        await runner.query(`
      INSERT INTO accounts (id, kind, currency, account_type, created_at) VALUES
        (1, 'funding', 'EUR', 'internal', UTC_TIMESTAMP(3)),
        (2, 'fees', 'EUR', 'internal', UTC_TIMESTAMP(3)),
        (3, 'adjustment', 'EUR', 'internal', UTC_TIMESTAMP(3)),
        (4, 'outside', 'EUR', 'internal', UTC_TIMESTAMP(3))`);
        await runner.query(transfers);
        await runner.query(entries);
        for (const name of [
            'transfers',
            'entries'
        ]){
            for (const change of [
                'UPDATE',
                'DELETE'
            ]){
                await runner.query(`
          CREATE TRIGGER ${name}_refuses_${change.toLowerCase()} BEFORE ${change} ON ${name}
          FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '${name} only grows'`);
            }
        }
    }
    async down(runner) {
        await runner.query('DROP TABLE entries');
        await runner.query('DROP TABLE transfers');
        await runner.query('DROP TABLE accounts');
    }
}
const accounts = `
  CREATE TABLE accounts (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NULL,
    kind ENUM('customer', 'funding', 'fees', 'adjustment', 'outside') NOT NULL,
    currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    iban VARCHAR(34) CHARACTER SET ascii COLLATE ascii_bin NULL,
    account_type VARCHAR(20) NOT NULL,
    balance BIGINT NOT NULL DEFAULT 0,
    held BIGINT NOT NULL DEFAULT 0,
    overdraft_limit BIGINT NOT NULL DEFAULT 0,
    transfer_limit BIGINT NOT NULL DEFAULT 0,
    withdrawal_limit BIGINT NOT NULL DEFAULT 0,
    card_limit BIGINT NOT NULL DEFAULT 0,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY accounts_user (user_id, currency),
    UNIQUE KEY accounts_iban (iban),
    CONSTRAINT accounts_of_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT accounts_owner CHECK ((kind = 'customer') = (user_id IS NOT NULL)),
    CONSTRAINT accounts_funds CHECK (kind <> 'customer' OR balance - held >= -overdraft_limit),
    CONSTRAINT accounts_held CHECK (held >= 0),
    CONSTRAINT accounts_limits CHECK (
      overdraft_limit >= 0 AND transfer_limit >= 0 AND withdrawal_limit >= 0 AND card_limit >= 0
    )
  ) ${table} AUTO_INCREMENT = 1001`;
/** `created_by` is not a foreign key: its check would lock the user's row in every movement of money. */ const transfers = `
  CREATE TABLE transfers (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    reference VARCHAR(20) NOT NULL,
    kind ENUM('deposit', 'transfer', 'payment', 'card', 'withdrawal', 'fee', 'adjustment') NOT NULL,
    description VARCHAR(200) NOT NULL,
    created_by INT UNSIGNED NULL,
    request_id VARCHAR(64) NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY transfers_reference (reference),
    KEY transfers_time (created_at)
  ) ${table}`;
const entries = `
  CREATE TABLE entries (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    transfer_id BIGINT UNSIGNED NOT NULL,
    account_id BIGINT UNSIGNED NOT NULL,
    amount BIGINT NOT NULL,
    balance_after BIGINT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY entries_account (account_id, id),
    KEY entries_account_time (account_id, created_at, id),
    CONSTRAINT entries_of_transfer FOREIGN KEY (transfer_id) REFERENCES transfers (id),
    CONSTRAINT entries_of_account FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT entries_amount CHECK (amount <> 0)
  ) ${table}`;

;// ./migrations/20261121092002-create-idempotency-keys.ts
class CreateIdempotencyKeys20261121092002 {
    name = 'CreateIdempotencyKeys20261121092002';
    /** `status` and `answer` are filled in by the transaction that inserts the row, before it commits. */ async up(runner) {
        await runner.query(`
      CREATE TABLE idempotency_keys (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        client VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        idempotency_key VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        request_hash BINARY(32) NOT NULL,
        status SMALLINT UNSIGNED NULL,
        answer MEDIUMTEXT NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY idempotency_keys_client (client, idempotency_key),
        KEY idempotency_keys_time (created_at)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    }
    async down(runner) {
        await runner.query('DROP TABLE idempotency_keys');
    }
}

;// ./migrations/20261121092003-create-cards.ts
class CreateCards20261121092003 {
    name = 'CreateCards20261121092003';
    /** The number is stored encrypted; its keyed digest keeps it unique without being readable. */ async up(runner) {
        await runner.query(`
      CREATE TABLE cards (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        account_id BIGINT UNSIGNED NOT NULL,
        type ENUM('standard', 'premium', 'elite') NOT NULL DEFAULT 'standard',
        brand ENUM('VISA', 'Mastercard') NOT NULL DEFAULT 'VISA',
        status ENUM('active', 'blocked', 'inactive') NOT NULL DEFAULT 'active',
        \`virtual\` TINYINT(1) NOT NULL DEFAULT 0,
        number_encrypted VARBINARY(64) NOT NULL,
        number_digest BINARY(32) NOT NULL,
        last_four CHAR(4) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        expiry_date DATE NOT NULL,
        last_used_at DATETIME(3) NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY cards_number (number_digest),
        KEY cards_account (account_id, id),
        CONSTRAINT cards_of_account FOREIGN KEY (account_id) REFERENCES accounts (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    }
    async down(runner) {
        await runner.query('DROP TABLE cards');
    }
}

;// ./migrations/20261121092004-create-payments.ts
class CreatePayments20261121092004 {
    name = 'CreatePayments20261121092004';
    /** `transfer_id` is the posting of a completed payment; a payment made before it was scored has no risk. */ async up(runner) {
        await runner.query(`
      CREATE TABLE payments (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        reference VARCHAR(20) NOT NULL,
        account_id BIGINT UNSIGNED NOT NULL,
        amount BIGINT NOT NULL,
        currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        recipient_account VARCHAR(34) NOT NULL,
        recipient_name VARCHAR(140) NOT NULL,
        payment_method ENUM('sepa_transfer', 'sepa_instant', 'international_transfer') NOT NULL,
        description VARCHAR(200) NOT NULL,
        status ENUM('pending', 'completed', 'failed') NOT NULL DEFAULT 'pending',
        reason VARCHAR(500) NULL,
        risk_score DECIMAL(3,1) NULL,
        risk_reasons TEXT NULL,
        transfer_id BIGINT UNSIGNED NULL,
        created_by INT UNSIGNED NOT NULL,
        request_id VARCHAR(64) NULL,
        created_at DATETIME(3) NOT NULL,
        processed_at DATETIME(3) NULL,
        UNIQUE KEY payments_reference (reference),
        UNIQUE KEY payments_transfer (transfer_id),
        KEY payments_status (status, created_at, id),
        KEY payments_time (created_at, id),
        KEY payments_processed (processed_at, status),
        KEY payments_account (account_id, created_at, id),
        CONSTRAINT payments_of_account FOREIGN KEY (account_id) REFERENCES accounts (id),
        CONSTRAINT payments_posting FOREIGN KEY (transfer_id) REFERENCES transfers (id),
        CONSTRAINT payments_amount CHECK (amount > 0),
        CONSTRAINT payments_settled CHECK ((status = 'completed') = (transfer_id IS NOT NULL)),
        CONSTRAINT payments_processing CHECK ((status = 'pending') = (processed_at IS NULL))
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    }
    async down(runner) {
        await runner.query('DROP TABLE payments');
    }
}

;// ./migrations/20261121092005-create-tickets.ts
class CreateTickets20261121092005 {
    name = 'CreateTickets20261121092005';
    async up(runner) {
        await runner.query(`
      CREATE TABLE tickets (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        reference VARCHAR(20) NOT NULL,
        user_id INT UNSIGNED NULL,
        first_name VARCHAR(80) NOT NULL,
        last_name VARCHAR(80) NOT NULL,
        email VARCHAR(254) NOT NULL,
        phone VARCHAR(30) NULL,
        category ENUM('account', 'cards', 'transactions', 'kyc', 'security', 'technical', 'other') NOT NULL,
        priority ENUM('low', 'normal', 'high', 'urgent') NOT NULL,
        subject VARCHAR(200) NOT NULL,
        message TEXT NOT NULL,
        created_at DATETIME(3) NOT NULL,
        UNIQUE KEY tickets_reference (reference),
        KEY tickets_time (created_at, id),
        CONSTRAINT tickets_of_user FOREIGN KEY (user_id) REFERENCES users (id)
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    }
    async down(runner) {
        await runner.query('DROP TABLE tickets');
    }
}

;// ./migrations/20261121092006-create-bank-settings.ts
class CreateBankSettings20261121092006 {
    name = 'CreateBankSettings20261121092006';
    async up(runner) {
        await runner.query(`
      CREATE TABLE bank_settings (
        name VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        value VARCHAR(500) NOT NULL
      ) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
    }
    async down(runner) {
        await runner.query('DROP TABLE bank_settings');
    }
}

;// ./migrations/20261121091003-create-sessions.ts
const tables = {
    sessions: `
    id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    device VARCHAR(120) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    last_active_at DATETIME(3) NOT NULL,
    ended_at DATETIME(3) NULL,
    end_reason ENUM('signed_out', 'ended_by_user', 'token_reused', 'password_changed') NULL,
    KEY sessions_user (user_id, ended_at),
    KEY sessions_expiry (expires_at),
    CONSTRAINT sessions_user_exists FOREIGN KEY (user_id) REFERENCES users (id)`,
    // Only the digest is kept: a copy of the database opens no session.
    refresh_tokens: `
    token_hash BINARY(32) NOT NULL PRIMARY KEY,
    session_id INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    spent_at DATETIME(3) NULL,
    KEY refresh_tokens_session (session_id),
    CONSTRAINT refresh_tokens_session_exists
      FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE`,
    // One row per account, unknown identifier or address; the key is a digest of which.
    login_failures: `
    subject_hash BINARY(32) NOT NULL PRIMARY KEY,
    wrong INT UNSIGNED NOT NULL DEFAULT 0,
    pending INT UNSIGNED NOT NULL DEFAULT 0,
    pending_until DATETIME(3) NULL,
    window_ends_at DATETIME(3) NULL,
    blocked_until DATETIME(3) NULL,
    updated_at DATETIME(3) NOT NULL,
    KEY login_failures_age (updated_at)`,
    mfa_challenges: `
    token_hash BINARY(32) NOT NULL PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    tries INT UNSIGNED NOT NULL DEFAULT 0,
    KEY mfa_challenges_expiry (expires_at),
    CONSTRAINT mfa_challenges_user_exists FOREIGN KEY (user_id) REFERENCES users (id)`,
    // enabled_at is empty while the person has not yet shown that their device has the secret.
    two_factor: `
    user_id INT UNSIGNED NOT NULL PRIMARY KEY,
    secret VARBINARY(255) NOT NULL,
    enabled_at DATETIME(3) NULL,
    last_step BIGINT UNSIGNED NULL,
    created_at DATETIME(3) NOT NULL,
    CONSTRAINT two_factor_user_exists FOREIGN KEY (user_id) REFERENCES users (id)`,
    recovery_codes: `
    user_id INT UNSIGNED NOT NULL,
    code_hash BINARY(32) NOT NULL,
    PRIMARY KEY (user_id, code_hash),
    CONSTRAINT recovery_codes_user_exists FOREIGN KEY (user_id) REFERENCES users (id)`,
    password_resets: `
    token_hash BINARY(32) NOT NULL PRIMARY KEY,
    user_id INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    KEY password_resets_user (user_id, created_at),
    CONSTRAINT password_resets_user_exists FOREIGN KEY (user_id) REFERENCES users (id)`
};
class CreateSessions20261121091003 {
    name = 'CreateSessions20261121091003';
    async up(runner) {
        for (const [name, columns] of Object.entries(tables)){
            await runner.query(`CREATE TABLE ${name} (${columns}) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci`);
        }
    }
    async down(runner) {
        for (const name of Object.keys(tables).reverse())await runner.query(`DROP TABLE ${name}`);
    }
}

;// ./migrations/index.ts









/** Every migration, oldest first; their names' timestamps decide the order in which they run. */ const migrations = [
    CreateUsers20261121091001,
    CreateAuditLog20261121091002,
    CreateSessions20261121091003,
    CreateLedger20261121092001,
    CreateIdempotencyKeys20261121092002,
    CreateCards20261121092003,
    CreatePayments20261121092004,
    CreateTickets20261121092005,
    CreateBankSettings20261121092006
];

;// external "mysql2"

;// ./src/common/database-driver.ts

/** Longest wait for a new connection, for a free one of the pool, and for the answer to one statement. */ const connectSeconds = 3;
const acquireSeconds = 3;
const querySeconds = 8;
const lockWaitSeconds = 5;
/**
 * Every connection works in UTC, strictly, and reads what is committed. The server itself gives up a statement
 * before we do where it can (MariaDB reads what is inside the comment), so that the connection stays usable.
 */ const sessionSettings = `SET SESSION time_zone = '+00:00',
  sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
  innodb_lock_wait_timeout = ${lockWaitSeconds} /*M!100100 , max_statement_time = ${querySeconds - 1} */`;
const isolation = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';
/** The mysql2 driver for TypeORM, with what it lacks: a deadline on waiting for a connection of the pool. */ const driverWithDeadlines = {
    ...__WEBPACK_EXTERNAL_MODULE_mysql2_default__,
    createPool (options) {
        const pool = __WEBPACK_EXTERNAL_MODULE_mysql2_default__.createPool(options);
        pool.on('connection', prepare);
        const acquire = pool.getConnection.bind(pool);
        pool.getConnection = (acquired)=>acquireInTime(acquire, acquired);
        return pool;
    }
};
function prepare(connection) {
    discardWhenSilent(connection);
    const settled = (error)=>{
        // Money must not move on a connection with other rules than these.
        if (error) connection.destroy();
    };
    connection.query(sessionSettings, settled);
    connection.query(isolation, settled);
}
/**
 * A statement that got no answer in time may still hold locks and has an open transaction: closing its
 * connection makes the server roll back, and keeps later statements from queueing behind it without end.
 */ function discardWhenSilent(connection) {
    const send = connection.query.bind(connection);
    const guarded = (statement, values, answered)=>send(statement, values, (error, ...rest)=>{
            if (error?.code === 'PROTOCOL_SEQUENCE_TIMEOUT') connection.destroy();
            answered(error, ...rest);
        });
    connection.query = (statement, values, answered)=>typeof values === 'function' ? guarded(statement, undefined, values) : guarded(statement, values, answered ?? (()=>undefined));
}
function acquireInTime(acquire, acquired) {
    let late = false;
    const timer = setTimeout(()=>{
        late = true;
        const error = new Error('no database connection became free in time');
        error.code = 'POOL_TIMEOUT';
        acquired(error, undefined);
    }, acquireSeconds * 1000);
    acquire((error, connection)=>{
        clearTimeout(timer);
        if (!late) acquired(error, connection);
        else if (!error) connection.release();
    });
}

;// ./src/common/database.ts





/** How long a start waits for a database that is still starting itself. */ const startSeconds = 30;
function addressOf(url) {
    const { hostname, port, username, password, pathname, searchParams } = new URL(url);
    return {
        host: hostname || 'localhost',
        port: Number(port || 3306),
        user: decodeURIComponent(username),
        password: decodeURIComponent(password),
        database: decodeURIComponent(pathname.slice(1)),
        socketPath: searchParams.get('socketPath') ?? undefined
    };
}
/**
 * How TypeORM reaches the database of the configuration, in UTC. The ordinary connections have deadlines;
 * those of a `migration` have none, since a change of a large table takes its time.
 * @throws the driver's error when no server answers while starting.
 */ async function databaseOptions(config, purpose = 'serve') {
    const address = addressOf(purpose === 'serve' ? config.databaseUrl : config.databaseMigrationUrl);
    const type = await serverType(address);
    return {
        type,
        host: address.host,
        port: address.port,
        username: address.user,
        password: address.password,
        database: address.database,
        ...address.socketPath && {
            socketPath: address.socketPath
        },
        charset: 'utf8mb4_unicode_ci',
        timezone: 'Z',
        migrations: migrations,
        migrationsTransactionMode: 'each',
        connectTimeout: (/* inlined export .connectSeconds */3) * 1000,
        poolSize: config.databaseConnections,
        ...purpose === 'serve' && {
            driver: driverWithDeadlines,
            enableQueryTimeout: true,
            maxQueryExecutionTime: (/* inlined export .querySeconds */8) * 1000,
            extra: {
                queueLimit: config.databaseConnections * 50,
                enableKeepAlive: true
            }
        }
    };
}
/** TypeORM speaks two dialects: a lock that one server knows, the other refuses. */ async function serverType(address) {
    const options = {
        ...address,
        connectTimeout: (/* inlined export .connectSeconds */3) * 1000
    };
    const deadline = Date.now() + startSeconds * 1000;
    for(;;){
        try {
            const connection = await __WEBPACK_EXTERNAL_MODULE_mysql2_promise_de279fdd_createConnection__(options);
            const [rows] = await connection.query('SELECT VERSION() AS version');
            await connection.end();
            return JSON.stringify(rows).includes('MariaDB') ? 'mariadb' : 'mysql';
        } catch (error) {
            if (!isDatabaseAway(error) || Date.now() > deadline) throw error;
            await __WEBPACK_EXTERNAL_MODULE_node_timers_promises_eb16eb97_setTimeout__(500);
        }
    }
}
const awayCodes = new Set([
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENOENT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPIPE',
    'ETIMEDOUT',
    'PROTOCOL_CONNECTION_LOST',
    'PROTOCOL_SEQUENCE_TIMEOUT',
    'POOL_TIMEOUT'
]);
/** Too many connections, shutting down, statement or connection killed, read-only, lock wait, disk full. */ const awayNumbers = new Set([
    1021,
    1040,
    1053,
    1105,
    1203,
    1205,
    1290,
    1317,
    1836,
    1927,
    1969,
    3024
]);
const awayMessages = /connection is in closed state|Pool is closed|Queue limit reached|is not established/;
/** Whether an error says that the database cannot serve now, rather than that a statement is wrong. */ function isDatabaseAway(error) {
    const cause = error?.driverError ?? error;
    if (!(cause instanceof Error)) return false;
    const { code, syscall } = cause;
    // A missing file is not a missing server: the socket is only ever connected to.
    if (code === 'ENOENT') return syscall === 'connect';
    return awayCodes.has(code ?? '') || awayNumbers.has(databaseErrorNumber(error) ?? 0) || awayMessages.test(cause.message);
}

;// ../libs/contracts/locales/errors.en.json
const errors_en_namespaceObject = /*#__PURE__*/JSON.parse('{"AMOUNT_OUT_OF_RANGE":"This amount is outside the permitted limits.","EMAIL_TAKEN":"This email address is already in use.","FORBIDDEN":"You do not have access to this page.","IDEMPOTENCY_KEY_REUSED":"This request was already sent with different content.","INSUFFICIENT_FUNDS":"The balance does not allow this operation.","INTERNAL":"Something went wrong on our side. Please try again in a moment.","INVALID_CODE":"This code is not valid.","INVALID_CREDENTIALS":"Incorrect username or password.","INVALID_FIELDS":"Some fields need correcting.","INVALID_IDEMPOTENCY_KEY":"The request’s idempotency key is not valid.","INVALID_QUERY":"A filter or page that was asked for is not valid.","INVALID_TWO_FACTOR_CODE":"This code is not valid. Check your device’s clock and enter the code shown.","MALFORMED_REQUEST":"The request is incomplete or malformed.","METHOD_NOT_ALLOWED":"This address does not accept this action.","MFA_EXPIRED":"The time to enter the code has passed. Please sign in again.","NOT_FOUND":"What you are looking for does not exist or no longer exists.","PASSWORD_TOO_COMMON":"This password is too common. Please choose another.","PASSWORD_WRONG":"The current password is incorrect.","RESET_LINK_INVALID":"This link is no longer valid. Please ask for a new one.","SESSION_EXPIRED":"Your session has ended. Please sign in again.","TOO_LARGE":"What was sent is too large.","TOO_MANY_ATTEMPTS":"Too many attempts. Please wait a moment before trying again.","TOO_MANY_REQUESTS":"Too many requests at once. Please wait a moment.","TWO_FACTOR_ALREADY_ENABLED":"Two-factor authentication is already on.","TWO_FACTOR_NOT_ENABLED":"Two-factor authentication is not on.","UNAUTHENTICATED":"Please sign in to continue.","UNAVAILABLE":"The service is temporarily unavailable. Please try again in a moment.","UNSUPPORTED_MEDIA_TYPE":"This type of content is not accepted.","USERNAME_TAKEN":"This username is already taken."}');
;// ../libs/contracts/locales/errors.fr.json
const errors_fr_namespaceObject = /*#__PURE__*/JSON.parse('{"AMOUNT_OUT_OF_RANGE":"Ce montant est hors des limites permises.","EMAIL_TAKEN":"Cette adresse e-mail est déjà utilisée.","FORBIDDEN":"Vous n’avez pas accès à cette page.","IDEMPOTENCY_KEY_REUSED":"Cette demande a déjà été envoyée avec un autre contenu.","INSUFFICIENT_FUNDS":"Le solde ne permet pas cette opération.","INTERNAL":"Une erreur est survenue de notre côté. Réessayez dans un instant.","INVALID_CODE":"Ce code n’est pas valable.","INVALID_CREDENTIALS":"Identifiant ou mot de passe incorrect.","INVALID_FIELDS":"Certains champs sont à corriger.","INVALID_IDEMPOTENCY_KEY":"La clé de répétition de la demande n’est pas valable.","INVALID_QUERY":"Un filtre ou une page demandée n’est pas valable.","INVALID_TWO_FACTOR_CODE":"Ce code n’est pas valable. Vérifiez l’heure de votre appareil et saisissez le code affiché.","MALFORMED_REQUEST":"La demande est incomplète ou mal formée.","METHOD_NOT_ALLOWED":"Cette adresse n’accepte pas cette action.","MFA_EXPIRED":"Le délai pour saisir le code est passé. Connectez-vous à nouveau.","NOT_FOUND":"Ce que vous cherchez n’existe pas ou n’existe plus.","PASSWORD_TOO_COMMON":"Ce mot de passe est trop courant. Choisissez-en un autre.","PASSWORD_WRONG":"Le mot de passe actuel est incorrect.","RESET_LINK_INVALID":"Ce lien n’est plus valable. Demandez-en un nouveau.","SESSION_EXPIRED":"Votre session a pris fin. Connectez-vous à nouveau.","TOO_LARGE":"L’envoi est trop volumineux.","TOO_MANY_ATTEMPTS":"Trop d’essais. Attendez un instant avant de réessayer.","TOO_MANY_REQUESTS":"Trop de demandes à la fois. Attendez un instant.","TWO_FACTOR_ALREADY_ENABLED":"La double authentification est déjà activée.","TWO_FACTOR_NOT_ENABLED":"La double authentification n’est pas activée.","UNAUTHENTICATED":"Connectez-vous pour continuer.","UNAVAILABLE":"Le service est momentanément indisponible. Réessayez dans un instant.","UNSUPPORTED_MEDIA_TYPE":"Ce type de contenu n’est pas accepté.","USERNAME_TAKEN":"Ce nom d’utilisateur est déjà pris."}');
;// ../libs/contracts/errors.ts



/**
 * Every failure that the server can answer, and its HTTP status (wire contract, section 2). The map is
 * total and so are the texts: a code without a status or without a text in either language does not compile.
 */ const errorStatus = {
    MALFORMED_REQUEST: 400,
    INVALID_QUERY: 400,
    UNAUTHENTICATED: 401,
    SESSION_EXPIRED: 401,
    INVALID_CREDENTIALS: 401,
    INVALID_CODE: 401,
    MFA_EXPIRED: 401,
    FORBIDDEN: 403,
    NOT_FOUND: 404,
    METHOD_NOT_ALLOWED: 405,
    EMAIL_TAKEN: 409,
    USERNAME_TAKEN: 409,
    TWO_FACTOR_ALREADY_ENABLED: 409,
    TWO_FACTOR_NOT_ENABLED: 409,
    TOO_LARGE: 413,
    UNSUPPORTED_MEDIA_TYPE: 415,
    INVALID_FIELDS: 422,
    INVALID_TWO_FACTOR_CODE: 422,
    IDEMPOTENCY_KEY_REUSED: 422,
    INVALID_IDEMPOTENCY_KEY: 400,
    PASSWORD_TOO_COMMON: 422,
    PASSWORD_WRONG: 422,
    RESET_LINK_INVALID: 422,
    INSUFFICIENT_FUNDS: 422,
    AMOUNT_OUT_OF_RANGE: 422,
    TOO_MANY_ATTEMPTS: 429,
    TOO_MANY_REQUESTS: 429,
    INTERNAL: 500,
    UNAVAILABLE: 503
};
const errors_texts = {
    fr: errors_fr_namespaceObject,
    en: errors_en_namespaceObject
};
/** What a person reads for a code, in their language. */ function errorText(code, language) {
    return errors_texts[language][code];
}
/** The body of every failure (wire contract, section 2). `fields` names the input fields that were refused. */ const errorBody = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    error: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    code: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(Object.keys(errorStatus)),
    fields: __WEBPACK_EXTERNAL_MODULE_zod_z__.record(__WEBPACK_EXTERNAL_MODULE_zod_z__.string(), __WEBPACK_EXTERNAL_MODULE_zod_z__.string()).optional(),
    request_id: __WEBPACK_EXTERNAL_MODULE_zod_z__.string()
}).meta({
    id: 'Error'
});

;// ./src/common/methods.ts
/** A path of the API that exists, but not for the method that was used. */ class MethodNotAllowed extends Error {
    allow;
    constructor(allow){
        super('method not allowed'), this.allow = allow;
    }
}
/**
 * Knows which methods each path of the API accepts, so that a wrong method is told apart from a wrong path.
 * Must be made before any route is added.
 */ class ApiMethods {
    routes = [];
    constructor(server){
        server.addHook('onRoute', ({ url, method })=>{
            if (!url.startsWith('/api/')) return;
            const methods = [
                method
            ].flat();
            this.routes.push({
                pattern: patternOf(url),
                methods
            });
        });
    }
    /** The methods that the path accepts, as an `Allow` header lists them; undefined for an unknown path. */ allowed(pathname) {
        const found = this.routes.filter(({ pattern })=>pattern.test(pathname));
        return found.length === 0 ? undefined : [
            ...new Set(found.flatMap(({ methods })=>methods))
        ].join(', ');
    }
}
const patternOf = (url)=>new RegExp(`^${url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+').replace(/\*/g, '.*')}/?$`);

;// ./src/common/failure.filter.ts
function failure_filter_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;







/** Seconds after which a caller may try again when the database is away. */ const awayRetrySeconds = 5;
/** Puts whatever was thrown into the form of the wire contract (section 2); nothing else leaks. */ function wireFailure(error, language, requestId) {
    const { code, fields, retryAfterSeconds, allow } = describe(error, language);
    return {
        status: errorStatus[code],
        headers: {
            ...retryAfterSeconds !== undefined && {
                'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds)))
            },
            ...allow && {
                Allow: allow
            }
        },
        body: {
            error: errorText(code, language),
            code,
            ...fields && {
                fields
            },
            request_id: requestId
        }
    };
}
function describe(error, language) {
    if (error instanceof Failure) {
        const { code, fields, retryAfterSeconds } = error;
        return {
            code,
            ...fields && {
                fields: worded(fields, language)
            },
            ...retryAfterSeconds !== undefined && {
                retryAfterSeconds
            }
        };
    }
    if (error instanceof InvalidInput) {
        const code = isMalformed(error.reason) ? 'MALFORMED_REQUEST' : 'INVALID_FIELDS';
        return {
            code: error.source === 'query' ? 'INVALID_QUERY' : code,
            fields: fieldTexts(error.reason, language)
        };
    }
    if (error instanceof MethodNotAllowed) return {
        code: 'METHOD_NOT_ALLOWED',
        allow: error.allow
    };
    if (isDatabaseAway(error)) return {
        code: 'UNAVAILABLE',
        retryAfterSeconds: awayRetrySeconds
    };
    return {
        code: codeOfStatus(statusOf(error))
    };
}
const worded = (fields, language)=>Object.fromEntries(Object.entries(fields).map(([name, key])=>[
            name,
            key in errorStatus ? errorText(key, language) : ruleText(key, language)
        ]));
/** The status that Nest or Fastify gave to a refusal of their own; 500 for everything unforeseen. */ function statusOf(error) {
    if (error instanceof __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodSerializationException__) return 500;
    if (error instanceof __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_HttpException__) return error.getStatus();
    const { code, statusCode } = error ?? {};
    const fastifys = typeof code === 'string' && code.startsWith('FST_');
    return (fastifys || error instanceof SyntaxError) && typeof statusCode === 'number' ? statusCode : 500;
}
const codes = {
    401: 'UNAUTHENTICATED',
    403: 'FORBIDDEN',
    404: 'NOT_FOUND',
    405: 'METHOD_NOT_ALLOWED',
    413: 'TOO_LARGE',
    414: 'TOO_LARGE',
    415: 'UNSUPPORTED_MEDIA_TYPE',
    429: 'TOO_MANY_REQUESTS',
    503: 'UNAVAILABLE'
};
const codeOfStatus = (status)=>codes[status] ?? (status >= 400 && status < 500 ? 'MALFORMED_REQUEST' : 'INTERNAL');
class FailureFilter {
    logger = new __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Logger__('Failure');
    catch(error, host) {
        const request = host.switchToHttp().getRequest();
        const reply = host.switchToHttp().getResponse();
        const { status, headers, body } = wireFailure(error, requestLanguage(request), request.id);
        if (body.code === 'INTERNAL') this.logger.error(inner(error), inner(error).stack);
        else if (isDatabaseAway(error)) this.logger.warn(`database away: ${inner(error).message}`);
        if (reply.sent) return;
        void reply.status(status).headers(headers).send(body);
    }
}
FailureFilter = failure_filter_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Catch__()
], FailureFilter);
/** A refused answer is logged with what was wrong with it, and without its values. */ function inner(error) {
    if (error instanceof __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodSerializationException__) {
        const reason = error.getZodError();
        return reason instanceof Error ? reason : error;
    }
    return error instanceof Error ? error : new Error(String(error));
}

;// ./src/common/logging.ts

/** Names under which a secret could reach the log in an object that somebody logs. */ const secrets = [
    'authorization',
    'cookie',
    'set-cookie',
    'password',
    'currentPassword',
    'newPassword',
    'confirmPassword',
    'passwordHash',
    'access_token',
    'refresh_token',
    'mfa_token',
    'token',
    'code',
    'validation_code',
    'secret',
    'recovery_codes',
    'track1',
    'track2',
    'track3'
];
const pathOf = (url = '')=>url.split('?', 1)[0];
/**
 * One structured line per call on the standard output: who asked for what and how it went. Headers, bodies and
 * query strings never come in; what a line may hold is listed here.
 */ function logging(config) {
    return {
        // On Fastify the package's own default logs nothing outside the prefix.
        forRoutes: [
            {
                path: '*',
                method: __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_RequestMethod__.ALL
            }
        ],
        pinoHttp: {
            level: config.logLevel,
            quietReqLogger: true,
            customLogLevel: (_request, response, error)=>error || response.statusCode >= 500 ? 'error' : 'info',
            autoLogging: {
                ignore: ({ url })=>pathOf(url)?.startsWith('/api/health') ?? false
            },
            serializers: {
                req: (request)=>({
                        method: request.method,
                        path: pathOf(request.url),
                        address: request.remoteAddress
                    }),
                res: (response)=>({
                        status: response.statusCode
                    }),
                // A failed statement carries its parameters, which may be anything that a person typed.
                err: ({ message, type, stack })=>({
                        type,
                        message,
                        stack
                    })
            },
            redact: secrets.flatMap((name)=>[
                    `["${name}"]`,
                    `*["${name}"]`,
                    `*.*["${name}"]`
                ])
        }
    };
}

;// ./src/common/throttle.ts
function throttle_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;


const throttle_minute = 60_000;
/** The route is called by machines that watch the server, and never slowed. */ const Unthrottled = ()=>__WEBPACK_EXTERNAL_MODULE__nestjs_throttler_3e192064_SkipThrottle__();
/**
 * Counts calls in fixed windows: one number per caller, and all of them dropped when the window ends, so that
 * neither time nor memory grows with the calls of a window (the package's own store keeps every hit).
 */ class FixedWindowStorage {
    clock;
    hits = new Map();
    windowEnd = 0;
    constructor(clock){
        this.clock = clock;
    }
    async increment(key, ttl, limit) {
        const now = this.clock.now().getTime();
        if (now >= this.windowEnd) {
            this.hits = new Map();
            this.windowEnd = (Math.floor(now / ttl) + 1) * ttl;
        }
        const totalHits = (this.hits.get(key) ?? 0) + 1;
        this.hits.set(key, totalHits);
        const seconds = Math.ceil((this.windowEnd - now) / 1000);
        return {
            totalHits,
            timeToExpire: seconds,
            isBlocked: totalHits > limit,
            timeToBlockExpire: seconds
        };
    }
}
/** One allowance for all routes together: a signed-in person's own, and for strangers their address's. */ function throttleOptions(config, clock) {
    return {
        throttlers: [
            {
                ttl: throttle_minute,
                limit: config.callsPerMinute
            }
        ],
        storage: new FixedWindowStorage(clock),
        setHeaders: false,
        getTracker: (request)=>{
            const { user, ip } = request;
            return user ? `user ${user.userId}` : `address ${ip}`;
        },
        generateKey: (_context, tracker)=>tracker
    };
}
class ThrottleGuard extends __WEBPACK_EXTERNAL_MODULE__nestjs_throttler_3e192064_ThrottlerGuard__ {
    async throwThrottlingException(_context, { timeToBlockExpire }) {
        throw new Failure('TOO_MANY_REQUESTS', {
            retryAfterSeconds: timeToBlockExpire
        });
    }
}
ThrottleGuard = throttle_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__()
], ThrottleGuard);

;// ./src/common/zod.pipe.ts
function zod_pipe_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;

class ZodPipe {
    transform(value, { metatype, type }) {
        const schema = metatype?.schema;
        if (!schema) return value;
        const parsed = schema.safeParse(value, {
            reportInput: true
        });
        if (parsed.success) return parsed.data;
        // A path that names no possible thing names nothing that exists.
        if (type === 'param') throw new Failure('NOT_FOUND');
        throw new InvalidInput(parsed.error, type === 'query' ? 'query' : 'body');
    }
}
ZodPipe = zod_pipe_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__()
], ZodPipe);

;// ../libs/contracts/health.ts

const health = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    status: __WEBPACK_EXTERNAL_MODULE_zod_z__.literal('ok')
}).meta({
    id: 'Health'
});

;// ./src/health/health.service.ts
function health_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function health_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;




/** Whoever asks must not wait for the deadlines of ordinary queries. */ const deadlineMilliseconds = 2_000;
const names = migrations.map((Migration)=>Migration.name);
class HealthService {
    dataSource;
    constructor(dataSource){
        this.dataSource = dataSource;
    }
    /** The process answers. */ live() {
        return {
            status: 'ok'
        };
    }
    /**
   * The server can do its work: the database answers in time and has every migration.
   * @throws Failure UNAVAILABLE otherwise.
   */ async ready() {
        const late = new Promise((resolve)=>{
            setTimeout(resolve, deadlineMilliseconds, 'late').unref();
        });
        const missing = await Promise.race([
            this.missingMigrations().catch(()=>'away'),
            late
        ]);
        if (missing !== 0) throw new Failure('UNAVAILABLE', {
            retryAfterSeconds: (/* inlined export .awayRetrySeconds */5)
        });
        return {
            status: 'ok'
        };
    }
    async missingMigrations() {
        const applied = await this.dataSource.query('SELECT name FROM migrations');
        return names.filter((name)=>!applied.some((row)=>row.name === name)).length;
    }
}
HealthService = health_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    health_service_ts_metadata("design:type", Function),
    health_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__
    ])
], HealthService);

;// ./src/health/health.controller.ts
function health_controller_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function health_controller_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;







let Health = class Health extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(health) {
};
class HealthController {
    healthService;
    constructor(healthService){
        this.healthService = healthService;
    }
    live() {
        return this.healthService.live();
    }
    ready() {
        return this.healthService.ready();
    }
}
health_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__('live'),
    Operation('Whether the process lives'),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: Health
    }),
    health_controller_ts_metadata("design:type", Function),
    health_controller_ts_metadata("design:paramtypes", []),
    health_controller_ts_metadata("design:returntype", void 0)
], HealthController.prototype, "live", null);
health_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__('ready'),
    Operation('Whether the server can serve: database reachable, migrations applied'),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: Health
    }),
    health_controller_ts_metadata("design:type", Function),
    health_controller_ts_metadata("design:paramtypes", []),
    health_controller_ts_metadata("design:returntype", void 0)
], HealthController.prototype, "ready", null);
HealthController = health_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_swagger_f8dbc69a_ApiTags__('Platform'),
    Public(),
    Unthrottled(),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Controller__('health'),
    health_controller_ts_metadata("design:type", Function),
    health_controller_ts_metadata("design:paramtypes", [
        typeof HealthService === "undefined" ? Object : HealthService
    ])
], HealthController);

;// ./src/health/health.module.ts
function health_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;


class HealthModule {
}
HealthModule = health_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        controllers: [
            HealthController
        ],
        providers: [
            HealthService
        ]
    })
], HealthModule);

;// ./src/ledger/ledger.module.ts
function ledger_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;




class LedgerModule {
}
LedgerModule = ledger_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Global__(),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        imports: [
            __WEBPACK_EXTERNAL_MODULE__nestjs_typeorm_fb336920_TypeOrmModule__.forFeature([
                AccountEntity
            ])
        ],
        providers: [
            Idempotency,
            LedgerService
        ],
        exports: [
            Idempotency,
            LedgerService
        ]
    })
], LedgerModule);

;// ../libs/contracts/payments.ts





const paymentMethods = [
    'sepa_transfer',
    'sepa_instant',
    'international_transfer'
];
const paymentStatuses = [
    'pending',
    'completed',
    'failed'
];
const riskLevels = [
    'low',
    'medium',
    'high'
];
/** Amounts in euros above which the risk badge changes (specification 1, section 9). */ const riskThresholds = {
    medium: 1_000,
    high: 10_000
};
/** The risk badge of a payment follows from its amount alone; at a threshold the lower badge still holds. */ function riskLevel(decimal) {
    if (decimal > riskThresholds.high) return 'high';
    return decimal > riskThresholds.medium ? 'medium' : 'low';
}
/** `score` is out of ten; null, without reasons, for a payment that was never scored. */ const risk = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    level: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(riskLevels),
    score: __WEBPACK_EXTERNAL_MODULE_zod_z__.number().nullable(),
    reasons: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.string())
}).meta({
    id: 'Risk'
});
/** A payment to the outside as the payment validation centre lists it. */ const payment = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    id: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    reference: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    amount: amount,
    currency: currency,
    recipient_account: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    payment_method: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(paymentMethods),
    status: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(paymentStatuses),
    created_at: moment,
    processed_at: moment.nullable(),
    risk
}).meta({
    id: 'Payment'
});
const paymentListQuery = __WEBPACK_EXTERNAL_MODULE_zod_z__.strictObject({
    ...pageQuery(20),
    status: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum([
        'all',
        ...paymentStatuses
    ]).default('all'),
    search: optionalText(120)
});
/** The summary counts all payments, whatever the filter; `volume` is the sum of their amounts. */ const paymentList = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    payments: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(payment),
    pagination: pagination,
    summary: __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
        pending: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
        completed: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
        failed: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
        volume: amount
    })
}).meta({
    id: 'PaymentList'
});

;// ./src/payments/payment.entity.ts
function payment_entity_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function payment_entity_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;


class PaymentEntity {
    id;
    reference;
    accountId;
    amount;
    currency;
    recipientAccount;
    paymentMethod;
    status;
    /** Out of ten, with one decimal; null for a payment that was never scored. */ riskScore;
    riskReasons;
    createdAt;
    processedAt;
}
payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_PrimaryColumn__({
        ...identifierColumn,
        unsigned: true,
        generated: 'increment'
    }),
    payment_entity_ts_metadata("design:type", Number)
], PaymentEntity.prototype, "id", void 0);
payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'varchar',
        length: 20
    }),
    payment_entity_ts_metadata("design:type", String)
], PaymentEntity.prototype, "reference", void 0);
payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        ...identifierColumn,
        unsigned: true,
        name: 'account_id'
    }),
    payment_entity_ts_metadata("design:type", Number)
], PaymentEntity.prototype, "accountId", void 0);
payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        ...moneyColumn
    }),
    payment_entity_ts_metadata("design:type", typeof BigInt === "undefined" ? Object : BigInt)
], PaymentEntity.prototype, "amount", void 0);
payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'char',
        length: 3
    }),
    payment_entity_ts_metadata("design:type", String)
], PaymentEntity.prototype, "currency", void 0);
payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'recipient_account',
        type: 'varchar',
        length: 34
    }),
    payment_entity_ts_metadata("design:type", String)
], PaymentEntity.prototype, "recipientAccount", void 0);
payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'payment_method',
        type: 'enum',
        enum: paymentMethods
    }),
    payment_entity_ts_metadata("design:type", Object)
], PaymentEntity.prototype, "paymentMethod", void 0);
payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'enum',
        enum: paymentStatuses
    }),
    payment_entity_ts_metadata("design:type", Object)
], PaymentEntity.prototype, "status", void 0);
payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'risk_score',
        type: 'decimal',
        precision: 3,
        scale: 1,
        nullable: true
    }),
    payment_entity_ts_metadata("design:type", Object)
], PaymentEntity.prototype, "riskScore", void 0);
payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'risk_reasons',
        type: 'simple-json',
        nullable: true
    }),
    payment_entity_ts_metadata("design:type", Object)
], PaymentEntity.prototype, "riskReasons", void 0);
payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'created_at',
        type: 'datetime',
        precision: 3
    }),
    payment_entity_ts_metadata("design:type", typeof Date === "undefined" ? Object : Date)
], PaymentEntity.prototype, "createdAt", void 0);
payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'processed_at',
        type: 'datetime',
        precision: 3,
        nullable: true
    }),
    payment_entity_ts_metadata("design:type", Object)
], PaymentEntity.prototype, "processedAt", void 0);
PaymentEntity = payment_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Entity__('payments')
], PaymentEntity);

;// ./src/payments/payments.service.ts
function payments_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function payments_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function payments_service_ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
;








class PaymentsService {
    payments;
    constructor(payments){
        this.payments = payments;
    }
    /**
   * One page of all customers' payments, newest first; `search` finds part of a reference or of a recipient's
   * account in the whole list. The summary is of all payments, whatever the filter.
   */ async list({ page, limit, status, search }) {
        const [payments, total] = await this.payments.findAndCount({
            where: filters(status, search),
            order: {
                createdAt: 'DESC',
                id: 'DESC'
            },
            skip: (page - 1) * limit,
            take: limit
        });
        return {
            payments: payments.map(wirePayment),
            pagination: paginate(page, limit, total),
            summary: await this.summary()
        };
    }
    async summary() {
        const rows = await this.payments.createQueryBuilder('payment').select('payment.status', 'status').addSelect('COUNT(*)', 'count').addSelect('SUM(payment.amount)', 'volume').groupBy('payment.status').getRawMany();
        const count = (status)=>wholeNumber(rows.find((row)=>row.status === status)?.count ?? 0);
        return {
            pending: count('pending'),
            completed: count('completed'),
            failed: count('failed'),
            volume: toDecimal(rows.reduce((sum, { volume })=>sum + minorUnits(volume), 0n))
        };
    }
}
PaymentsService = payments_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    payments_service_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_typeorm_fb336920_InjectRepository__(PaymentEntity)),
    payments_service_ts_metadata("design:type", Function),
    payments_service_ts_metadata("design:paramtypes", [
        typeof Repository === "undefined" ? Object : Repository
    ])
], PaymentsService);
/** Two alternatives, each with the status, because `where` lists alternatives. */ function filters(status, search) {
    const base = status === 'all' ? {} : {
        status
    };
    if (search === undefined) return [
        base
    ];
    const found = __WEBPACK_EXTERNAL_MODULE_typeorm_Like__(containing(search));
    // People copy an IBAN in groups of four.
    const account = __WEBPACK_EXTERNAL_MODULE_typeorm_Like__(containing(search.replace(/\s/g, '')));
    return [
        {
            ...base,
            reference: found
        },
        {
            ...base,
            recipientAccount: account
        }
    ];
}
const wirePayment = (payment)=>({
        id: payment.id,
        reference: payment.reference,
        amount: toDecimal(payment.amount),
        currency: payment.currency,
        recipient_account: payment.recipientAccount,
        payment_method: payment.paymentMethod,
        status: payment.status,
        created_at: payment.createdAt.toISOString(),
        processed_at: payment.processedAt?.toISOString() ?? null,
        risk: {
            level: riskLevel(toDecimal(payment.amount)),
            score: payment.riskScore === null ? null : Number(payment.riskScore),
            reasons: payment.riskReasons ?? []
        }
    });

;// ./src/payments/payments.controller.ts
function payments_controller_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function payments_controller_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function payments_controller_ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
;






let PaymentList = class PaymentList extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(paymentList) {
};
let PaymentListQuery = class PaymentListQuery extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(paymentListQuery) {
};
class PaymentsController {
    payments;
    constructor(payments){
        this.payments = payments;
    }
    list(query) {
        return this.payments.list(query);
    }
}
payments_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__(),
    Permission('payments:review'),
    Operation('The payments of all customers, newest first'),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: PaymentList
    }),
    payments_controller_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Query__()),
    payments_controller_ts_metadata("design:type", Function),
    payments_controller_ts_metadata("design:paramtypes", [
        typeof PaymentListQuery === "undefined" ? Object : PaymentListQuery
    ]),
    payments_controller_ts_metadata("design:returntype", void 0)
], PaymentsController.prototype, "list", null);
PaymentsController = payments_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_swagger_f8dbc69a_ApiTags__('Payments'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Controller__('paiement'),
    payments_controller_ts_metadata("design:type", Function),
    payments_controller_ts_metadata("design:paramtypes", [
        typeof PaymentsService === "undefined" ? Object : PaymentsService
    ])
], PaymentsController);

;// ./src/payments/payments.module.ts
function payments_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;




class PaymentsModule {
}
PaymentsModule = payments_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        imports: [
            __WEBPACK_EXTERNAL_MODULE__nestjs_typeorm_fb336920_TypeOrmModule__.forFeature([
                PaymentEntity
            ])
        ],
        controllers: [
            PaymentsController
        ],
        providers: [
            PaymentsService
        ]
    })
], PaymentsModule);

;// ./src/seed/demonstration.ts
function demonstration_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function demonstration_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;


const demonstrationSetting = 'demonstration';
/** How long an answer 'no' is believed: the database may be seeded while the server runs. */ const noLastsMilliseconds = 10_000;
class Demonstration {
    dataSource;
    clock;
    known = false;
    askAgainAt = 0;
    constructor(dataSource, clock){
        this.dataSource = dataSource;
        this.clock = clock;
    }
    /** A database that is away or not yet migrated counts as one without: pages must open all the same. */ async isDemonstration() {
        const now = this.clock.now().getTime();
        if (this.known || now < this.askAgainAt) return this.known;
        this.askAgainAt = now + noLastsMilliseconds;
        try {
            const rows = await this.dataSource.query('SELECT value FROM bank_settings WHERE name = ?', [
                demonstrationSetting
            ]);
            this.known = rows[0]?.value === 'yes';
        } catch  {
            this.known = false;
        }
        return this.known;
    }
}
Demonstration = demonstration_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    demonstration_ts_metadata("design:type", Function),
    demonstration_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof Clock === "undefined" ? Object : Clock
    ])
], Demonstration);

;// external "node:util"

;// external "node:zlib"

;// ../libs/contracts/demo.ts
/** The named people of the demonstration data (wire contract, section 5), in the order of their ids from 1. */ const demonstrationPeople = [
    {
        username: 'admin',
        email: 'admin@bankpcs.example',
        password: 'Admin-demo-1',
        role: 'admin'
    },
    {
        username: 'marie',
        email: 'marie@bankpcs.example',
        password: 'Client-demo-1',
        role: 'user'
    },
    {
        username: 'sofia',
        email: 'sofia@bankpcs.example',
        password: 'Admin-demo-2',
        role: 'admin'
    },
    {
        username: 'paul',
        email: 'paul@bankpcs.example',
        password: 'Client-demo-2',
        role: 'user'
    }
];

;// ../libs/contracts/remotes.ts


/** The shells that load remotes; the folder of each is `hosts/<site>`. */ const sites = [
    'shell',
    'back-office'
];
const site = __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(sites);
/** Who may open a route: anybody, anybody signed in, or administrators. */ const audiences = [
    'public',
    'signed-in',
    'administrator'
];
const remotes_audience = __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(audiences);
const remotes_name = __WEBPACK_EXTERNAL_MODULE_zod_z__.string().regex(/^[a-z][a-z0-9-]{1,39}$/);
const path = __WEBPACK_EXTERNAL_MODULE_zod_z__.string().regex(/^\/(?:[a-z0-9:_-]+(?:\/[a-z0-9:_-]+)*)?$/i);
const order = __WEBPACK_EXTERNAL_MODULE_zod_z__.number().int();
/**
 * Where a shell draws a nav entry: `main` first in the sidebar and in the bottom bar, `second` apart under them,
 * `public` in the header of the public pages, `account` at that header's end (the last one is the main action).
 */ const group = __WEBPACK_EXTERNAL_MODULE_zod_z__.enum([
    'main',
    'second',
    'public',
    'account'
]);
const target = __WEBPACK_EXTERNAL_MODULE_zod_z__.string().regex(/^\/[a-z0-9/_-]*(?:#[a-z0-9-]+)?$/);
/**
 * What a remote's folder declares in `remote.json`. `title` and `label` are keys of the remote's own locale
 * files; `hosts` and `audience` of a route or slot default to the remote's.
 */ const remoteManifest = __WEBPACK_EXTERNAL_MODULE_zod_z__.strictObject({
    $schema: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().optional(),
    name: remotes_name,
    version: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().regex(/^\d+\.\d+\.\d+$/),
    hosts: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(site).min(1),
    audience: remotes_audience,
    routes: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.strictObject({
        path,
        aliases: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(path).optional(),
        page: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
        title: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
        audience: remotes_audience.optional(),
        hosts: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(site).min(1).optional()
    })),
    nav: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.strictObject({
        path: target,
        label: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
        icon: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
        order,
        group: group.default('main'),
        hosts: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(site).min(1).optional()
    })),
    slots: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.strictObject({
        slot: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
        component: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
        order,
        audience: remotes_audience.optional(),
        hosts: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(site).min(1).optional()
    }))
});
const localized = __WEBPACK_EXTERNAL_MODULE_zod_z__.record(__WEBPACK_EXTERNAL_MODULE_zod_z__.enum(languages), __WEBPACK_EXTERNAL_MODULE_zod_z__.string());
/** One published remote: its manifest with every default and text filled in, and where its files are. */ const publishedRemote = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    name: remotes_name,
    version: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    /** The script that registers the remote's federation container. */ entry: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    /** What a first paint of the remote loads beyond its entry, for preload hints. */ preload: __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
        scripts: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.string()),
        styles: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.string())
    }),
    routes: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.object({
        path,
        aliases: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(path),
        page: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
        title: localized,
        audience: remotes_audience,
        hosts: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(site)
    })),
    nav: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.object({
        path: target,
        label: localized,
        icon: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
        order,
        group,
        audience: remotes_audience,
        hosts: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(site)
    })),
    slots: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.object({
        slot: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
        component: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
        order,
        audience: remotes_audience,
        hosts: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(site)
    }))
}).meta({
    id: 'PublishedRemote'
});
/** What `/remotes.json` answers. */ const registry = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    remotes: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(publishedRemote)
}).meta({
    id: 'Registry'
});

;// ../libs/contracts/routes.ts
// Without zod: these run in the first script of every page.
/** The id of the data block in which the bff writes the configuration into a host document. */ const hostConfigElement = 'bank-config';
/** The route that a path opens, by its own path or an alias. A `:segment` matches any one segment. */ function routeFor(routes, pathname) {
    const wanted = segments(pathname);
    const matches = (pattern)=>{
        const parts = segments(pattern);
        return parts.length === wanted.length && parts.every((part, at)=>part.startsWith(':') || part === wanted[at]);
    };
    return routes.find((route)=>[
            route.path,
            ...route.aliases
        ].some(matches));
}
const segments = (pathname)=>pathname.split('/').filter(Boolean);
/** The name of a remote's federation container, which is a global variable of the page. */ const containerName = (remote)=>`bank_${remote.replaceAll('-', '_')}`;

;// ./src/remotes/host-document.ts



/**
 * Runs before the first paint, so that neither the theme nor the language changes under the reader's eyes. It is
 * the only inline script, allowed by its hash.
 */ const beforePaint = `(function(d,s){try{s=localStorage;var t=s.getItem('theme'),l=s.getItem('language');
if(t==='dark'||t==='light')d.dataset.theme=t;if(l==='en'||l==='fr')d.lang=l}catch(e){}})(document.documentElement)`;
/** React Refresh repaints across remotes only if this hook exists before any of them. */ const refreshHook = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__={renderers:new Map(),supportsFiber:true,
inject:function(r){var i=this.renderers.size+1;this.renderers.set(i,r);return i},
onScheduleFiberRoot:function(){},onCommitFiberRoot:function(){},onCommitFiberUnmount:function(){}}`;
const inlineScripts = (development)=>development ? [
        beforePaint,
        refreshHook
    ] : [
        beforePaint
    ];
/** The hashes by which a policy allows the document's inline scripts (CSP level 3, section 2.3.1). */ const inlineScriptHashes = (development)=>inlineScripts(development).map((script)=>`'sha256-${__WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createHash__('sha256').update(script).digest('base64')}'`);
/** The HTML that a shell starts from, with its configuration and its registry inside it. */ function hostDocument({ config, files, base, remote, title, development }) {
    const at = (file)=>base + file;
    const { scripts, styles } = remote?.preload ?? {
        scripts: [],
        styles: []
    };
    const head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        `<title>${escapeHtml(title)}</title>`,
        ...inlineScripts(development).map((script)=>`<script>${script}</script>`),
        `<link rel="icon" href="${escapeHtml(at(files.icon))}" type="image/svg+xml">`,
        ...files.fonts.map((file)=>preload(at(file), 'font', ' crossorigin')),
        ...files.styles.map((file)=>`<link rel="stylesheet" href="${escapeHtml(at(file))}">`),
        ...files.scripts.map((file)=>`<script src="${escapeHtml(at(file))}" defer></script>`),
        ...remote && !development ? [
            remote.entry,
            ...scripts
        ].map((file)=>preload(file, 'script')) : [],
        ...styles.map((file)=>preload(file, 'style'))
    ];
    return `<!doctype html>
<html lang="${defaultLanguage}">
<head>
${head.join('\n')}
</head>
<body>
<noscript>Bank PCS a besoin de JavaScript pour fonctionner. Bank PCS needs JavaScript to work.</noscript>
<div id="root"></div>
<script type="application/json" id="${hostConfigElement}">${escapeJson(config)}</script>
</body>
</html>
`;
}
const preload = (href, as, more = '')=>`<link rel="preload" href="${escapeHtml(href)}" as="${as}"${more}>`;
const escapeHtml = (text)=>text.replace(/[&<>"']/g, (character)=>`&#${character.codePointAt(0)};`);
/** JSON that cannot close its script element or open a comment, whatever texts it holds. */ const escapeJson = (value)=>JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character)=>`\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

;// ./src/remotes/registry.service.ts
function registry_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function registry_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;






/** How long one look at the folder of remotes serves, in milliseconds. */ const freshMs = 1_000;
const registry_service_localized = __WEBPACK_EXTERNAL_MODULE_zod_z__.record(__WEBPACK_EXTERNAL_MODULE_zod_z__.enum(languages), __WEBPACK_EXTERNAL_MODULE_zod_z__.string());
/** The `remote.json` that a build writes: the declared one, with texts for keys and the names of its files. */ const builtManifest = remoteManifest.omit({
    $schema: true,
    version: true
}).extend({
    version: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().regex(/^[\w.-]+$/),
    entry: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    preload: __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
        scripts: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.string()),
        styles: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.string())
    }),
    routes: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(remoteManifest.shape.routes.element.extend({
        title: registry_service_localized
    })),
    nav: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(remoteManifest.shape.nav.element.extend({
        label: registry_service_localized
    }))
});
class RegistryService {
    config;
    log = new __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Logger__(RegistryService.name);
    known = new Map();
    current = {
        remotes: []
    };
    lookedAt = -Infinity;
    looking;
    constructor(config){
        this.config = config;
    }
    /** The registry as it stands now, at most a second old. The same object as long as nothing changed. */ async registry() {
        if (performance.now() - this.lookedAt > freshMs) {
            this.looking ??= this.look().finally(()=>this.looking = undefined);
            await this.looking;
        }
        return this.current;
    }
    async look() {
        const names = await __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_readdir__(this.config.remotesDir).catch(()=>[]);
        const changes = await Promise.all(names.map((name)=>this.read(name)));
        if (changes.includes(true)) {
            const remotes = [
                ...this.known.values()
            ].map(({ remote })=>remote);
            this.current = {
                remotes: remotes.sort((left, right)=>left.name.localeCompare(right.name))
            };
        }
        this.lookedAt = performance.now();
    }
    /** Reads one folder again if it changed; true when the registry is another one now. */ async read(folder) {
        const file = __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_default__.join(this.config.remotesDir, folder, 'dist/remote.json');
        const changedMs = await __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_stat__(file).then(({ mtimeMs })=>mtimeMs, ()=>undefined);
        if (changedMs === undefined || this.known.get(folder)?.changedMs === changedMs) return false;
        try {
            const manifest = builtManifest.parse(JSON.parse(await __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_readFile__(file, 'utf8')));
            if (manifest.name !== folder) throw new Error(`it is named ${manifest.name}`);
            this.known.set(folder, {
                changedMs,
                remote: this.publish(manifest)
            });
            return true;
        } catch (error) {
            this.log.warn(`remote ${folder} is not published: ${error instanceof Error ? error.message : 'unreadable'}`);
            return false;
        }
    }
    publish(manifest) {
        const { name, version, audience, hosts } = manifest;
        const development = this.config.devRemotes[name];
        const base = development ?? `/remotes/${name}/${version}`;
        const at = (file)=>`${base}/${file}`;
        const { scripts, styles } = development ? {
            scripts: [],
            styles: []
        } : manifest.preload;
        return {
            name,
            version,
            entry: at(manifest.entry),
            preload: {
                scripts: scripts.map(at),
                styles: styles.map(at)
            },
            routes: manifest.routes.map((route)=>({
                    audience,
                    hosts,
                    aliases: [],
                    ...route
                })),
            nav: manifest.nav.map((entry)=>({
                    audience,
                    hosts,
                    ...entry
                })),
            slots: manifest.slots.map((slot)=>({
                    audience,
                    hosts,
                    ...slot
                }))
        };
    }
}
RegistryService = registry_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    registry_service_ts_metadata("design:type", Function),
    registry_service_ts_metadata("design:paramtypes", [
        typeof Config === "undefined" ? Object : Config
    ])
], RegistryService);

;// ./src/remotes/documents.service.ts
function documents_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function documents_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;













/** Seconds before the end of an idle session at which a shell asks whether to stay. */ const warningSeconds = 60;
/** How many of the demonstration's people the sign-in page shows (wire contract, section 5). */ const shownDemonstrationPeople = 2;
const compress = __WEBPACK_EXTERNAL_MODULE_node_util_1f093676_promisify__(__WEBPACK_EXTERNAL_MODULE_node_zlib_38f1fbfb_brotliCompress__);
class DocumentsService {
    config;
    registryService;
    demonstration;
    made = new Map();
    madeFor;
    constructor(config, registryService, demonstration){
        this.config = config;
        this.registryService = registryService;
        this.demonstration = demonstration;
    }
    /** The document of a path, or the address where another site opens it. */ async open(site, pathname) {
        const registry = await this.registryService.registry();
        const owned = find(registry, site, pathname);
        if (!owned && pathname !== '/') {
            const other = sites.find((candidate)=>candidate !== site && find(registry, candidate, pathname));
            if (other) return {
                elsewhere: this.origins[other] + pathname
            };
        }
        return this.document(site, registry, owned, pathname);
    }
    get origins() {
        return {
            shell: this.config.shellOrigin,
            'back-office': this.config.backOfficeOrigin
        };
    }
    /** Documents are made once for each route and kept until the registry changes. */ async document(site, registry, owned, pathname) {
        const isDemonstration = await this.demonstration.isDemonstration();
        if (this.madeFor !== registry || this.config.environment === 'development') {
            this.made = new Map();
            this.madeFor = registry;
        }
        const status = owned || pathname === '/' ? 200 : 404;
        const key = [
            site,
            owned?.route.path,
            status,
            isDemonstration
        ].join(' ');
        const made = this.made.get(key) ?? this.make(site, registry, owned, status, isDemonstration);
        this.made.set(key, made);
        made.catch(()=>this.made.delete(key));
        return made;
    }
    async make(site, registry, owned, status, isDemonstration) {
        const development = this.config.devHosts[site];
        const people = isDemonstration ? demonstrationPeople.slice(0, shownDemonstrationPeople) : [];
        const plain = Buffer.from(hostDocument({
            config: {
                site,
                api_base: '/api',
                registry: {
                    remotes: registry.remotes.filter((remote)=>servesOn(remote, site))
                },
                origins: this.origins,
                session: {
                    idle_seconds: this.config.idleSeconds,
                    warning_seconds: warningSeconds
                },
                demo_accounts: people.map(({ username, password, role })=>({
                        username,
                        password,
                        role
                    }))
            },
            files: await this.hostFiles(site),
            base: development ? `${development}/` : `/assets/${site}/`,
            remote: owned?.remote,
            title: owned ? `${owned.route.title[defaultLanguage]} · Bank PCS` : 'Bank PCS',
            development: this.config.environment === 'development'
        }));
        const brotli = await compress(plain, {
            params: {
                [__WEBPACK_EXTERNAL_MODULE_node_zlib_38f1fbfb_constants__.BROTLI_PARAM_QUALITY]: 6
            }
        });
        return {
            status,
            etag: `"${__WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createHash__('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
            plain,
            brotli
        };
    }
    async hostFiles(site) {
        const file = __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_default__.join(this.config.hostsDir, site, 'dist/host.json');
        return JSON.parse(await __WEBPACK_EXTERNAL_MODULE_node_fs_promises_4a3ebc43_readFile__(file, 'utf8'));
    }
}
DocumentsService = documents_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    documents_service_ts_metadata("design:type", Function),
    documents_service_ts_metadata("design:paramtypes", [
        typeof Config === "undefined" ? Object : Config,
        typeof RegistryService === "undefined" ? Object : RegistryService,
        typeof Demonstration === "undefined" ? Object : Demonstration
    ])
], DocumentsService);
function find(registry, site, pathname) {
    for (const remote of registry.remotes){
        const onSite = remote.routes.filter(({ hosts })=>hosts.includes(site));
        const route = routeFor(onSite, pathname);
        if (route) return {
            remote,
            route
        };
    }
    return undefined;
}
const servesOn = ({ routes, nav, slots }, site)=>[
        ...routes,
        ...nav,
        ...slots
    ].some(({ hosts })=>hosts.includes(site));

;// ./src/remotes/remotes.module.ts
function remotes_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;



class RemotesModule {
}
RemotesModule = remotes_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        providers: [
            Demonstration,
            DocumentsService,
            RegistryService
        ]
    })
], RemotesModule);

;// ../libs/contracts/settings.ts


const twoFactorSetup = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    secret: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    otpauth_url: __WEBPACK_EXTERNAL_MODULE_zod_z__.string()
}).meta({
    id: 'TwoFactorSetup'
});
const enableTwoFactorRequest = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    code: oneTimeCode
});
const recoveryCodes = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    recovery_codes: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.string())
}).meta({
    id: 'RecoveryCodes'
});
const disableTwoFactorRequest = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    password: typedPassword,
    code: oneTimeCode
});

;// ./src/settings/settings.dto.ts


class TwoFactorSetup extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(twoFactorSetup) {
}
class EnableTwoFactorRequest extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(enableTwoFactorRequest) {
}
class RecoveryCodes extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(recoveryCodes) {
}
class DisableTwoFactorRequest extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(disableTwoFactorRequest) {
}

;// ./src/settings/two-factor.controller.ts
function two_factor_controller_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function two_factor_controller_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function two_factor_controller_ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
;








class TwoFactorController {
    twoFactor;
    constructor(twoFactor){
        this.twoFactor = twoFactor;
    }
    setup(actor) {
        return this.twoFactor.setup(actor);
    }
    async enable(actor, { code }, call) {
        return {
            recovery_codes: await this.twoFactor.enable(actor, code, call)
        };
    }
    disable(actor, { password, code }, call) {
        return this.twoFactor.disable(actor, password, code, call);
    }
}
two_factor_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__('setup'),
    Permission('settings:own'),
    Operation('Draws a secret for an authenticator application', {
        errors: [
            'TWO_FACTOR_ALREADY_ENABLED'
        ]
    }),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: TwoFactorSetup
    }),
    two_factor_controller_ts_param(0, CurrentActor()),
    two_factor_controller_ts_metadata("design:type", Function),
    two_factor_controller_ts_metadata("design:paramtypes", [
        typeof Actor === "undefined" ? Object : Actor
    ]),
    two_factor_controller_ts_metadata("design:returntype", void 0)
], TwoFactorController.prototype, "setup", null);
two_factor_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__('enable'),
    Permission('settings:own'),
    Operation('Turns the second factor on and shows the recovery codes, once', {
        errors: [
            'INVALID_TWO_FACTOR_CODE',
            'TWO_FACTOR_ALREADY_ENABLED',
            'TWO_FACTOR_NOT_ENABLED'
        ]
    }),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: RecoveryCodes
    }),
    two_factor_controller_ts_param(0, CurrentActor()),
    two_factor_controller_ts_param(1, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Body__()),
    two_factor_controller_ts_param(2, CurrentCall()),
    two_factor_controller_ts_metadata("design:type", Function),
    two_factor_controller_ts_metadata("design:paramtypes", [
        typeof Actor === "undefined" ? Object : Actor,
        typeof settings_dto_namespaceObject === "undefined" || typeof EnableTwoFactorRequest === "undefined" ? Object : EnableTwoFactorRequest,
        typeof Call === "undefined" ? Object : Call
    ]),
    two_factor_controller_ts_metadata("design:returntype", Promise)
], TwoFactorController.prototype, "enable", null);
two_factor_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__('disable'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_HttpCode__(204),
    Permission('settings:own'),
    Operation('Turns the second factor off', {
        errors: [
            'INVALID_TWO_FACTOR_CODE',
            'PASSWORD_WRONG',
            'TWO_FACTOR_NOT_ENABLED',
            'TOO_MANY_ATTEMPTS'
        ]
    }),
    two_factor_controller_ts_param(0, CurrentActor()),
    two_factor_controller_ts_param(1, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Body__()),
    two_factor_controller_ts_param(2, CurrentCall()),
    two_factor_controller_ts_metadata("design:type", Function),
    two_factor_controller_ts_metadata("design:paramtypes", [
        typeof Actor === "undefined" ? Object : Actor,
        typeof settings_dto_namespaceObject === "undefined" || typeof DisableTwoFactorRequest === "undefined" ? Object : DisableTwoFactorRequest,
        typeof Call === "undefined" ? Object : Call
    ]),
    two_factor_controller_ts_metadata("design:returntype", typeof Promise === "undefined" ? Object : Promise)
], TwoFactorController.prototype, "disable", null);
TwoFactorController = two_factor_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_swagger_f8dbc69a_ApiTags__('Settings'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Controller__('settings/2fa'),
    two_factor_controller_ts_metadata("design:type", Function),
    two_factor_controller_ts_metadata("design:paramtypes", [
        typeof TwoFactorService === "undefined" ? Object : TwoFactorService
    ])
], TwoFactorController);

;// ./src/settings/settings.module.ts
function settings_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;


class SettingsModule {
}
SettingsModule = settings_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        imports: [
            AuthModule
        ],
        controllers: [
            TwoFactorController
        ]
    })
], SettingsModule);

;// ./src/stats/stats.service.ts
function stats_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function stats_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;





/** How many of the newest movements the dashboard lists. */ const recentRows = 10;
class StatsService {
    dataSource;
    clock;
    constructor(dataSource, clock){
        this.dataSource = dataSource;
        this.clock = clock;
    }
    /**
   * Counts and sums of the whole bank as one statement sees them. `completedToday` counts the movements posted in
   * this day of Paris, completed payments included; `failedToday` the payments rejected in it.
   */ async figures() {
        const today = parisDay(this.clock.now());
        const day = [
            startOfParisDay(today),
            endOfParisDay(today)
        ];
        const [counted] = await this.dataSource.query(counts, [
            ...day,
            ...day
        ]);
        const { totalBalance, ...numbers } = counted;
        const whole = Object.fromEntries(Object.entries(numbers).map(([name, value])=>[
                name,
                wholeNumber(value)
            ]));
        return {
            ...whole,
            totalBalance: toDecimal(minorUnits(totalBalance)),
            recent: await this.recent()
        };
    }
    async recent() {
        const rows = await this.dataSource.query(newest, [
            recentRows,
            recentRows,
            recentRows
        ]);
        return rows.map((row)=>({
                id: wholeNumber(row.id),
                user: row.user,
                type: row.type,
                amount: toDecimal(minorUnits(row.amount)),
                status: row.status,
                date: row.date.toISOString()
            }));
    }
}
StatsService = stats_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    stats_service_ts_metadata("design:type", Function),
    stats_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof Clock === "undefined" ? Object : Clock
    ])
], StatsService);
const counts = `
  SELECT people.*, money.*,
    (SELECT COUNT(*) FROM payments WHERE status = 'pending') AS pendingTransactions,
    (SELECT COUNT(*) FROM transfers WHERE created_at >= ? AND created_at < ?) AS completedToday,
    (SELECT COUNT(*) FROM payments WHERE status = 'failed' AND processed_at >= ? AND processed_at < ?)
      AS failedToday
  FROM
    (SELECT COUNT(*) AS totalUsers,
       COUNT(CASE WHEN status = 'active' THEN 1 END) AS activeAccounts,
       COUNT(CASE WHEN kyc_status = 'pending' THEN 1 END) AS kycPending,
       COUNT(CASE WHEN kyc_status = 'approved' THEN 1 END) AS kycVerified,
       COUNT(CASE WHEN kyc_status = 'rejected' THEN 1 END) AS kycRejected
     FROM users WHERE deleted_at IS NULL) people,
    (SELECT COALESCE(SUM(balance), 0) AS totalBalance FROM accounts WHERE kind = 'customer') money`;
/** As in a customer's list, payments come from their own table, and even ids are entries, odd ones payments. */ const newest = `
  SELECT recent.id, CONCAT(u.first_name, ' ', u.last_name) AS user, recent.type, recent.amount, recent.status,
    recent.created_at AS date
  FROM (
    (SELECT e.id * 2 AS id, a.user_id, e.amount, 'completed' AS status, e.created_at,
       CASE t.kind WHEN 'card' THEN 'carte' WHEN 'withdrawal' THEN 'retrait' ELSE 'virement' END AS type
     FROM entries e JOIN transfers t ON t.id = e.transfer_id JOIN accounts a ON a.id = e.account_id
     WHERE a.kind = 'customer' AND t.kind <> 'payment' ORDER BY e.id DESC LIMIT ?)
    UNION ALL
    (SELECT p.id * 2 + 1, a.user_id, -p.amount, p.status, p.created_at, 'virement'
     FROM payments p JOIN accounts a ON a.id = p.account_id ORDER BY p.created_at DESC, p.id DESC LIMIT ?)
  ) recent JOIN users u ON u.id = recent.user_id
  ORDER BY recent.created_at DESC, recent.id DESC LIMIT ?`;

;// ./src/stats/stats.controller.ts
function stats_controller_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function stats_controller_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;






let AdminStats = class AdminStats extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(adminStats) {
};
class StatsController {
    stats;
    constructor(stats){
        this.stats = stats;
    }
    figures() {
        return this.stats.figures();
    }
}
stats_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__(),
    Operation('The figures of the whole bank'),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: AdminStats
    }),
    stats_controller_ts_metadata("design:type", Function),
    stats_controller_ts_metadata("design:paramtypes", []),
    stats_controller_ts_metadata("design:returntype", void 0)
], StatsController.prototype, "figures", null);
StatsController = stats_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_swagger_f8dbc69a_ApiTags__('Administration'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Controller__('admin/stats'),
    Permission('stats:read'),
    stats_controller_ts_metadata("design:type", Function),
    stats_controller_ts_metadata("design:paramtypes", [
        typeof StatsService === "undefined" ? Object : StatsService
    ])
], StatsController);

;// ./src/stats/stats.module.ts
function stats_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;


class StatsModule {
}
StatsModule = stats_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        controllers: [
            StatsController
        ],
        providers: [
            StatsService
        ]
    })
], StatsModule);

;// ../libs/contracts/support.ts



const ticketCategories = [
    'account',
    'cards',
    'transactions',
    'kyc',
    'security',
    'technical',
    'other'
];
/** Hours within which support answers, by priority (specification 2, section 9). */ const responseHours = {
    low: 72,
    normal: 24,
    high: 4,
    urgent: 1
};
const ticketPriorities = Object.keys(responseHours);
const contactRequest = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    firstName: personName,
    lastName: personName,
    email: email,
    phone: optional(phone),
    category: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(ticketCategories),
    priority: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(ticketPriorities).default('normal'),
    subject: validation_text(200),
    message: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().trim().min(1, rule('REQUIRED')).max(5_000),
    attachments: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(__WEBPACK_EXTERNAL_MODULE_zod_z__.never()).default([])
});
const ticketCreated = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    ticketId: __WEBPACK_EXTERNAL_MODULE_zod_z__.string()
}).meta({
    id: 'TicketCreated'
});

;// ./src/support/ticket.entity.ts
function ticket_entity_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function ticket_entity_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;


class TicketEntity {
    id;
    /** What the person is given to come back with: `BPCS-…`. */ reference;
    /** Who wrote, when they were signed in. */ userId;
    firstName;
    lastName;
    email;
    phone;
    category;
    priority;
    subject;
    message;
    createdAt;
}
ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_PrimaryColumn__({
        ...identifierColumn,
        unsigned: true,
        generated: 'increment'
    }),
    ticket_entity_ts_metadata("design:type", Number)
], TicketEntity.prototype, "id", void 0);
ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'varchar',
        length: 20
    }),
    ticket_entity_ts_metadata("design:type", String)
], TicketEntity.prototype, "reference", void 0);
ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'user_id',
        type: 'int',
        unsigned: true,
        nullable: true
    }),
    ticket_entity_ts_metadata("design:type", Object)
], TicketEntity.prototype, "userId", void 0);
ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'first_name',
        type: 'varchar',
        length: 80
    }),
    ticket_entity_ts_metadata("design:type", String)
], TicketEntity.prototype, "firstName", void 0);
ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'last_name',
        type: 'varchar',
        length: 80
    }),
    ticket_entity_ts_metadata("design:type", String)
], TicketEntity.prototype, "lastName", void 0);
ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'varchar',
        length: 254
    }),
    ticket_entity_ts_metadata("design:type", String)
], TicketEntity.prototype, "email", void 0);
ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'varchar',
        length: 30,
        nullable: true
    }),
    ticket_entity_ts_metadata("design:type", Object)
], TicketEntity.prototype, "phone", void 0);
ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'enum',
        enum: ticketCategories
    }),
    ticket_entity_ts_metadata("design:type", Object)
], TicketEntity.prototype, "category", void 0);
ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'enum',
        enum: ticketPriorities
    }),
    ticket_entity_ts_metadata("design:type", Object)
], TicketEntity.prototype, "priority", void 0);
ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'varchar',
        length: 200
    }),
    ticket_entity_ts_metadata("design:type", String)
], TicketEntity.prototype, "subject", void 0);
ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'text'
    }),
    ticket_entity_ts_metadata("design:type", String)
], TicketEntity.prototype, "message", void 0);
ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'created_at',
        type: 'datetime',
        precision: 3
    }),
    ticket_entity_ts_metadata("design:type", typeof Date === "undefined" ? Object : Date)
], TicketEntity.prototype, "createdAt", void 0);
TicketEntity = ticket_entity_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Entity__('tickets')
], TicketEntity);

;// ./src/support/support.service.ts
function support_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function support_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;





class SupportService {
    idempotency;
    audit;
    chance;
    clock;
    constructor(idempotency, audit, chance, clock){
        this.idempotency = idempotency;
        this.audit = audit;
        this.chance = chance;
        this.clock = clock;
    }
    /**
   * Files a message as a ticket and answers its reference. What people wrote stays out of the log.
   * @throws Failure IDEMPOTENCY_KEY_REUSED.
   */ contact(request, keyed, call) {
        const { firstName, lastName, email, phone, category, priority, subject, message } = request;
        return this.idempotency.once(keyed, async (runner)=>{
            const reference = this.chance.reference('BPCS', 8);
            await runner.manager.insert(TicketEntity, {
                reference,
                userId: keyed.userId,
                firstName,
                lastName,
                email,
                phone: phone ?? null,
                category,
                priority,
                subject,
                message,
                createdAt: this.clock.now()
            });
            await this.audit.record(runner, {
                action: 'ticket.created',
                type: 'info',
                message: `Message au support ${reference} (${category}, ${priority}).`,
                userId: keyed.userId,
                email,
                requestId: call.requestId
            });
            return {
                ticketId: reference
            };
        });
    }
}
SupportService = support_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    support_service_ts_metadata("design:type", Function),
    support_service_ts_metadata("design:paramtypes", [
        typeof Idempotency === "undefined" ? Object : Idempotency,
        typeof AuditService === "undefined" ? Object : AuditService,
        typeof Chance === "undefined" ? Object : Chance,
        typeof Clock === "undefined" ? Object : Clock
    ])
], SupportService);

;// ./src/support/support.controller.ts
function support_controller_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function support_controller_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function support_controller_ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
;








let ContactRequest = class ContactRequest extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(contactRequest) {
};
let TicketCreated = class TicketCreated extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(ticketCreated) {
};
class SupportController {
    support;
    constructor(support){
        this.support = support;
    }
    contact(request, keyed, call) {
        return this.support.contact(request, keyed, call);
    }
}
support_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Post__(),
    Public(),
    Operation('Writes to support', {
        idempotent: true
    }),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 201,
        type: TicketCreated
    }),
    support_controller_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Body__()),
    support_controller_ts_param(1, CurrentKeyedCall()),
    support_controller_ts_param(2, CurrentCall()),
    support_controller_ts_metadata("design:type", Function),
    support_controller_ts_metadata("design:paramtypes", [
        typeof ContactRequest === "undefined" ? Object : ContactRequest,
        typeof KeyedCall === "undefined" ? Object : KeyedCall,
        typeof Call === "undefined" ? Object : Call
    ]),
    support_controller_ts_metadata("design:returntype", void 0)
], SupportController.prototype, "contact", null);
SupportController = support_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_swagger_f8dbc69a_ApiTags__('Support'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Controller__('contact'),
    support_controller_ts_metadata("design:type", Function),
    support_controller_ts_metadata("design:paramtypes", [
        typeof SupportService === "undefined" ? Object : SupportService
    ])
], SupportController);

;// ./src/support/support.module.ts
function support_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;




class SupportModule {
}
SupportModule = support_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        imports: [
            __WEBPACK_EXTERNAL_MODULE__nestjs_typeorm_fb336920_TypeOrmModule__.forFeature([
                TicketEntity
            ])
        ],
        controllers: [
            SupportController
        ],
        providers: [
            SupportService
        ]
    })
], SupportModule);

;// ../libs/contracts/transactions.ts






/** The types and states of a customer's transaction (specification 2, sections 3 and 4). */ const transactionTypes = [
    'incoming',
    'deposit',
    'outgoing',
    'withdrawal',
    'payment',
    'transfer'
];
const transactionStatuses = [
    'completed',
    'pending',
    'failed',
    'cancelled'
];
/** One movement of a customer's account; a negative `amount` leaves it. */ const transaction = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    id: __WEBPACK_EXTERNAL_MODULE_zod_z__.int(),
    type: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(transactionTypes),
    description: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    amount: amount,
    currency: currency,
    date: moment,
    payment_method: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum([
        'card',
        'cash',
        'internal',
        ...paymentMethods
    ]),
    reference: __WEBPACK_EXTERNAL_MODULE_zod_z__.string(),
    created_at: moment,
    processed_at: moment.nullable(),
    status: __WEBPACK_EXTERNAL_MODULE_zod_z__.enum(transactionStatuses),
    recipient_account: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().nullable(),
    notes: __WEBPACK_EXTERNAL_MODULE_zod_z__.string().nullable()
}).meta({
    id: 'Transaction'
});
/** `dateFrom` and `dateTo` are days of Paris, both inclusive; an empty value is the same as none. */ const transactionListQuery = __WEBPACK_EXTERNAL_MODULE_zod_z__.strictObject({
    ...pageQuery(10),
    search: optionalText(120),
    type: optional(__WEBPACK_EXTERNAL_MODULE_zod_z__.enum([
        'all',
        ...transactionTypes
    ])),
    status: optional(__WEBPACK_EXTERNAL_MODULE_zod_z__.enum([
        'all',
        ...transactionStatuses
    ])),
    dateFrom: optional(day),
    dateTo: optional(day)
});
const transactionList = __WEBPACK_EXTERNAL_MODULE_zod_z__.object({
    transactions: __WEBPACK_EXTERNAL_MODULE_zod_z__.array(transaction),
    pagination: pagination
});

;// ./src/transactions/transactions.sql.ts


/** What a customer reads as the type of an entry follows from why the money moved and which way. */ const entryType = `CASE
  WHEN t.kind IN ('deposit', 'withdrawal') THEN t.kind
  WHEN t.kind = 'card' THEN 'payment'
  WHEN e.amount > 0 THEN 'incoming'
  WHEN t.kind = 'transfer' THEN 'transfer'
  ELSE 'outgoing' END`;
/** Payments to the outside are listed from their own table, before and after their posting. */ const transactions_sql_entries = {
    columns: `e.id * 2 AS id, ${entryType} AS type, t.description, e.amount, a.currency,
    CASE t.kind WHEN 'card' THEN 'card' WHEN 'withdrawal' THEN 'cash' ELSE 'internal' END AS payment_method,
    t.reference, e.created_at, e.created_at AS processed_at, 'completed' AS status,
    NULL AS recipient_account, NULL AS notes`,
    from: `entries e JOIN transfers t ON t.id = e.transfer_id AND t.kind <> 'payment'
    JOIN accounts a ON a.id = e.account_id`,
    account: 'e.account_id',
    type: entryType,
    status: `'completed'`,
    time: 'e.created_at',
    searched: [
        't.description',
        't.reference'
    ],
    newest: 'e.created_at DESC, e.id DESC'
};
/** Even ids are entries and odd ones payments, so that an id names one row of the merged list for good. */ const payments = {
    columns: `p.id * 2 + 1 AS id, 'payment' AS type, p.description, -p.amount AS amount, p.currency,
    p.payment_method, p.reference, p.created_at, p.processed_at, p.status, p.recipient_account,
    p.reason AS notes`,
    from: 'payments p',
    account: 'p.account_id',
    type: `'payment'`,
    status: 'p.status',
    time: 'p.created_at',
    searched: [
        'p.description',
        'p.reference',
        'p.recipient_account'
    ],
    newest: 'p.created_at DESC, p.id DESC'
};
const bothSources = [
    transactions_sql_entries,
    payments
];
/** The WHERE of a source for one account and the list's filters, with its values in order. */ function conditionsOf(source, accountId, { type, status, dateFrom, dateTo, search }) {
    const conditions = [
        [
            `${source.account} = ?`,
            accountId
        ]
    ];
    if (type !== undefined && type !== 'all') conditions.push([
        `${source.type} = ?`,
        type
    ]);
    if (status !== undefined && status !== 'all') conditions.push([
        `${source.status} = ?`,
        status
    ]);
    if (dateFrom !== undefined) conditions.push([
        `${source.time} >= ?`,
        startOfParisDay(dateFrom)
    ]);
    if (dateTo !== undefined) conditions.push([
        `${source.time} < ?`,
        endOfParisDay(dateTo)
    ]);
    if (search !== undefined) {
        const anywhere = source.searched.map((column)=>`${column} LIKE ?`).join(' OR ');
        conditions.push([
            `(${anywhere})`,
            ...source.searched.map(()=>containing(search))
        ]);
    }
    return {
        where: conditions.map(([sql])=>sql).join(' AND '),
        values: conditions.flatMap(([, ...values])=>values)
    };
}

;// ./src/transactions/transactions.service.ts
function transactions_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function transactions_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;






class TransactionsService {
    dataSource;
    accounts;
    constructor(dataSource, accounts){
        this.dataSource = dataSource;
        this.accounts = accounts;
    }
    /**
   * One page of the user's movements, newest first. A payment to the outside appears once, from the moment it is
   * made, with its own state; everything else is an entry and therefore completed.
   * @throws Failure NOT_FOUND when the user has no account.
   */ async list(userId, query) {
        const accountId = await this.accounts.idOf(this.dataSource, userId);
        const sources = bothSources.map((source)=>({
                source,
                ...conditionsOf(source, accountId, query)
            }));
        const total = await this.count(sources);
        const { page, limit } = query;
        const skipped = (page - 1) * limit;
        const rows = skipped < total ? await this.rows(sources, skipped, limit) : [];
        return {
            transactions: rows.map(wireTransaction),
            pagination: paginate(page, limit, total)
        };
    }
    async count(sources) {
        const counts = sources.map(({ source, where })=>`(SELECT COUNT(*) FROM ${source.from} WHERE ${where})`);
        const values = sources.flatMap((filtered)=>filtered.values);
        const [row] = await this.dataSource.query(`SELECT ${counts.join(' + ')} AS total`, values);
        return wholeNumber(row.total);
    }
    /** Each source is cut down by its index before the two are merged, so a page costs its depth, not the table. */ async rows(sources, skipped, limit) {
        const selects = sources.map(({ source, where })=>`(SELECT ${source.columns} FROM ${source.from} WHERE ${where} ORDER BY ${source.newest} LIMIT ?)`);
        return await this.dataSource.query(`${selects.join(' UNION ALL ')} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`, [
            ...sources.flatMap(({ values })=>[
                    ...values,
                    skipped + limit
                ]),
            limit,
            skipped
        ]);
    }
}
TransactionsService = transactions_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    transactions_service_ts_metadata("design:type", Function),
    transactions_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__,
        typeof AccountsService === "undefined" ? Object : AccountsService
    ])
], TransactionsService);
const wireTransaction = (row)=>({
        ...row,
        id: wholeNumber(row.id),
        amount: toDecimal(minorUnits(row.amount)),
        date: row.created_at.toISOString(),
        created_at: row.created_at.toISOString(),
        processed_at: row.processed_at?.toISOString() ?? null
    });

;// ./src/transactions/transactions.controller.ts
function transactions_controller_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function transactions_controller_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function transactions_controller_ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
;







let TransactionList = class TransactionList extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(transactionList) {
};
let TransactionListQuery = class TransactionListQuery extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(transactionListQuery) {
};
class TransactionsController {
    transactions;
    constructor(transactions){
        this.transactions = transactions;
    }
    list(actor, query) {
        return this.transactions.list(actor.userId, query);
    }
}
transactions_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__(),
    Operation('The movements of the caller’s account, newest first'),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: TransactionList
    }),
    transactions_controller_ts_param(0, CurrentActor()),
    transactions_controller_ts_param(1, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Query__()),
    transactions_controller_ts_metadata("design:type", Function),
    transactions_controller_ts_metadata("design:paramtypes", [
        typeof Actor === "undefined" ? Object : Actor,
        typeof TransactionListQuery === "undefined" ? Object : TransactionListQuery
    ]),
    transactions_controller_ts_metadata("design:returntype", void 0)
], TransactionsController.prototype, "list", null);
TransactionsController = transactions_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_swagger_f8dbc69a_ApiTags__('Transactions'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Controller__('user/transactions'),
    Permission('account:own'),
    transactions_controller_ts_metadata("design:type", Function),
    transactions_controller_ts_metadata("design:paramtypes", [
        typeof TransactionsService === "undefined" ? Object : TransactionsService
    ])
], TransactionsController);

;// ./src/transactions/transactions.module.ts
function transactions_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;



class TransactionsModule {
}
TransactionsModule = transactions_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        imports: [
            AccountsModule
        ],
        controllers: [
            TransactionsController
        ],
        providers: [
            TransactionsService
        ]
    })
], TransactionsModule);

;// ./src/users/admin-users.service.ts
function admin_users_service_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function admin_users_service_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
;






const admin_users_service_columns = userColumns.split(', ').map((column)=>`u.${column}`).join(', ');
class AdminUsersService {
    dataSource;
    constructor(dataSource){
        this.dataSource = dataSource;
    }
    /**
   * One page of the people who are not deleted, by id, each with the balance of their account. Every word of
   * `search` must begin a word of the name, the e-mail or the username, accents and case aside; a number also
   * finds the person with that id.
   */ async list(query) {
        const { page, limit } = query;
        const { where, values } = admin_users_service_conditionsOf(query);
        const [counted] = await this.dataSource.query(`SELECT COUNT(*) AS total FROM users u WHERE ${where}`, values);
        const rows = await this.dataSource.query(`SELECT ${admin_users_service_columns}, COALESCE(a.balance, 0) AS balance
       FROM users u LEFT JOIN accounts a ON a.user_id = u.id AND a.currency = 'EUR'
       WHERE ${where} ORDER BY u.id LIMIT ? OFFSET ?`, [
            ...values,
            limit,
            (page - 1) * limit
        ]);
        return {
            users: rows.map(wireManagedUser),
            pagination: paginate(page, limit, wholeNumber(counted.total))
        };
    }
}
AdminUsersService = admin_users_service_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__(),
    admin_users_service_ts_metadata("design:type", Function),
    admin_users_service_ts_metadata("design:paramtypes", [
        typeof __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__ === "undefined" ? Object : __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__
    ])
], AdminUsersService);
const wireManagedUser = ({ balance, ...user })=>({
        ...wireUser(user),
        balance: toDecimal(minorUnits(balance))
    });
function admin_users_service_conditionsOf({ search, role, status, kyc_status }) {
    const conditions = [
        [
            'u.deleted_at IS NULL'
        ]
    ];
    if (role !== undefined) conditions.push([
        'u.role = ?',
        role
    ]);
    if (status !== undefined) conditions.push([
        'u.status = ?',
        status
    ]);
    if (kyc_status !== undefined) conditions.push([
        'u.kyc_status = ?',
        kyc_status
    ]);
    if (search !== undefined) conditions.push(searched(search));
    return {
        where: conditions.map(([sql])=>sql).join(' AND '),
        values: conditions.flatMap(([, ...values])=>values)
    };
}
function searched(search) {
    const words = search.split(/\s+/).map(startingWord);
    const text = `CONCAT(' ', u.first_name, ' ', u.last_name, ' ', u.email, ' ', u.username)`;
    const found = words.map((patterns)=>`(${patterns.map(()=>`${text} LIKE ?`).join(' OR ')})`).join(' AND ');
    const values = words.flat();
    return /^\d{1,9}$/.test(search) ? [
        `(${found} OR u.id = ?)`,
        ...values,
        Number(search)
    ] : [
        found,
        ...values
    ];
}

;// ./src/users/admin-users.controller.ts
function admin_users_controller_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function admin_users_controller_ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function admin_users_controller_ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
;






let UserList = class UserList extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(userList) {
};
let UserListQuery = class UserListQuery extends __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_createZodDto__(userListQuery) {
};
class AdminUsersController {
    users;
    constructor(users){
        this.users = users;
    }
    list(query) {
        return this.users.list(query);
    }
}
admin_users_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Get__(),
    Operation('The people of the bank with their balances, by id'),
    __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodResponse__({
        status: 200,
        type: UserList
    }),
    admin_users_controller_ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Query__()),
    admin_users_controller_ts_metadata("design:type", Function),
    admin_users_controller_ts_metadata("design:paramtypes", [
        typeof UserListQuery === "undefined" ? Object : UserListQuery
    ]),
    admin_users_controller_ts_metadata("design:returntype", void 0)
], AdminUsersController.prototype, "list", null);
AdminUsersController = admin_users_controller_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_swagger_f8dbc69a_ApiTags__('Administration'),
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Controller__('admin/users'),
    Permission('users:manage'),
    admin_users_controller_ts_metadata("design:type", Function),
    admin_users_controller_ts_metadata("design:paramtypes", [
        typeof AdminUsersService === "undefined" ? Object : AdminUsersService
    ])
], AdminUsersController);

;// ./src/users/admin-users.module.ts
function admin_users_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;


class AdminUsersModule {
}
AdminUsersModule = admin_users_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        controllers: [
            AdminUsersController
        ],
        providers: [
            AdminUsersService
        ]
    })
], AdminUsersModule);

;// ./src/app.module.ts
function app_module_ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
;






























class AppModule {
}
AppModule = app_module_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Module__({
        imports: [
            CommonModule,
            __WEBPACK_EXTERNAL_MODULE_nestjs_pino_a12f157f_LoggerModule__.forRootAsync({
                inject: [
                    Config
                ],
                useFactory: logging
            }),
            __WEBPACK_EXTERNAL_MODULE__nestjs_throttler_3e192064_ThrottlerModule__.forRootAsync({
                inject: [
                    Config,
                    Clock
                ],
                useFactory: throttleOptions
            }),
            __WEBPACK_EXTERNAL_MODULE__nestjs_typeorm_fb336920_TypeOrmModule__.forRootAsync({
                inject: [
                    Config
                ],
                useFactory: async (config)=>({
                        ...await databaseOptions(config),
                        autoLoadEntities: true,
                        // The wait for a database that is still starting is over when its options are known.
                        retryAttempts: 0
                    })
            }),
            AccountsModule,
            AdminUsersModule,
            AuditLogModule,
            AuditModule,
            AuthModule,
            CardsModule,
            HealthModule,
            LedgerModule,
            PaymentsModule,
            RemotesModule,
            SettingsModule,
            StatsModule,
            SupportModule,
            TransactionsModule,
            UsersModule
        ],
        providers: [
            {
                provide: __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_APP_FILTER__,
                useClass: FailureFilter
            },
            {
                provide: __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_APP_PIPE__,
                useClass: ZodPipe
            },
            {
                provide: __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_APP_INTERCEPTOR__,
                useClass: __WEBPACK_EXTERNAL_MODULE_nestjs_zod_44d4521a_ZodSerializerInterceptor__
            },
            // In this order: who calls, how often, and whether they may.
            {
                provide: __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_APP_GUARD__,
                useClass: IdentityGuard
            },
            {
                provide: __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_APP_GUARD__,
                useClass: ThrottleGuard
            },
            {
                provide: __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_APP_GUARD__,
                useClass: AccessGuard
            }
        ]
    })
], AppModule);

;// external "node:http"

;// external "@nestjs/platform-fastify"

;// ./src/common/security-headers.ts
/** Headers that every answer of the server carries. */ const everywhere = {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()'
};
/**
 * What each kind of answer adds. `api` is data, which a browser must never render; `reference` is the page at
 * `/api/docs`, whose reader sets styles from its script; a `document` gets its policy from the site that sends it.
 */ const byKind = {
    api: {
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
        'Cache-Control': 'no-store'
    },
    reference: {
        'Content-Security-Policy': "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " + "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
        'Cache-Control': 'no-store'
    },
    document: {
        'Cache-Control': 'no-cache'
    },
    /** Files whose name changes with their content. */ asset: {
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
        'Cache-Control': 'public, max-age=31536000, immutable'
    }
};
const year = 365 * 24 * 60 * 60;
/** The security headers of one kind of answer; a site reached by https is reached by https only from then on. */ function securityHeaders(kind, origin) {
    return {
        ...everywhere,
        ...byKind[kind],
        ...origin.startsWith('https:') && {
            'Strict-Transport-Security': `max-age=${year}; includeSubDomains`
        }
    };
}

;// ./src/common/server.ts







/** The largest body that is not an upload. */ const bodyLimit = 1024 * 1024;
const wellFormedId = /^[\w.-]{8,64}$/;
/** Takes the caller's request id when it is harmless in a log, and else makes one. */ const requestIdOf = ({ headers })=>{
    const given = headers['x-request-id'];
    return typeof given === 'string' && wellFormedId.test(given) ? given : __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomUUID__();
};
/** The Fastify server under Nest, with what holds for every request of the API. */ function fastifyAdapter(config) {
    const adapter = new __WEBPACK_EXTERNAL_MODULE__nestjs_platform_fastify_bfd5abf6_FastifyAdapter__({
        bodyLimit,
        genReqId: requestIdOf,
        requestIdHeader: false,
        trustProxy: trust(config.trustProxy),
        // A slow sender or a forgotten connection must not hold the server.
        connectionTimeout: 0,
        requestTimeout: 60_000,
        keepAliveTimeout: 72_000,
        forceCloseConnections: 'idle',
        frameworkErrors: (error, request, reply)=>refuse(error, request, reply, config),
        clientErrorHandler: (error, socket)=>refuseUnreadable(error, socket)
    });
    const server = adapter.getInstance();
    const methods = new ApiMethods(server);
    addHeaders(server, config);
    acceptJsonOnly(server);
    server.addHook('onRequest', async (request)=>{
        if (!isApi(request.url) || request.routeOptions.url?.startsWith('/api/')) return;
        const allow = methods.allowed(server_pathOf(request.url));
        if (allow) throw new MethodNotAllowed(allow);
    });
    return adapter;
}
/** A number counts the proxies between the caller and us. */ const trust = (proxies)=>typeof proxies === 'number' ? (_address, hop)=>hop < proxies : proxies;
const server_pathOf = (url)=>url.split('?', 1)[0] ?? url;
const isApi = (url)=>url === '/api' || url.startsWith('/api/') || url.startsWith('/api?');
function addHeaders(server, config) {
    const headers = {
        shell: securityHeaders('api', config.shellOrigin),
        reference: securityHeaders('reference', config.shellOrigin)
    };
    server.addHook('onRequest', async (request, reply)=>{
        void reply.header('X-Request-Id', request.id);
        if (isApi(request.url)) {
            void reply.headers(request.url.startsWith('/api/docs') ? headers.reference : headers.shell);
        }
    });
}
/**
 * JSON is the only body of the API. An empty one counts as absent, since a refresh has none and clients name
 * the type all the same; a form or plain text is refused, so no page of another site can post one.
 */ function acceptJsonOnly(server) {
    const parse = server.getDefaultJsonParser('error', 'error');
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('application/json', {
        parseAs: 'string'
    }, (request, body, done)=>{
        if (body === '') done(null, undefined);
        else void parse(request, body, done);
    });
}
/** Answers what Fastify refuses before any route is known, such as a malformed address. */ function refuse(error, request, reply, config) {
    const { status, headers, body } = wireFailure(error, requestLanguage(request), request.id);
    void reply.status(status).headers({
        'X-Request-Id': request.id,
        ...securityHeaders('api', config.shellOrigin),
        ...headers
    }).send(body);
}
/** Answers what is not even HTTP, or did not arrive in time; there is no request to speak of. */ function refuseUnreadable(error, socket) {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    const id = __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomUUID__();
    const body = JSON.stringify(wireFailure({
        code: 'FST_',
        statusCode: 400
    }, 'fr', id).body);
    socket.end(`HTTP/1.1 ${status} ${__WEBPACK_EXTERNAL_MODULE_node_http_b674be28_STATUS_CODES__[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` + `X-Request-Id: ${id}\r\nCache-Control: no-store\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` + `Connection: close\r\n\r\n${body}`);
}

;// external "@fastify/static"

;// external "swagger-ui-dist/absolute-path.js"

;// ./src/openapi/routes.ts




/** Where Nest, its swagger package and nestjs-zod keep what their decorators say. */ const keys = {
    controllers: 'controllers',
    imports: 'imports',
    path: 'path',
    method: 'method',
    status: '__httpCode__',
    parameters: '__routeArguments__',
    answer: 'ZOD_SERIALIZER_DTO_OPTIONS',
    tags: 'swagger/apiUseTags'
};
/** Nest's numbers for the kinds of route parameters. */ const kinds = {
    body: '3',
    query: '4',
    parameters: '5'
};
/** Every route of a module and of what it imports, read from the decorators alone. */ function routesOf(root) {
    return [
        ...controllersOf(root, new Set())
    ].flatMap(routesOfController);
}
function controllersOf(module, seen) {
    const given = 'forwardRef' in module ? module.forwardRef() : module;
    const type = 'module' in given ? given.module : given;
    const dynamic = 'module' in given ? given : undefined;
    if (seen.has(given)) return new Set();
    seen.add(given);
    const read = (key)=>Reflect.getMetadata(key, type) ?? [];
    return new Set([
        ...read(keys.controllers),
        ...dynamic?.controllers ?? [],
        ...[
            ...read(keys.imports),
            ...dynamic?.imports ?? []
        ].flatMap((each)=>isModule(each) ? [
                ...controllersOf(each, seen)
            ] : [])
    ]);
}
/** A module that is still being made (a promise) has no controllers of ours. */ const isModule = (value)=>typeof value === 'function' || typeof value === 'object' && value !== null && ('module' in value || 'forwardRef' in value);
function routesOfController(controller) {
    const prototype = controller.prototype;
    return Object.getOwnPropertyNames(prototype).filter((name)=>name !== 'constructor' && Reflect.hasMetadata(keys.method, prototype[name])).map((name)=>routeOf(controller, name, prototype[name]));
}
function routeOf(controller, handler, method) {
    const own = (key)=>Reflect.getMetadata(key, method);
    const inherited = (key)=>own(key) ?? Reflect.getMetadata(key, controller);
    const verb = __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_RequestMethod__[own(keys.method) ?? __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_RequestMethod__.GET] ?? 'GET';
    const parts = [
        Reflect.getMetadata(keys.path, controller),
        own(keys.path) ?? ''
    ];
    const schemas = parameterSchemas(controller, handler);
    return {
        controller: controller.name,
        handler,
        method: verb.toLowerCase(),
        path: parts.flatMap((part)=>part.split('/')).filter(Boolean).join('/'),
        access: inherited((/* inlined export .accessKey */"access")),
        operation: own(operationKey),
        tags: inherited(keys.tags) ?? [],
        status: own(keys.status) ?? (verb === 'POST' ? 201 : 200),
        body: schemas[kinds.body],
        query: schemas[kinds.query],
        parameters: schemas[kinds.parameters],
        answer: schemaOf(own(keys.answer))
    };
}
function parameterSchemas(controller, handler) {
    const declared = Reflect.getMetadata(keys.parameters, controller, handler) ?? {};
    const types = Reflect.getMetadata('design:paramtypes', controller.prototype, handler) ?? [];
    return Object.fromEntries(Object.entries(declared).map(([key, { index }])=>[
            key.split(':')[0] ?? '',
            schemaOf(types[index])
        ]));
}
function schemaOf(type) {
    const { schema, name } = type ?? {};
    return schema && {
        schema,
        name: name ?? ''
    };
}

;// ./src/openapi/schemas.ts

const dialect = {
    target: 'draft-2020-12',
    unrepresentable: 'any'
};
/** Collects the JSON Schemas of zod schemas, the named ones once each under `components/schemas`. */ class Schemas {
    components = {};
    /** What a caller sends: defaults may be left out. */ input(schema, name) {
        return this.convert(schema, 'input', name);
    }
    /** What a caller gets. */ output(schema, name) {
        return this.convert(schema, 'output', name);
    }
    convert(schema, io, name) {
        const { $schema: _dialect, $defs, ...root } = __WEBPACK_EXTERNAL_MODULE_zod_z__.toJSONSchema(schema, {
            ...dialect,
            io
        });
        for (const [key, definition] of Object.entries($defs ?? {})){
            this.add(key, referenced(definition));
        }
        // A schema with a name of its own is a reference to its definition.
        return name && !('$ref' in root) ? this.add(name, referenced(root)) : referenced(root);
    }
    /** @throws Error when two different schemas have one name: a reader could not tell which is meant. */ add(name, schema) {
        const known = this.components[name];
        if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
            throw new Error(`two schemas of the API are named ${name}`);
        }
        this.components[name] = schema;
        return {
            $ref: `#/components/schemas/${name}`
        };
    }
}
/** zod refers to the definitions beside a schema; in the document they stand elsewhere. */ const referenced = (schema)=>JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

;// ./src/openapi/document.ts



const description = 'Amounts are JSON numbers with at most two decimals, moments are ISO 8601 in UTC. Every failure has the form of ' + '`Error`, its text in the language of `Accept-Language` (French by default). Every answer carries `X-Request-Id`.';
const securitySchemes = {
    bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The access token.'
    },
    refresh: {
        type: 'http',
        scheme: 'bearer',
        description: 'The refresh token.'
    }
};
const retryAfter = {
    'Retry-After': {
        description: 'Seconds to wait before trying again.',
        schema: {
            type: 'integer',
            minimum: 1
        }
    }
};
const requestId = {
    'X-Request-Id': {
        description: 'Names the call in the logs.',
        schema: {
            type: 'string'
        }
    }
};
const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Repeating the call with the same key and body gives the first answer, once and only once.',
    schema: {
        type: 'string',
        minLength: 1,
        maxLength: 255
    }
};
/**
 * The OpenAPI 3.1 description of the API, made from the routes' decorators and the very schemas that the server
 * parses with, so that it cannot say anything else than what the server does.
 */ function openApi(root) {
    const schemas = new Schemas();
    const error = schemas.output(errorBody);
    const routes = routesOf(root);
    const paths = {};
    for (const route of routes){
        const path = `/api/${route.path.replace(/:(\w+)/g, '{$1}')}`;
        paths[path] = {
            ...paths[path],
            [route.method]: operationOf(route, schemas, error)
        };
    }
    return {
        openapi: '3.1.0',
        info: {
            title: 'Bank PCS',
            version: '1',
            description
        },
        servers: [
            {
                url: '/'
            }
        ],
        tags: [
            ...new Set(routes.flatMap(({ tags })=>tags))
        ].sort().map((name)=>({
                name
            })),
        paths,
        components: {
            schemas: schemas.components,
            securitySchemes
        }
    };
}
function operationOf(route, schemas, error) {
    const { operation, body, tags } = route;
    if (!operation) throw new Error(`${route.controller}.${route.handler} has no @Operation`);
    const parameters = [
        ...parametersOf('path', route.parameters?.schema, schemas),
        ...parametersOf('query', route.query?.schema, schemas),
        ...operation.idempotent ? [
            idempotencyKey
        ] : []
    ];
    return {
        operationId: operationId(route),
        summary: operation.summary,
        ...operation.description && {
            description: operation.description
        },
        tags,
        security: securityOf(route),
        ...parameters.length > 0 && {
            parameters
        },
        ...body && {
            requestBody: {
                required: true,
                content: json(schemas.input(body.schema, body.name))
            }
        },
        responses: {
            ...answerOf(route, schemas),
            ...failuresOf(route, error)
        }
    };
}
const json = (schema)=>({
        'application/json': {
            schema
        }
    });
/** `AuthController.signUp` becomes `authSignUp`. */ function operationId({ controller, handler }) {
    const area = controller.replace(/Controller$/, '');
    return area.charAt(0).toLowerCase() + area.slice(1) + handler.charAt(0).toUpperCase() + handler.slice(1);
}
function securityOf({ access, operation }) {
    if (operation?.refresh) return [
        {
            refresh: []
        }
    ];
    return access && 'permission' in access ? [
        {
            bearer: []
        }
    ] : [];
}
function parametersOf(place, schema, schemas) {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemas.input(schema);
    return Object.entries(properties).map(([name, property])=>({
            name,
            in: place,
            required: place === 'path' || required.includes(name),
            schema: property
        }));
}
function answerOf({ status, answer, operation }, schemas) {
    const what = operation?.summary ?? '';
    return {
        [status]: {
            description: what,
            headers: requestId,
            ...answer && {
                content: json(schemas.output(answer.schema, named(answer.name)))
            }
        }
    };
}
/** A class that `createZodDto` made and nobody named. */ const named = (name)=>name === 'AugmentedZodDto' ? undefined : name;
/** The failures that the operation names itself, and those that follow from its shape, one answer per status. */ function failuresOf(route, error) {
    const codes = [
        ...new Set([
            ...route.operation?.errors ?? [],
            ...impliedBy(route)
        ])
    ];
    const statuses = [
        ...new Set(codes.map((code)=>errorStatus[code]))
    ].sort();
    return Object.fromEntries(statuses.map((status)=>[
            status,
            {
                description: codes.filter((code)=>errorStatus[code] === status).map((code)=>`\`${code}\`: ${errorText(code, 'en')}`).join(' '),
                headers: {
                    ...requestId,
                    ...(status === 429 || status === 503) && retryAfter
                },
                content: json(error)
            }
        ]));
}
function impliedBy({ access, operation, parameters, query, body }) {
    const codes = [
        'TOO_MANY_REQUESTS',
        'INTERNAL',
        'UNAVAILABLE'
    ];
    if (access && 'permission' in access) codes.push('UNAUTHENTICATED', 'SESSION_EXPIRED', 'FORBIDDEN');
    if (parameters) codes.push('NOT_FOUND');
    if (query) codes.push('INVALID_QUERY');
    if (body) codes.push('MALFORMED_REQUEST', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'INVALID_FIELDS');
    if (operation?.idempotent) codes.push('INVALID_IDEMPOTENCY_KEY', 'IDEMPOTENCY_KEY_REUSED');
    return codes;
}

;// ./src/openapi/reference.ts




const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bank PCS: API reference</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;
const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true });\n`;
const readerFiles = new Set([
    '/swagger-ui.css',
    '/swagger-ui-bundle.js'
]);
/** Serves the API's description at /api/openapi.json and a reader of it, all from here, at /api/docs. */ async function serveReference(app) {
    const server = app.getHttpAdapter().getInstance();
    const document = JSON.stringify(openApi(AppModule));
    server.get('/api/openapi.json', (_request, reply)=>reply.type('application/json; charset=utf-8').send(document));
    server.get('/api/docs', (_request, reply)=>reply.type('text/html; charset=utf-8').send(page));
    server.get('/api/docs/start.js', (_request, reply)=>reply.type('text/javascript; charset=utf-8').send(start));
    await server.register(__WEBPACK_EXTERNAL_MODULE__fastify_static_da394552_default__, {
        root: __WEBPACK_EXTERNAL_MODULE_swagger_ui_dist_absolute_path_js_59ebdadb_default__(),
        prefix: '/api/docs/',
        decorateReply: false,
        cacheControl: false,
        allowedPath: (path)=>readerFiles.has(path)
    });
}

;// external "fastify"

;// ./src/remotes/content-policy.ts

/** The policy of the shells' documents (CSP level 3): own files only, no inline code but what is hashed. */ function hostContentPolicy(config) {
    const development = config.environment === 'development';
    const builders = development ? [
        ...Object.values(config.devRemotes),
        ...Object.values(config.devHosts)
    ] : [];
    const sockets = builders.map((address)=>address.replace(/^http/, 'ws'));
    const directives = {
        'default-src': [
            "'none'"
        ],
        'script-src': [
            "'self'",
            ...inlineScriptHashes(development),
            ...builders
        ],
        'style-src': [
            "'self'",
            ...builders
        ],
        'font-src': [
            "'self'",
            ...builders
        ],
        'img-src': [
            "'self'",
            'data:',
            'blob:'
        ],
        'connect-src': [
            "'self'",
            ...builders,
            ...sockets
        ],
        'form-action': [
            "'self'"
        ],
        'base-uri': [
            "'none'"
        ],
        'frame-ancestors': [
            "'none'"
        ],
        'object-src': [
            "'none'"
        ]
    };
    return policy(directives);
}
/** The policy of the partner demonstration site, which lives on static files. */ const partnerContentPolicy = policy({
    'default-src': [
        "'none'"
    ],
    'script-src': [
        "'self'"
    ],
    'style-src': [
        "'self'"
    ],
    'img-src': [
        "'self'"
    ],
    'base-uri': [
        "'none'"
    ],
    'form-action': [
        "'none'"
    ],
    'frame-ancestors': [
        "'none'"
    ]
});
function policy(directives) {
    return Object.entries(directives).map(([name, sources])=>`${name} ${sources.join(' ')}`).join('; ');
}

;// ./src/remotes/static-files.ts




const remoteName = /^[a-z][a-z0-9-]{1,39}$/;
const fileName = /^[\w-][\w.-]*$/;
/**
 * Serves the built files of shells and remotes, whose names change with their content, from their prepared Brotli
 * and gzip copies: `/assets/<site>/<file>` and `/remotes/<name>/<version>/<file>`.
 */ async function serveBuiltFiles(server, config) {
    const headers = securityHeaders('asset', config.shellOrigin);
    await server.register(__WEBPACK_EXTERNAL_MODULE__fastify_static_da394552_default__, {
        root: config.hostsDir,
        serve: false,
        preCompressed: true,
        cacheControl: false
    });
    const send = (reply, folder, file)=>{
        if (!fileName.test(file)) return reply.callNotFound();
        return reply.headers(headers).sendFile(file, __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_default__.join(folder, 'dist'));
    };
    server.get('/assets/:site/:file', (request, reply)=>{
        const { site, file } = request.params;
        const known = sites.find((candidate)=>candidate === site);
        return known ? send(reply, __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_default__.join(config.hostsDir, known), file) : reply.callNotFound();
    });
    server.get('/remotes/:name/:version/:file', (request, reply)=>{
        const { name, file } = request.params;
        return remoteName.test(name) ? send(reply, __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_default__.join(config.remotesDir, name), file) : reply.callNotFound();
    });
}

;// ./src/remotes/sites.ts










/**
 * Puts the documents and files of the shells beside `/api`, and listens: the customer shell on `PORT`, the
 * back-office on the next one (the port that a request came to says which shell it asks for), and the partner
 * demonstration site, which has no `/api`, on the third.
 * @throws Error when a port is taken.
 */ async function serveSites(app) {
    const config = app.get(Config);
    const server = app.getHttpAdapter().getInstance();
    await serveBuiltFiles(server, config);
    serveRegistry(server, config, app.get(RegistryService));
    serveDocuments(server, config, app.get(DocumentsService));
    await server.ready();
    const partner = await partnerSite(config);
    const shells = (request, response)=>server.routing(request, response);
    const listeners = [
        ...await listen(shells, config.host, config.port),
        ...await listen(shells, config.host, config.port + 1),
        ...await listen((request, response)=>partner.routing(request, response), config.host, config.port + 2)
    ];
    return {
        close: ()=>Promise.all(listeners.map(sites_closed)).then(()=>undefined)
    };
}
function serveRegistry(server, config, registry) {
    const headers = {
        ...securityHeaders('api', config.shellOrigin),
        'Cache-Control': 'no-cache'
    };
    server.get('/remotes.json', async (_request, reply)=>reply.headers(headers).send(await registry.registry()));
}
function serveDocuments(server, config, documents) {
    const headers = {
        ...securityHeaders('document', config.shellOrigin),
        'Content-Security-Policy': hostContentPolicy(config)
    };
    server.get('/*', async (request, reply)=>{
        const { pathname, search } = new URL(request.url, config.shellOrigin);
        if (isNotADocument(pathname)) return reply.callNotFound();
        const opened = await documents.open(siteOf(request, config), pathname);
        if ('elsewhere' in opened) return reply.headers(headers).redirect(opened.elsewhere + search, 302);
        return sendDocument(request, reply.headers(headers), opened);
    });
}
/** A missing call, file or remote is told as such; only an address for people gets a document. */ const isNotADocument = (pathname)=>/^\/(api|assets|remotes)(\/|$)/.test(pathname) || /\.\w+$/.test(pathname);
const siteOf = ({ socket }, { port })=>socket.localPort === port + 1 ? 'back-office' : 'shell';
function sendDocument(request, reply, { status, etag, plain, brotli }) {
    reply.headers({
        ETag: etag,
        Vary: 'Accept-Encoding'
    });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    reply.status(status).type('text/html; charset=utf-8');
    if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(plain);
    return reply.header('Content-Encoding', 'br').send(brotli);
}
async function partnerSite(config) {
    const server = __WEBPACK_EXTERNAL_MODULE_fastify_fastify__();
    const headers = {
        ...securityHeaders('document', config.shellOrigin),
        'Content-Security-Policy': partnerContentPolicy
    };
    server.addHook('onRequest', async (_request, reply)=>void reply.headers(headers));
    // The page of another house links to the bank without knowing its address.
    server.get('/go/signup', (_request, reply)=>reply.redirect(`${config.shellOrigin}/signup`, 302));
    await server.register(__WEBPACK_EXTERNAL_MODULE__fastify_static_da394552_default__, {
        root: __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_default__.join(config.hostsDir, 'partner-site/public'),
        cacheControl: false
    });
    server.setNotFoundHandler((_request, reply)=>reply.status(404).sendFile('404.html'));
    await server.ready();
    return server;
}
/** Both loopback addresses unless a host is named: `localhost` means either, and nobody else is let in. */ async function listen(handle, host, port) {
    if (host) return [
        await listenOn(handle, host, port)
    ];
    const first = await listenOn(handle, '127.0.0.1', port);
    const second = await listenOn(handle, '::1', port).catch((error)=>{
        if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return undefined;
        throw error;
    });
    return second ? [
        first,
        second
    ] : [
        first
    ];
}
function listenOn(handle, host, port) {
    return new Promise((resolve, reject)=>{
        const server = __WEBPACK_EXTERNAL_MODULE_node_http_b674be28_createServer__({
            keepAliveTimeout: 72_000,
            requestTimeout: 60_000
        }, handle);
        server.once('error', reject);
        server.listen(port, host, ()=>resolve(server));
    });
}
/** Takes no more connections, ends the idle ones, and waits for the requests under way. */ const sites_closed = (server)=>new Promise((resolve)=>{
        server.close(()=>resolve());
        server.closeIdleConnections();
    });

;// ./src/main.ts








/** The longest that a stop waits for what is under way. */ const stopSeconds = 10;
async function main_start() {
    const app = await __WEBPACK_EXTERNAL_MODULE__nestjs_core_2d2863a5_NestFactory__.create(AppModule, fastifyAdapter(readConfig()), {
        bodyParser: false,
        bufferLogs: true,
        abortOnError: false
    });
    app.useLogger(app.get(__WEBPACK_EXTERNAL_MODULE_nestjs_pino_a12f157f_Logger__));
    app.setGlobalPrefix('api');
    await serveReference(app);
    await app.init();
    const sites = await serveSites(app);
    stopWhenAsked(async ()=>{
        await sites.close();
        await app.close();
    });
}
/** Stops on the usual signals, and with the parent process that started this one. */ function stopWhenAsked(close) {
    let stopping = false;
    const stop = ()=>{
        if (stopping) return;
        stopping = true;
        setTimeout(()=>process.exit(0), stopSeconds * 1000).unref();
        close().then(()=>process.exit(0), (error)=>{
            console.error(error);
            process.exit(1);
        });
    };
    for (const signal of [
        'SIGTERM',
        'SIGINT'
    ])process.on(signal, stop);
    process.on('disconnect', stop);
}
main_start().catch((error)=>{
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
});


//# sourceMappingURL=main.js.map