/** Which visitor of which link sent a revision, in words: share and visit may be gone long before it. Without a link staff brought it. */
export const revisionsByLink = `
alter table revision add column visitor text not null default ''

alter table revision add column link text not null default ''

create index revision_by_link on revision (document_id) where link <> ''
`;
