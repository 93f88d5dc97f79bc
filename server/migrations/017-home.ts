/** What people of one department made last: along the index of each of them. */
export const home = `
create index item_by_creator on item (creator_id, kind, bin_id, created_at, acl_id)
`;
