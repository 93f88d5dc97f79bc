/**
 * The operation log as a chain: each line has a number without gaps and a hash over itself and the line before, so that a missing or
 * altered one is found. Lines from before, up to the id `loose_to`, have number 0 until the first new one comes.
 */
export const logChain = `
alter table log_entry add column seq bigint not null default 0

alter table log_entry add column chain text not null default ''

create index log_entry_loose on log_entry (id) where seq = 0

create unique index log_entry_seq on log_entry (seq) where seq > 0

create table log_head (id bigint primary key, seq bigint not null, chain text not null, loose_to bigint not null)

insert into log_head (id, seq, chain, loose_to) select 1, 0, '', coalesce(max(id), 0) from log_entry
`;
