/** Passkeys: the public half of a key that somebody's device holds. The counter tells a copied key from the one that was copied. */
export const passkeys = `
create table passkey (
  id bigint primary key,
  person_id bigint not null references person (id),
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_at bigint not null,
  used_at bigint
)

create unique index passkey_credential on passkey (credential_id)

create index passkey_person on passkey (person_id, id)
`;
