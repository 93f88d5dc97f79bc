import type { Engine } from '../../src/platform/db/open-database.ts';

/** Triggers that count bytes in the table quota of identity-quotas.ts: of the site, of the organisation, and of the owner of a personal area. */
export const documentQuotas = (engine: Engine): string => `
${countRevisions[engine]}

${countMoves[engine]}
`;

/** The quotas that a document's bytes count in. A personal area counts only where its owner's account is. */
const holders = (document: string): string => `(kind, holder_id) in (
    select 'bytes', 0
    union all select 'space', organisation_id from item where id = ${document}
    union all select 'person', item.area_owner_id from item join person on person.id = item.area_owner_id and person.organisation_id = item.organisation_id
      where item.id = ${document} and item.area = 2)`;

const countRevisions = {
  sqlite: `
create trigger revision_in_quota after insert on revision begin
  update quota set used = used + new.size where ${holders('new.document_id')};
end

create trigger revision_out_of_quota after delete on revision begin
  update quota set used = used - old.size where ${holders('old.document_id')};
end`,
  postgres: `
create function revision_in_quota() returns trigger language plpgsql as $body$
begin
  if tg_op = 'INSERT' then
    update quota set used = used + new.size where ${holders('new.document_id')};
  else
    update quota set used = used - old.size where ${holders('old.document_id')};
  end if;
  return null;
end $body$

create trigger revision_in_quota after insert or delete on revision for each row execute function revision_in_quota()`,
};

/** The bytes of a document that leaves or enters a personal area. */
const move = (row: 'old' | 'new', sign: '-' | '+'): string => `update quota
    set used = used ${sign} (select coalesce(sum(size), 0) from revision where document_id = ${row}.id)
    where kind = 'person' and holder_id = ${row}.area_owner_id and ${row}.area = 2
      and exists (select 1 from person where id = ${row}.area_owner_id and organisation_id = ${row}.organisation_id);`;

const countMoves = {
  sqlite: `
create trigger item_in_quota after update of area, area_owner_id on item
  when new.kind = 33 and (old.area <> new.area or old.area_owner_id <> new.area_owner_id) begin
  ${move('old', '-')}
  ${move('new', '+')}
end`,
  postgres: `
create function item_in_quota() returns trigger language plpgsql as $body$
begin
  ${move('old', '-')}
  ${move('new', '+')}
  return null;
end $body$

create trigger item_in_quota after update of area, area_owner_id on item for each row
  when (new.kind = 33 and (old.area <> new.area or old.area_owner_id <> new.area_owner_id)) execute function item_in_quota()`,
};
