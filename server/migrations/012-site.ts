/** The settings of the site: one JSON value for each group. */
export const site = `
create table site_setting (name text primary key, value text not null, updated_at bigint not null, updater_id bigint not null)
`;
