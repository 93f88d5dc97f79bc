/**
 * How much there may be, and is, of what is limited: a row only where a limit is set. Kinds: `person` and `space` count the bytes of
 * every revision that is kept, those in the bin too; of the whole site `bytes` does, and `people`, `guests` and `organisations` count
 * accounts that may sign in, places of guests and open organisations. Holder 0 is the site; its `ends` is a time and counts nothing.
 * Triggers count, so that no deed can forget it, and one of them is the law: what is used never grows past what may be, though it may
 * stand there from before.
 */
const tables = `
create table quota (
  kind text not null,
  holder_id bigint not null,
  most bigint not null,
  used bigint not null,
  told integer not null default 0,
  primary key (kind, holder_id)
)

create index item_own on item (shelf_id, organisation_id) where area = 2 and kind = 33

alter table organisation add column person_quota bigint

create table usage_day (
  day text primary key,
  people bigint not null,
  guests bigint not null,
  organisations bigint not null,
  documents bigint not null,
  bytes bigint not null
)
`;

/** Whose bytes a document's are, by its id. The area is the person's own, where their account is. */
const holders = (document: string): string => `(kind, holder_id) in (
    select 'bytes', 0
    union all select 'space', organisation_id from item where id = ${document}
    union all select 'person', item.shelf_id from item join person on person.id = item.shelf_id and person.organisation_id = item.organisation_id
      where item.id = ${document} and item.area = 2)`;

/** Bytes that leave or enter somebody's own area with a document. */
const moved = (row: 'old' | 'new', sign: string): string => `update quota
    set used = used ${sign} (select coalesce(sum(size), 0) from revision where document_id = ${row}.id)
    where kind = 'person' and holder_id = ${row}.shelf_id and ${row}.area = 2
      and exists (select 1 from person where id = ${row}.shelf_id and organisation_id = ${row}.organisation_id);`;

const counted = (kind: string, change: string): string =>
  `update quota set used = used + ${change} where kind = '${kind}' and holder_id = 0;`;

const sqliteTriggers = `
create trigger quota_kept before update of used on quota when new.used > old.used and new.used > new.most begin
  select raise(abort, 'over quota ' || new.kind);
end

create trigger revision_in_quota after insert on revision begin
  update quota set used = used + new.size where ${holders('new.document_id')};
end

create trigger revision_out_of_quota after delete on revision begin
  update quota set used = used - old.size where ${holders('old.document_id')};
end

create trigger item_in_quota after update of area, shelf_id on item
  when new.kind = 33 and (old.area <> new.area or old.shelf_id <> new.shelf_id) begin
  ${moved('old', '-')}
  ${moved('new', '+')}
end

create trigger person_in_quota after insert on person when new.enabled = 1 begin
  ${counted('people', '1')}
end

create trigger person_changed_quota after update of enabled on person when old.enabled <> new.enabled begin
  ${counted('people', '(new.enabled - old.enabled)')}
end

create trigger person_out_of_quota after delete on person when old.enabled = 1 begin
  ${counted('people', '-1')}
end

create trigger guest_in_quota after insert on space_member begin
  ${counted('guests', '1')}
end

create trigger guest_out_of_quota after delete on space_member begin
  ${counted('guests', '-1')}
end

create trigger organisation_in_quota after insert on organisation when new.enabled = 1 begin
  ${counted('organisations', '1')}
end

create trigger organisation_changed_quota after update of enabled on organisation when old.enabled <> new.enabled begin
  ${counted('organisations', '(new.enabled - old.enabled)')}
end

create trigger organisation_out_of_quota after delete on organisation when old.enabled = 1 begin
  ${counted('organisations', '-1')}
end
`;

const enabledCount = (table: 'person' | 'organisation', kind: string): string => `
create function ${table}_in_quota() returns trigger language plpgsql as $body$
declare change bigint := 0;
begin
  if tg_op <> 'INSERT' then change := change - old.enabled; end if;
  if tg_op <> 'DELETE' then change := change + new.enabled; end if;
  if change <> 0 then ${counted(kind, 'change')} end if;
  return null;
end $body$

create trigger ${table}_in_quota after insert or delete or update of enabled on ${table} for each row execute function ${table}_in_quota()
`;

const postgresTriggers = `
create function keep_quota() returns trigger language plpgsql as $body$
begin
  if new.used > old.used and new.used > new.most then
    raise exception 'over quota %', new.kind using errcode = 'check_violation';
  end if;
  return new;
end $body$

create trigger quota_kept before update of used on quota for each row execute function keep_quota()

create function revision_in_quota() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then
    update quota set used = used + new.size where ${holders('new.document_id')};
  else
    update quota set used = used - old.size where ${holders('old.document_id')};
  end if;
  return null;
end $body$

create trigger revision_in_quota after insert or delete on revision for each row execute function revision_in_quota()

create function item_in_quota() returns trigger language plpgsql as $body$
begin
  ${moved('old', '-')}
  ${moved('new', '+')}
  return null;
end $body$

create trigger item_in_quota after update of area, shelf_id on item for each row
  when (new.kind = 33 and (old.area <> new.area or old.shelf_id <> new.shelf_id)) execute function item_in_quota()
${enabledCount('person', 'people')}
${enabledCount('organisation', 'organisations')}
create function guest_in_quota() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then ${counted('guests', '1')} else ${counted('guests', '-1')} end if;
  return null;
end $body$

create trigger guest_in_quota after insert or delete on space_member for each row execute function guest_in_quota()
`;

export const quotas = (engine: 'sqlite' | 'postgres'): string => tables + (engine === 'sqlite' ? sqliteTriggers : postgresTriggers);
