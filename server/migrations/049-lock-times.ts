/** Which lock of a document a device's lock stands beside: its person may have given that back since and taken it anew in the browser. */
export const lockTimes = `
alter table disk_lock add column locked_at bigint not null default 0

update disk_lock set locked_at = coalesce((select i.locked_at from item as i where i.id = disk_lock.item_id), 0)
`;
