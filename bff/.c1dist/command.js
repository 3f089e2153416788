import "reflect-metadata";
import { Column as __WEBPACK_EXTERNAL_MODULE_typeorm_Column__, DataSource as __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__, Entity as __WEBPACK_EXTERNAL_MODULE_typeorm_Entity__, JoinColumn as __WEBPACK_EXTERNAL_MODULE_typeorm_JoinColumn__, ManyToOne as __WEBPACK_EXTERNAL_MODULE_typeorm_ManyToOne__, PrimaryColumn as __WEBPACK_EXTERNAL_MODULE_typeorm_PrimaryColumn__ } from "typeorm";
import { z as __WEBPACK_EXTERNAL_MODULE_zod_z__ } from "zod";
import { createConnection as __WEBPACK_EXTERNAL_MODULE_mysql2_promise_de279fdd_createConnection__ } from "mysql2/promise";
import { setTimeout as __WEBPACK_EXTERNAL_MODULE_node_timers_promises_eb16eb97_setTimeout__ } from "node:timers/promises";
import { default as __WEBPACK_EXTERNAL_MODULE_mysql2_default__ } from "mysql2";
import { availableParallelism as __WEBPACK_EXTERNAL_MODULE_node_os_e12349cb_availableParallelism__ } from "node:os";
import { dirname as __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_dirname__, join as __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_join__, resolve as __WEBPACK_EXTERNAL_MODULE_node_path_02319fef_resolve__ } from "node:path";
import { createCipheriv as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createCipheriv__, createHash as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createHash__, createHmac as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_createHmac__, hkdfSync as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_hkdfSync__, randomBytes as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomBytes__, randomInt as __WEBPACK_EXTERNAL_MODULE_node_crypto_803ecaf5_randomInt__ } from "node:crypto";
import { linkSync as __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_linkSync__, mkdirSync as __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_mkdirSync__, readFileSync as __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_readFileSync__, rmSync as __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_rmSync__, writeFileSync as __WEBPACK_EXTERNAL_MODULE_node_fs_75ed2103_writeFileSync__ } from "node:fs";
import { Injectable as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__, createParamDecorator as __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_createParamDecorator__ } from "@nestjs/common";
import { hash as __WEBPACK_EXTERNAL_MODULE__node_rs_argon2_1582a7f2_hash__, verify as __WEBPACK_EXTERNAL_MODULE__node_rs_argon2_1582a7f2_verify__ } from "@node-rs/argon2";
import { dictionary as __WEBPACK_EXTERNAL_MODULE__zxcvbn_ts_language_common_41d04e50_dictionary__ } from "@zxcvbn-ts/language-common";
import { default as __WEBPACK_EXTERNAL_MODULE_p_limit_2e0600fc_default__ } from "p-limit";
import { InjectRepository as __WEBPACK_EXTERNAL_MODULE__nestjs_typeorm_fb336920_InjectRepository__ } from "@nestjs/typeorm";

;// external "reflect-metadata"

;// external "typeorm"

;// external "zod"

;// ../libs/contracts/validation.ts
/* unused harmony import specifier */ var z;
/* unused harmony import specifier */ var en;
/* unused harmony import specifier */ var fr;



const texts = (/* unused pure expression or super */ null && ({
    fr,
    en
}));
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
/** A text that must be given, trimmed, of at most `max` characters, without control characters. */ const validation_text = (max)=>z.string().trim().min(1, rule('REQUIRED')).max(max).refine((value)=>!/\p{Cc}/u.test(value), rule('NOT_VALID'));
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

;// ./src/ledger/account.entity.ts
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
function _ts_metadata(metadataKey, metadataValue) {
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
_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_PrimaryColumn__({
        ...identifierColumn,
        unsigned: true
    }),
    _ts_metadata("design:type", Number)
], AccountEntity.prototype, "id", void 0);
_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        name: 'user_id',
        type: 'int',
        unsigned: true,
        nullable: true
    }),
    _ts_metadata("design:type", Object)
], AccountEntity.prototype, "userId", void 0);
_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        type: 'char',
        length: 3
    }),
    _ts_metadata("design:type", String)
], AccountEntity.prototype, "currency", void 0);
_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        ...moneyColumn,
        update: false,
        insert: false
    }),
    _ts_metadata("design:type", typeof BigInt === "undefined" ? Object : BigInt)
], AccountEntity.prototype, "balance", void 0);
_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE_typeorm_Column__({
        ...moneyColumn,
        name: 'card_limit'
    }),
    _ts_metadata("design:type", typeof BigInt === "undefined" ? Object : BigInt)
], AccountEntity.prototype, "cardLimit", void 0);
AccountEntity = _ts_decorate([
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

;// external "mysql2/promise"

;// external "node:timers/promises"

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

;// external "node:os"

;// external "node:path"

;// external "node:crypto"

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

;// ./src/ledger/grants.ts

/** Tables that only grow: the server may read and add, and its account has no right to change or remove. */ const growing = new Set([
    'audit_log',
    'entries',
    'transfers'
]);
/** Written by migrations alone. */ const readOnly = new Set([
    'migrations'
]);
/**
 * Gives the account that the server uses its rights on every table, when another account migrates (architecture,
 * money rules). `applicationAccount` is that account as `accountOf` names it, such as `bank_app@%`. Safe to
 * run again: rights that an earlier run or a person gave on a growing table are taken back.
 */ async function grantApplication(migration, applicationAccount) {
    const account = quotedAccount(applicationAccount);
    const tables = await migration.query(`SELECT TABLE_NAME AS name FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME`);
    for (const { name } of tables){
        const table = `\`${name.replaceAll('`', '``')}\``;
        if (readOnly.has(name)) await migration.query(`GRANT SELECT ON ${table} TO ${account}`);
        else if (growing.has(name)) {
            await migration.query(`GRANT SELECT, INSERT ON ${table} TO ${account}`);
            await migration.query(`REVOKE UPDATE, DELETE ON ${table} FROM ${account}`);
        } else await migration.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${account}`);
    }
}
/** The account that an address signs in as, asked of the server; before its first rights it may enter no database. */ async function accountOf(databaseUrl) {
    const server = new URL(databaseUrl);
    server.pathname = '';
    const connection = await __WEBPACK_EXTERNAL_MODULE_mysql2_promise_de279fdd_createConnection__({
        uri: server.toString()
    });
    try {
        const [rows] = await connection.query('SELECT CURRENT_USER() AS account');
        return String(rows[0]?.account);
    } finally{
        await connection.end();
    }
}
/** An account name may hold any character, an `@` included; the host after the last one may not. */ function quotedAccount(account) {
    const at = account.lastIndexOf('@');
    const quoted = (part)=>`'${part.replace(/[\\']/g, '\\$&')}'`;
    return `${quoted(account.slice(0, at))}@${quoted(account.slice(at + 1))}`;
}

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

;// external "@nestjs/common"

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

;// ./src/common/clock.ts
function clock_ts_decorate(decorators, target, key, desc) {
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
Clock = clock_ts_decorate([
    __WEBPACK_EXTERNAL_MODULE__nestjs_common_566fd17b_Injectable__()
], Clock);

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
function idempotency_ts_metadata(metadataKey, metadataValue) {
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
    idempotency_ts_metadata("design:type", Function),
    idempotency_ts_metadata("design:paramtypes", [
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

;// external "@nestjs/typeorm"

;// ./src/auth/secrets.ts
/* unused harmony import specifier */ var randomBytes;
/* unused harmony import specifier */ var createHash;
/* unused harmony import specifier */ var createDecipheriv;

/** A token that nobody guesses (256 bits), safe in an address. */ const newToken = ()=>randomBytes(32).toString('base64url');
/** What the database keeps of a token. It has too many bits to be searched for, so no slow hash is needed. */ const digest = (token)=>createHash('sha256').update(token).digest();
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
    const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, ivBytes), {
        authTagLength: tagBytes
    }).setAAD(Buffer.from(owner)).setAuthTag(data.subarray(ivBytes, ivBytes + tagBytes));
    return decipher.update(data.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

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
function _ts_param(paramIndex, decorator) {
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
    _ts_param(0, __WEBPACK_EXTERNAL_MODULE__nestjs_typeorm_fb336920_InjectRepository__(CardEntity)),
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

;// ./src/seed/determined.ts


/** A clock that shows what it was set to. */ class SetClock extends Clock {
    time;
    constructor(time){
        super(), this.time = time;
    }
    set(time) {
        this.time = time;
    }
    now() {
        return this.time;
    }
}
/** Draws the same numbers in every run: mulberry32, which is random enough for a demonstration and for nothing else. */ class SeededChance extends Chance {
    state = 20_261_121;
    below(bound) {
        this.state = this.state + 0x6d2b79f5 | 0;
        let mixed = Math.imul(this.state ^ this.state >>> 15, this.state | 1);
        mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
        return Math.floor(((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32 * bound);
    }
}

;// ./src/seed/history.ts
/** How far back the demonstration's movements reach. */ const history_historyDays = 200;
const history_once = (kind, description, amount, every, ago)=>({
        kind,
        descriptions: [
            description
        ],
        least: amount,
        most: amount,
        every,
        ago
    });
const maries = [
    history_once('deposit', 'Premier versement', 120_000, history_historyDays, history_historyDays - 1),
    history_once('transfer', 'Salaire Atelier Lumière', 218_000, 30, 19),
    history_once('transfer', 'Loyer 12 rue des Lilas', -74_500, 30, 15),
    history_once('transfer', 'Électricité et gaz', -6_840, 30, 11),
    history_once('card', 'Forfait mobile', -1_999, 30, 9),
    history_once('withdrawal', 'Retrait distributeur Gare de Lyon', -6_000, 21, 6),
    history_once('deposit', 'Ajout de fonds', 15_000, 40, 17),
    {
        kind: 'card',
        descriptions: [
            'Marché des Halles',
            'Boulangerie Martin',
            'Supermarché du Canal',
            'Librairie du Pont'
        ],
        least: -7_400,
        most: -640,
        every: 5,
        ago: 1
    },
    {
        kind: 'card',
        descriptions: [
            'Billet de train Paris – Lyon',
            'Cinéma Le Méliès',
            'Restaurant Chez Armelle'
        ],
        least: -8_900,
        most: -1_150,
        every: 24,
        ago: 4
    }
];
const pauls = [
    history_once('deposit', 'Premier versement', 90_000, history_historyDays, history_historyDays - 1),
    history_once('transfer', 'Salaire Menuiserie Kermarec', 192_000, 30, 21),
    history_once('transfer', 'Loyer 3 quai de la Fosse', -61_000, 30, 16),
    history_once('deposit', 'Ajout de fonds', 20_000, 60, 25),
    {
        kind: 'card',
        descriptions: [
            'Quincaillerie Nantaise',
            'Épicerie du Port',
            'Station-service de l’Erdre'
        ],
        least: -8_200,
        most: -900,
        every: 12,
        ago: 2
    }
];
/** Everything that a person’s habits led to before `now`, in no order. */ function pastMovements(habits, now, chance) {
    return habits.flatMap((habit)=>occurrences(habit, now, chance));
}
function occurrences({ kind, descriptions, least, most, every, ago }, now, chance) {
    const found = [];
    for(let days = ago; days < history_historyDays; days += every){
        found.push({
            kind,
            description: descriptions[chance.below(descriptions.length)] ?? '',
            amount: BigInt(least + chance.below(most - least + 1)),
            at: timeOfDay(now, days, chance)
        });
    }
    return found;
}
/** A moment in the opening hours of the day that lies so many days back. */ function timeOfDay(now, daysAgo, chance) {
    const at = new Date(now);
    at.setUTCDate(at.getUTCDate() - daysAgo);
    at.setUTCHours(7 + chance.below(12), chance.below(60), chance.below(60), 0);
    return at;
}

;// ./src/seed/people.ts

/** Who the people are beyond their sign-in names, and what they did with their accounts. */ const people = {
    admin: {
        first_name: 'Claire',
        last_name: 'Fontaine',
        phone: '+33 1 99 00 12 01',
        kyc_status: 'approved',
        habits: [],
        cards: []
    },
    marie: {
        first_name: 'Marie',
        last_name: 'Lefèvre',
        phone: '+33 6 39 98 10 02',
        kyc_status: 'approved',
        habits: maries,
        cards: [
            {
                type: 'standard',
                brand: 'VISA',
                virtual: false,
                status: 'active'
            },
            {
                type: 'premium',
                brand: 'Mastercard',
                virtual: false,
                status: 'blocked'
            },
            {
                type: 'standard',
                brand: 'Mastercard',
                virtual: true,
                status: 'active'
            }
        ]
    },
    sofia: {
        first_name: 'Sofia',
        last_name: 'Benali',
        phone: '+33 1 99 00 12 03',
        kyc_status: 'approved',
        habits: [],
        cards: []
    },
    paul: {
        first_name: 'Paul',
        last_name: 'N’Diaye',
        phone: '+33 6 39 98 10 04',
        kyc_status: 'pending',
        habits: pauls,
        cards: [
            {
                type: 'standard',
                brand: 'Mastercard',
                virtual: false,
                status: 'active'
            },
            {
                type: 'elite',
                brand: 'VISA',
                virtual: false,
                status: 'blocked'
            }
        ]
    }
};

;// ./src/seed/seed.ts















/**
 * Fills an empty database with the demonstration data (wire contract, section 5), all or nothing and the same in
 * every run but for the dates, which are counted back from `now`. Answers whether it did: a database that has
 * users is left alone.
 */ async function seed(dataSource, config, now) {
    const passwords = new PasswordsService(config);
    const hashes = await Promise.all(demonstrationPeople.map(({ password })=>passwords.hash(password)));
    return inTransaction(dataSource, async (runner)=>{
        // Two that seed at once meet here: the second waits, and then sees the users of the first.
        await runner.query('INSERT INTO bank_settings (name, value) VALUES (?, ?) ON DUPLICATE KEY UPDATE name = name', [
            demonstrationSetting,
            'no'
        ]);
        const [users] = await runner.query('SELECT COUNT(*) AS count FROM users');
        if (Number(users.count) > 0) return false;
        const seeding = new Seeding(dataSource, config, runner, now);
        for (const [index, signIn] of demonstrationPeople.entries()){
            await seeding.add(index + 1, signIn, people[signIn.username], hashes[index] ?? '');
        }
        await seeding.live();
        await runner.query('UPDATE bank_settings SET value = ? WHERE name = ?', [
            'yes',
            demonstrationSetting
        ]);
        return true;
    });
}
/** The ordinary services under a clock that shows the past and a chance that always falls the same. */ let Seeding = class Seeding {
    runner;
    now;
    clock;
    chance = new SeededChance();
    lives = [];
    users;
    accounts;
    ledger;
    cards;
    constructor(dataSource, config, runner, now){
        this.runner = runner;
        this.now = now;
        this.clock = new SetClock(now);
        const audit = new AuditService(this.clock);
        const idempotency = new Idempotency(dataSource, this.clock);
        this.users = new UsersService(dataSource, this.clock);
        this.ledger = new LedgerService(audit, this.chance, this.clock);
        this.accounts = new AccountsService(dataSource, idempotency, this.ledger, this.clock);
        this.cards = new CardsService(dataSource.getRepository(CardEntity), this.accounts, audit, idempotency, config, this.chance, this.clock);
    }
    /** Adds a person with an account and cards, at a time before anything happened on it. */ async add(id, signIn, person, passwordHash) {
        this.clock.set(new Date(this.now.getTime() - ((/* inlined export .historyDays */200) + 5 - id) * 86_400_000));
        await this.addUser(id, signIn, person, passwordHash);
        await this.accounts.open(this.runner, id);
        const accountId = await this.accounts.idOf(this.runner, id);
        const cardIds = [];
        for (const card of person.cards)cardIds.push(await this.cards.issue(this.runner, {
            accountId,
            ...card
        }));
        this.lives.push({
            userId: id,
            accountId,
            cardId: cardIds[0],
            habits: person.habits
        });
    }
    /** Posts what everybody's habits led to in the order in which it happened, as the ledger would have seen it. */ async live() {
        const movements = this.lives.flatMap((life)=>pastMovements(life.habits, this.now, this.chance).map((movement)=>({
                    life,
                    movement
                }))).sort((left, right)=>left.movement.at.getTime() - right.movement.at.getTime());
        const cardUses = new Map();
        for (const { life, movement } of movements){
            await this.post(life, movement);
            if (movement.kind === 'card' && life.cardId) cardUses.set(life.cardId, movement.at);
        }
        for (const [cardId, lastUsedAt] of cardUses){
            await this.runner.manager.update(CardEntity, cardId, {
                lastUsedAt
            });
        }
    }
    /** The id is made certain: a seeding that was given up has used up some. */ async addUser(id, signIn, person, passwordHash) {
        const { first_name, last_name, phone, kyc_status } = person;
        const { email, username, role } = signIn;
        const given = await this.users.create(this.runner, {
            ...{
                email,
                username,
                role,
                first_name,
                last_name,
                phone,
                kyc_status,
                passwordHash
            },
            language: 'fr'
        });
        const submitted = kyc_status === 'approved' ? this.clock.now() : null;
        await this.runner.query('UPDATE users SET id = ?, kyc_submitted_at = ? WHERE id = ?', [
            id,
            submitted,
            given
        ]);
    }
    async post({ userId, accountId }, { kind, description, amount, at }) {
        this.clock.set(at);
        const other = kind === 'deposit' ? bankAccounts.funding : bankAccounts.outside;
        await this.ledger.post(this.runner, {
            kind,
            description,
            legs: [
                {
                    accountId: other,
                    amount: -amount
                },
                {
                    accountId,
                    amount
                }
            ],
            createdBy: userId,
            requestId: null
        });
    }
};

;// ./src/command.ts








/** What `node bff/dist/command.js <name>` does. */ const commands = {
    migrate: ()=>withMigrations(migrate),
    revert: ()=>withMigrations((dataSource)=>dataSource.undoLastMigration({
                transaction: 'each'
            })),
    seed: seedDatabase
};
async function migrate(dataSource, { databaseUrl, databaseMigrationUrl }) {
    await dataSource.runMigrations({
        transaction: 'each'
    });
    if (databaseUrl !== databaseMigrationUrl) await grantApplication(dataSource, await accountOf(databaseUrl));
}
async function seedDatabase() {
    const config = readConfig();
    const entities = [
        AccountEntity,
        CardEntity
    ];
    const dataSource = await new __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__({
        ...await databaseOptions(config),
        entities
    }).initialize();
    try {
        const done = await seed(dataSource, config, new Date());
        console.info(done ? 'The demonstration data is in place.' : 'The database has users: nothing was seeded.');
    } finally{
        await dataSource.destroy();
    }
}
async function withMigrations(work) {
    const config = readConfig();
    const dataSource = await new __WEBPACK_EXTERNAL_MODULE_typeorm_DataSource__(await databaseOptions(config, 'migrate')).initialize();
    try {
        await work(dataSource, config);
    } finally{
        await dataSource.destroy();
    }
}
async function run(name) {
    const command = commands[name];
    if (!command) throw new ConfigError(`Commands: ${Object.keys(commands).join(', ')}.`);
    await command();
}
run(process.argv[2] ?? '').catch((error)=>{
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
});


//# sourceMappingURL=command.js.map