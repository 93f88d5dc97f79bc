import { type Engine, type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * Notifications that push services carry to browsers. `push_device` is a browser that its user subscribed, by the address that its push service gave
 * it; it lasts no longer than the session in which that was done: a trigger removes it with the session, by whatever way that ends. `push_line` is a
 * message that waits for a device; `lease` is the end of a claim. `push_muted` has the kinds that users turned off.
 * The index of `access_request` serves the list of all requests that a user may answer.
 */
const tables = `
create table push_device (
  id bigint primary key,
  person_id bigint not null,
  session_id bigint not null,
  endpoint text not null,
  endpoint_hash text not null,
  p256dh text not null,
  auth text not null,
  agent text not null,
  created_at bigint not null,
  sent_at bigint not null
);

create unique index push_device_endpoint on push_device (endpoint_hash);

create index push_device_of_person on push_device (person_id, created_at);

create index push_device_of_session on push_device (session_id);

create table push_line (
  message_id bigint not null,
  device_id bigint not null,
  person_id bigint not null,
  kind text not null,
  created_at bigint not null,
  run_at bigint not null,
  lease bigint not null,
  attempts integer not null,
  primary key (message_id, device_id)
);

create index push_line_due on push_line (run_at, message_id);

create index push_line_of_device on push_line (device_id);

create table push_muted (
  person_id bigint not null,
  kind text not null,
  primary key (person_id, kind)
);

create index access_request_waiting on access_request (organisation_id, created_at, id)
`;

const triggers: Record<Engine, string> = {
  sqlite: `
create trigger push_ends_with_session after delete on session begin
  delete from push_device where session_id = old.id;
end

create trigger push_lines_end after delete on push_device begin
  delete from push_line where device_id = old.id;
end`,
  postgres: `
create function end_push() returns trigger language plpgsql as $body$
begin
  if tg_table_name = 'session' then
    delete from push_device where session_id = old.id;
  else
    delete from push_line where device_id = old.id;
  end if;
  return null;
end $body$

create trigger push_ends_with_session after delete on session for each row execute function end_push()

create trigger push_lines_end after delete on push_device for each row execute function end_push()`,
};

const tableDrops = `
drop index access_request_waiting;

drop table push_muted;

drop table push_line;

drop table push_device
`;

const triggerDrops: Record<Engine, string> = {
  sqlite: `
drop trigger push_lines_end

drop trigger push_ends_with_session`,
  postgres: `
drop trigger push_lines_end on push_device

drop trigger push_ends_with_session on session

drop function end_push()`,
};

export const step: MigrationStep = {
  async up(db, engine) {
    await runScript(db, engine, tables);
    await runScript(db, engine, triggers[engine]);
  },
  async down(db, engine) {
    await runScript(db, engine, triggerDrops[engine]);
    await runScript(db, engine, tableDrops);
  },
};
