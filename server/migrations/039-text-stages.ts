/**
 * The text of a document may take several ways: its own reader (0), the pages that the office engine makes (1), words recognised on
 * pictures of pages (2); `stage` is the one that it waits for. What was read in vain so far is read once more.
 */
export const textStages = `
alter table text_queue add column stage integer not null default 0

create index text_queue_stage on text_queue (stage, item_id)

delete from indexed_text where body = ''
`;
