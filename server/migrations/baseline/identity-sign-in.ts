/** Sessions and everything that a sign-in needs. Tokens, codes and secrets of devices are stored as hashes only. */
export const signIn = `
-- space_id: the organisation it works in; home_id: the user's own one, so that an organisation lists its sessions along an index
-- sign_in_provider: the sign-in provider, "scan" for a scanned code, empty for the own password; role_id: the role it works in, 0 for all that the user has
-- viewer_id and viewer_session: in a view-as session, the administrator who looks as this user, and their own session
create table session (
  token_hash text primary key,
  id bigint not null unique,
  person_id bigint not null references person (id),
  space_id bigint not null,
  address text not null,
  agent text not null,
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null,
  sign_in_provider text not null default '',
  role_id bigint not null default 0,
  home_id bigint not null default 0,
  viewer_id bigint,
  viewer_session bigint,
  password_due integer not null default 0
)

create index session_person on session (person_id)

create index session_expiry on session (expires_at)

create index session_home on session (home_id, seen_at, id)

create index session_guest on session (space_id, seen_at, id) where home_id <> space_id

-- view-as sessions that have not been reported yet; kept apart from session, because sessions end in many ways
create table view_as_session (
  id bigint primary key,
  viewer_id bigint not null,
  viewer_name text not null,
  person_id bigint not null,
  person_name text not null,
  space_id bigint not null,
  address text not null,
  begun_at bigint not null
)

create index view_as_session_viewer on view_as_session (viewer_id)

-- failed sign-ins, counted for each account and for each address
create table sign_in_attempt (key text primary key, failures integer not null, first_at bigint not null, blocked_until bigint not null)

create table captcha (id text primary key, answer text not null, tries integer not null, expires_at bigint not null)

-- a step that waits for a code: the second factor, a forgotten password, the proof of a mail address
create table verification (
  id text primary key,
  purpose text not null,
  person_id bigint not null,
  code_hash text not null,
  facts text not null,
  tries integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null
)

create index verification_expiry on verification (expires_at)

-- last_step is the last accepted time step of a one-time password, so that none is accepted twice
create table authenticator (
  person_id bigint primary key references person (id),
  secret text not null,
  confirmed_at bigint,
  last_step bigint not null default 0
)

create table recovery_code (person_id bigint not null references person (id), code_hash text not null, primary key (person_id, code_hash))

-- the public half of a key on a user's device; counter tells a copy of the key from the original
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

-- ties an account of an outside provider to a user; shown is its name at the provider
create table external_identity (
  provider text not null,
  subject text not null,
  person_id bigint not null references person (id),
  shown text not null,
  created_at bigint not null,
  used_at bigint,
  primary key (provider, subject)
)

create unique index external_identity_person on external_identity (person_id, provider)

-- tickets that may be used once
create table used_ticket (id text primary key, expires_at bigint not null)

create index used_ticket_expiry on used_ticket (expires_at)

-- a sign-in by a scanned code, from showing the code to the confirmation on the other device
create table qr_sign_in (
  id text primary key,
  secret_hash text not null,
  state text not null,
  person_id bigint,
  session_id bigint,
  address text not null,
  agent text not null,
  expires_at bigint not null
)

create index qr_sign_in_expiry on qr_sign_in (expires_at)

-- devices from which a user signed in before: another one is announced to the user
create table known_device (person_id bigint not null, device_hash text not null, seen_at bigint not null, primary key (person_id, device_hash))

-- sign-ins that are under way at an outside provider, with what only this server may know; browser_hash ties each to the browser that began it
create table sign_in_flow (id text primary key, browser_hash text not null, facts text not null, expires_at bigint not null)

create index sign_in_flow_expiry on sign_in_flow (expires_at)

-- passwords that a user had before and may not choose again
create table former_password (
  id bigint primary key,
  person_id bigint not null references person (id),
  hash text not null
)

create index former_password_person on former_password (person_id, id)

-- ranges of addresses that are allowed or refused; target_id 0: for everybody
create table address_range (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  name_key text not null,
  addresses text not null,
  low text not null,
  high text not null,
  scope text not null,
  kind text not null,
  target_type text not null,
  target_id bigint not null,
  enabled integer not null default 1,
  created_at bigint not null
)

create index address_range_list on address_range (organisation_id, name_key, id)
`;
