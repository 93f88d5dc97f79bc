import { type MigrationStep, runScript } from '../src/platform/db/open-database.ts';

/**
 * The two numbers of a version label such as "2.1", on revisions and, of the current revision, on documents, so that lists need no join.
 * `number` and `version_no` go on to order and address revisions. The first revision of a document is 1.0; `number` counts deleted
 * revisions too, which are taken for minor ones. Rows at 1.0 have the defaults already, and are not written.
 */
const labels = `
alter table revision add column major_no integer not null default 1

alter table revision add column minor_no integer not null default 0

alter table item add column major_no integer not null default 1

alter table item add column minor_no integer not null default 0

-- as submitted, for revisions that are deleted later
alter table flow_document add column label text not null default ''

update revision set major_no = label.major_no, minor_no = label.minor_no
from (
  select id,
    1 + sum(case when number > 1 then major else 0 end) over history as major_no,
    number - max(case when major = 1 then number else 1 end) over history as minor_no
  from revision
  window history as (partition by document_id order by number)
) as label
where label.id = revision.id and revision.number > 1

update item set major_no = revision.major_no, minor_no = revision.minor_no
from revision
where revision.id = item.revision_id and revision.number > 1

update flow_document set label = revision.major_no || '.' || revision.minor_no
from revision
where revision.id = flow_document.revision_id
`;

const withoutLabels = `
alter table flow_document drop column label

alter table item drop column minor_no

alter table item drop column major_no

alter table revision drop column minor_no

alter table revision drop column major_no
`;

export const step: MigrationStep = {
  up: (db, engine) => runScript(db, engine, labels),
  down: (db, engine) => runScript(db, engine, withoutLabels),
};
