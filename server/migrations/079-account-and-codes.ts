import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * `picture` of a linked account is its image there as a data URL, empty where there is none; `sex` is the number that the provider gave (1 male,
 * 2 female, 0 not told). `address` of a verification code is the block of addresses that requested its image, for sign-ins that name no image.
 */
const tables = `
alter table external_identity add column picture text not null default '';

alter table external_identity add column sex integer not null default 0;

alter table captcha add column address text not null default '';

create index captcha_address on captcha (address, expires_at)
`;

const drops = `
drop index captcha_address;

alter table captcha drop column address;

alter table external_identity drop column sex;

alter table external_identity drop column picture
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, tables),
  down: (db, engine) => runScript(db, engine, drops),
};
