/** By whose invitation somebody comes, and which papers came after it: its id is older than theirs. */
export const invitations = `
alter table meeting_person add column inviter_id bigint not null default 0

alter table meeting_person add column invitation_id bigint not null default 0
`;
