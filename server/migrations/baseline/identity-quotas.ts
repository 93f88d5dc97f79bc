import type { Engine } from '../../src/platform/db/open-database.ts';

/**
 * Quotas and the licence. A row stands only where a limit is set. Kinds `person` and `space` count the bytes of every revision, those in
 * the bin too. Holder 0 is the whole site: `bytes` as above, `people` the enabled accounts, `guests` the memberships of guests,
 * `organisations` the enabled organisations, and `ends` the time at which the licence ends, which counts nothing.
 *
 * Triggers count, so that no statement can forget it. `quota_kept` refuses to raise a used amount above its limit; an amount that is
 * already above, because the limit was lowered, may still fall. Bytes are counted in documents-quotas.ts.
 */
export const quotas = (engine: Engine): string => `
-- warned_percent: the used share at which the holder was last warned
create table quota (
  kind text not null,
  holder_id bigint not null,
  max_amount bigint not null,
  used bigint not null,
  warned_percent integer not null default 0,
  primary key (kind, holder_id)
)

create table usage_day (
  day text primary key,
  people bigint not null,
  guests bigint not null,
  organisations bigint not null,
  documents bigint not null,
  bytes bigint not null
)

${keepLimit[engine]}

${countEnabled('person', 'people')[engine]}

${countGuests[engine]}

${countEnabled('organisation', 'organisations')[engine]}
`;

const keepLimit = {
  sqlite: `
create trigger quota_kept before update of used on quota when new.used > old.used and new.used > new.max_amount begin
  select raise(abort, 'over quota ' || new.kind);
end`,
  postgres: `
create function keep_quota() returns trigger language plpgsql as $body$
begin
  if new.used > old.used and new.used > new.max_amount then
    raise exception 'over quota %', new.kind using errcode = 'check_violation';
  end if;
  return new;
end $body$

create trigger quota_kept before update of used on quota for each row execute function keep_quota()`,
};

const add = (kind: string, change: string): string => `update quota set used = used + ${change} where kind = '${kind}' and holder_id = 0;`;

const countEnabled = (table: 'person' | 'organisation', kind: string) => ({
  sqlite: `
create trigger ${table}_in_quota after insert on ${table} when new.enabled = 1 begin
  ${add(kind, '1')}
end

create trigger ${table}_changed_quota after update of enabled on ${table} when old.enabled <> new.enabled begin
  ${add(kind, '(new.enabled - old.enabled)')}
end

create trigger ${table}_out_of_quota after delete on ${table} when old.enabled = 1 begin
  ${add(kind, '-1')}
end`,
  postgres: `
create function ${table}_in_quota() returns trigger language plpgsql as $body$
declare change bigint := 0;
begin
  if tg_op <> 'INSERT' then change := change - old.enabled; end if;
  if tg_op <> 'DELETE' then change := change + new.enabled; end if;
  if change <> 0 then ${add(kind, 'change')} end if;
  return null;
end $body$

create trigger ${table}_in_quota after insert or delete or update of enabled on ${table} for each row execute function ${table}_in_quota()`,
});

const countGuests = {
  sqlite: `
create trigger guest_in_quota after insert on guest_membership begin
  ${add('guests', '1')}
end

create trigger guest_out_of_quota after delete on guest_membership begin
  ${add('guests', '-1')}
end`,
  postgres: `
create function guest_in_quota() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then ${add('guests', '1')} else ${add('guests', '-1')} end if;
  return null;
end $body$

create trigger guest_in_quota after insert or delete on guest_membership for each row execute function guest_in_quota()`,
};
