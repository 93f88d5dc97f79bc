/** When the invited were last told that a meeting moved, or will be next: moves in between are told of together. */
export const meetingMoves = `
alter table meeting add column moved_at bigint not null default 0
`;
