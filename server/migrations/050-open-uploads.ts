/**
 * Bytes that are promised room while they are still coming: they count together against the disk and, by the place that they go to,
 * against quotas. `person_id` is whose own area that is, 0 for nobody's; `organisation_id` is 0 for what only the disk has to hold.
 */
export const openUploads = `
create table byte_reservation (
  id bigint primary key,
  organisation_id bigint not null,
  person_id bigint not null,
  size bigint not null,
  created_at bigint not null
)
`;
