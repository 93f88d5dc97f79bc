// Generated from the migrations by `npm run types`; never edited.
import type { Generated } from 'kysely';

export interface AccessGrantTable {
  id: number;
  root_id: number;
  principal_type: string;
  principal_id: number;
  level: number;
  inheritance_scope: number;
  deadline: number | null;
  creator_id: number;
  created_at: number;
  grantable_permissions: number | null;
  reminded: Generated<number>;
  reminded_for: Generated<number>;
}

export interface AccessRequestTable {
  id: number;
  organisation_id: number;
  item_id: number;
  person_id: number;
  note: string;
  created_at: number;
  acl_id: Generated<number>;
}

export interface AccessReviewTable {
  id: number;
  organisation_id: number;
  item_id: number;
  opener_id: number;
  opened_at: number;
  closer_id: Generated<number>;
  closed_at: Generated<number>;
  notes: Generated<string>;
  confirmed: Generated<number>;
  taken: Generated<number>;
  gone: Generated<number>;
}

export interface AccessReviewLineTable {
  id: number;
  review_id: number;
  grant_id: number;
  root_id: number;
  root_name: string;
  own_list: number;
  principal_type: string;
  principal_id: number;
  principal_name: string;
  level: number;
  grantable_permissions: number | null;
  inheritance_scope: number;
  deadline: number | null;
  giver_name: string;
  given_at: number;
  result: Generated<string>;
  decider_id: Generated<number>;
  decided_at: Generated<number>;
  note: Generated<string>;
}

export interface AccessReviewPlanTable {
  item_id: number;
  organisation_id: number;
  months: number;
  next_at: number;
  reminded_for: Generated<number>;
}

export interface AcknowledgementTable {
  request_id: number;
  person_id: number;
  name: string;
  name_sort: string;
  acknowledged_at: number;
  notice: string;
  opened_at: Generated<number>;
}

export interface AcknowledgementLeftOutTable {
  request_id: number;
  person_id: number;
  name: string;
  name_sort: string;
}

export interface AcknowledgementRequestTable {
  id: number;
  item_id: number;
  revision_id: number;
  principals: string;
  note: string;
  renewal: string;
  due_at: number;
  due_stage: number;
  creator_id: number;
  created_at: number;
  reminded_at: number;
  completed_at: number;
  closed_at: number;
  origin: Generated<string>;
}

export interface AclTable {
  id: number;
  root_id: number;
  inheritance_depth: number;
  parent_id: number;
  inherits: number;
  owner_id: number;
  organisation_id: Generated<number>;
  has_expired: Generated<number>;
}

export interface ActivityTable {
  id: number;
  item_id: number;
  organisation_id: number;
  at: number;
  kind: string;
  person_id: number;
  person_name: string;
  place_id: number;
  flow_id: number;
  name: string;
  facts: string;
}

export interface ActivityPlaceTable {
  container_id: number;
  activity_id: number;
  item_id: number;
}

export interface AddressRangeTable {
  id: number;
  organisation_id: number;
  name: string;
  name_key: string;
  addresses: string;
  low: string;
  high: string;
  scope: string;
  kind: string;
  target_type: string;
  target_id: number;
  enabled: Generated<number>;
  created_at: number;
}

export interface AgendaDocumentTable {
  id: number;
  meeting_id: number;
  item_id: number;
  document_id: number;
  revision_id: number;
  person_id: number;
  place: number;
}

export interface AgendaItemTable {
  id: number;
  meeting_id: number;
  place: number;
  title: string;
  presenter: string;
  minutes: number;
  notes: string;
}

export interface AuthenticatorTable {
  person_id: number;
  secret: string;
  confirmed_at: number | null;
  last_step: Generated<number>;
}

export interface AvatarTable {
  person_id: number;
  png: string;
}

export interface BaseAttributeTable {
  id: number;
  organisation_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  kind: string;
  initial: string;
  sort_number: number;
  limits: string;
  updated_at: number;
}

export interface BinEntryTable {
  id: number;
  item_id: number;
  acl_id: number;
  organisation_id: number;
  area: number;
  parent_id: number;
  ancestors: string;
  person_id: number;
  deleted_at: number;
}

export interface BlobTable {
  sha256: string;
  size: number;
  created_at: number;
  verdict: Generated<string>;
}

export interface BodyWordsTable {
  rowid: number;
  words: string;
}

export interface ByteReservationTable {
  id: number;
  organisation_id: number;
  person_id: number;
  size: number;
  created_at: number;
  by_visitor: Generated<number>;
}

export interface CacheVersionTable {
  name: string;
  value: number;
}

export interface CaptchaTable {
  id: string;
  answer: string;
  tries: number;
  expires_at: number;
  address: Generated<string>;
}

export interface CardFieldTable {
  card_id: number;
  attribute_id: number;
  place: number;
  required: number;
}

export interface CardValueTable {
  item_id: number;
  attribute_id: number;
  shown: string;
  words: string;
  number: number | null;
}

export interface CategoryTable {
  id: number;
  organisation_id: number;
  parent_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  sort_number: number;
}

export interface ChildCountTable {
  parent_id: number;
  kind: number;
  acl_id: number;
  n: number;
}

export interface ClipboardTable {
  person_id: number;
  mode: string;
  ids: string;
  at: number;
}

export interface CommentTable {
  id: number;
  thread_id: number;
  person_id: number;
  content: string;
  deleted: number;
  created_at: number;
  updated_at: number;
  share_id: Generated<number>;
  visitor_key: Generated<string>;
  visitor_name: Generated<string>;
}

export interface CommentLinkTable {
  share_id: number;
  written: number;
}

export interface CommentMentionTable {
  comment_id: number;
  person_id: number;
  told_at: number;
}

export interface CommentThreadTable {
  id: number;
  item_id: number;
  revision_id: number;
  place: string;
  reply_count: number;
  active_at: number;
  resolved: number;
  resolved_at: number;
  resolver_id: number;
  share_id: Generated<number>;
  giver_id: Generated<number>;
}

export interface CustomFolderTable {
  id: number;
  person_id: number;
  organisation_id: number;
  item_id: number;
  name: string;
  place: number;
}

export interface DepartmentTable {
  id: number;
  organisation_id: number;
  parent_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  pinyin: string;
  sort_number: number;
}

export interface DepartmentHeadTable {
  department_id: number;
  person_id: number;
}

export interface DepartmentMemberTable {
  department_id: number;
  person_id: number;
  main: Generated<number>;
}

export interface DocumentCardTable {
  item_id: number;
  type_id: number | null;
}

export interface DocumentSignatureTable {
  id: number;
  item_id: number;
  revision_id: number;
  revision_label: string;
  sha256: string;
  sealed_sha256: string;
  sealed_pages: number;
  previous_id: number;
  person_id: number;
  name: string;
  reason: string;
  means: string;
  signed_at: number;
}

export interface DocumentTemplateTable {
  id: number;
  organisation_id: number;
  department_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  description: string;
  ext: string;
  size: number;
  sha256: string;
  enabled: number;
  uses: number;
  updater_id: number;
  updated_at: number;
}

export interface DocumentTypeTable {
  id: number;
  organisation_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  description: string;
  card_id: number | null;
  updated_at: number;
}

export interface EditClientTable {
  session_id: number;
  client: number;
  identity: string;
  claimed_at: number;
}

export interface EditPresenceTable {
  id: number;
  session_id: number;
  person_id: number;
  seen_at: number;
  visitor: Generated<string>;
}

export interface EditSessionTable {
  id: number;
  document_id: number;
  organisation_id: number;
  revision_id: number;
  own_revision_id: number;
  lock_person_id: number;
  locked_at: number;
  opened_at: number;
  active_at: number;
  changed_at: number;
  ended_at: number;
  draft_sha256: Generated<string>;
  draft_size: Generated<number>;
  kind: Generated<string>;
  base_seq: Generated<number>;
  lock_visitor: Generated<string>;
  lock_visitor_key: Generated<string>;
  share_session_id: Generated<number>;
}

export interface EditUpdateTable {
  id: number;
  session_id: number;
  person_id: number;
  data: string;
  seq: Generated<number>;
}

export interface EditVisitorTable {
  session_id: number;
  share_id: number;
  visitor_key: string;
  person_id: number;
  name: string;
  link: string;
  address: string;
  wrote_at: number;
}

export interface EditWriterTable {
  session_id: number;
  person_id: number;
  wrote_at: number;
}

export interface EditedCopyTable {
  copy_id: number;
  document_id: number;
  share_id: number;
  visitor_key: string;
  name: string;
}

export interface EmailTable {
  id: number;
  person_id: number;
  created_at: number;
  run_at: number;
  lease: number;
  attempts: number;
}

export interface EmailChoiceTable {
  person_id: number;
  kind: string;
  frequency: string;
}

export interface EmailLineTable {
  id: number;
  person_id: number;
  message_id: number;
  kind: string;
  type: number;
  organisation_id: number;
  facts: string;
  details: string;
  obj_type: number;
  obj_id: number;
  name: string;
  times: number;
  created_at: number;
  due_at: number;
  email_id: number;
}

export interface EmailSettingTable {
  person_id: number;
  digest_hour: number;
  zone: string;
  origin: string;
}

export interface ExternalIdentityTable {
  provider: string;
  subject: string;
  person_id: number;
  shown: string;
  created_at: number;
  used_at: number | null;
  picture: Generated<string>;
  sex: Generated<number>;
}

export interface FavoriteTable {
  person_id: number;
  item_id: number;
  created_at: number;
}

export interface FlowTable {
  id: number;
  organisation_id: number;
  number: string | null;
  kind: string;
  template_id: number;
  template_version: number;
  template_name: string;
  applicant_id: number;
  applicant_name: string;
  department_id: number;
  department_name: string;
  title: string;
  title_key: string;
  reason: string;
  urgency: number;
  form: string;
  chosen: string;
  notified: string;
  state: string;
  step: Generated<number>;
  round: Generated<number>;
  deadline: number | null;
  due_at: number | null;
  urged_at: Generated<number>;
  created_at: number;
  submitted_at: Generated<number>;
  finished_at: Generated<number>;
  updated_at: number;
  number_key: string | null;
}

export interface FlowAbsenceTable {
  id: number;
  organisation_id: number;
  person_id: number;
  substitute_id: number;
  begins_at: number;
  ends_at: number;
  created_at: number;
}

export interface FlowDocumentTable {
  flow_id: number;
  item_id: number;
  place: number;
  revision_id: number;
  number: number;
  name: string;
  ext: string;
  result_id: Generated<number>;
  label: Generated<string>;
}

export interface FlowEmailLinkTable {
  hash: string;
  flow_id: number;
  person_id: number;
  expires_at: number;
  used_at: number;
  position_id: Generated<number>;
}

export interface FlowEventTable {
  id: number;
  flow_id: number;
  kind: string;
  at: number;
  person_id: number;
  person_name: string;
  for_name: Generated<string>;
  step_name: Generated<string>;
  opinion: Generated<string>;
  names: Generated<string>;
}

export interface FlowFinishedTable {
  flow_id: number;
  person_id: number;
  organisation_id: number;
  updated_at: number;
}

export interface FlowHandledTable {
  flow_id: number;
  person_id: number;
  organisation_id: number;
  updated_at: number;
}

export interface FlowNotifiedTable {
  flow_id: number;
  person_id: number;
}

export interface FlowNumberTable {
  organisation_id: number;
  period: number;
  n: number;
}

export interface FlowPositionTable {
  id: number;
  flow_id: number;
  round: number;
  node: string;
  step: number;
  from_id: number;
  scope: string;
  state: string;
  entered_at: number;
  left_at: Generated<number>;
  due_at: number | null;
  reminded_at: Generated<number>;
  escalated_at: Generated<number>;
  child_flow_id: Generated<number>;
  problem: Generated<string>;
  way: Generated<string>;
}

export interface FlowTaskTable {
  id: number;
  flow_id: number;
  round: number;
  step: number;
  person_id: number;
  state: string;
  alone: Generated<number>;
  decided_by: Generated<number>;
  created_at: number;
  decided_at: Generated<number>;
  position_id: Generated<number>;
}

export interface FlowTemplateTable {
  id: number;
  organisation_id: number;
  kind: string;
  name: string;
  name_key: string;
  name_sort: string;
  description: string;
  enabled: number;
  version: number;
  starters: string;
  updater_id: number;
  created_at: number;
  updated_at: number;
  email_decisions: Generated<string>;
  typed_number: Generated<number>;
}

export interface FlowTemplateVersionTable {
  template_id: number;
  version: number;
  steps: string;
  cabinet_id: Generated<number>;
  creator_id: number;
  created_at: number;
  graph: Generated<string>;
  fields: Generated<string>;
}

export interface FolderTemplateTable {
  id: number;
  organisation_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  description: string;
  enabled: number;
  updater_id: number;
  created_at: number;
  updated_at: number;
}

export interface FolderTypeTable {
  item_id: number;
  type_id: number;
}

export interface FollowTable {
  person_id: number;
  item_id: number;
  created_at: number;
}

export interface FormerPasswordTable {
  id: number;
  person_id: number;
  hash: string;
}

export interface FormerPersonTable {
  id: number;
  organisation_id: number;
  login_name: string;
  full_name: string;
  heir_id: number;
  removed_at: number;
}

export interface GuestMembershipTable {
  organisation_id: number;
  person_id: number;
  since: number;
}

export interface ImportRowTable {
  mark: string;
  made_at: number;
}

export interface IndexCardTable {
  id: number;
  organisation_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  description: string;
  updated_at: number;
}

export interface IndexedTextTable {
  item_id: number;
  revision_id: number;
  state: string;
  body: string;
}

export interface IsolatedContentTable {
  id: number;
  sha256: string;
  size: number;
  threat: string;
  state: string;
  found_at: number;
  decider_name: string;
  decided_at: number;
  reason: string;
}

export interface IsolatedVersionTable {
  revision_id: number;
  content_id: number;
  document_id: number;
  organisation_id: number;
  name: string;
  person_id: number;
}

export interface ItemTable {
  id: number;
  kind: number;
  organisation_id: number;
  area: number;
  area_owner_id: number;
  cabinet_id: number;
  parent_id: number;
  acl_id: number;
  bin_id: Generated<number>;
  name: string;
  name_key: string;
  name_sort: string;
  ext: Generated<string>;
  size: Generated<number>;
  version_no: Generated<number>;
  revision_id: Generated<number>;
  description: Generated<string>;
  sort_number: Generated<number>;
  publishing: Generated<number>;
  creator_id: number;
  updater_id: number;
  owner_id: number;
  created_at: number;
  updated_at: number;
  lock_person_id: Generated<number>;
  locked_at: Generated<number>;
  major_no: Generated<number>;
  minor_no: Generated<number>;
  checked_out: Generated<number>;
  comments_off: Generated<number>;
  attached: Generated<number>;
  attachments: Generated<number>;
  signed: Generated<number>;
  valid_until: Generated<number>;
  review_at: Generated<number>;
  due_at: Generated<number>;
  expiry_stage: Generated<number>;
  review_stage: Generated<number>;
  expired_right: Generated<number>;
}

export interface ItemCategoryTable {
  category_id: number;
  item_id: number;
  created_at: number;
}

export interface ItemDayTable {
  item_id: number;
  day: number;
  views: Generated<number>;
  downloads: Generated<number>;
}

export interface ItemTagTable {
  tag_id: number;
  item_id: number;
  created_at: number;
}

export interface KnownDeviceTable {
  person_id: number;
  device_hash: string;
  seen_at: number;
}

export interface ListViewTable {
  id: number;
  person_id: number;
  organisation_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  settings: string;
  updated_at: number;
}

export interface LogEntryTable {
  id: number;
  at: number;
  action: number;
  person_id: number | null;
  person_name: string;
  obj_id: number | null;
  obj_name: string | null;
  address: string | null;
  detail: string | null;
  seq: Generated<number>;
  chain: Generated<string>;
  organisation_id: Generated<number>;
}

export interface LogHeadTable {
  id: number;
  seq: number;
  chain: string;
  unchained_up_to: number;
  organisation_hashed_after: Generated<number>;
}

export interface LogoTable {
  organisation_id: number;
  kind: string;
  bytes: string;
}

export interface MailDeliveryTable {
  id: number;
  failing_since: number;
  failures: number;
  next_try: number;
  problem: string;
  told: number;
}

export interface MeetingTable {
  id: number;
  organisation_id: number;
  organiser_id: number;
  host_id: number;
  secretary_id: number;
  title: string;
  title_key: string;
  description: string;
  place: string;
  link: string;
  starts_at: number;
  ends_at: number;
  state: string;
  version: number;
  reminded_at: number;
  document_id: number;
  created_at: number;
  moved_at: Generated<number>;
}

export interface MeetingMinutesTable {
  meeting_id: number;
  body: string;
  revision: number;
  updater_name: string;
  updated_at: number;
}

export interface MeetingPersonTable {
  meeting_id: number;
  person_id: number;
  organisation_id: number;
  starts_at: number;
  name: string;
  name_sort: string;
  answer: string;
  present: number;
  signed_at: number;
  inviter_id: Generated<number>;
  invitation_id: Generated<number>;
}

export interface MeetingTaskTable {
  id: number;
  meeting_id: number;
  kind: string;
  label: string;
  person_id: number;
  person_name: string;
  due: string;
  done: number;
}

export interface MessageTable {
  id: number;
  person_id: number;
  kind: number;
  facts: string;
  obj_type: number | null;
  obj_id: number | null;
  name: string | null;
  ext: string | null;
  created_at: number;
  read_at: Generated<number>;
  organisation_id: Generated<number>;
}

export interface MigrationTable {
  name: string;
  applied_at: number;
}

export interface NameWordsTable {
  rowid: number;
  words: string;
}

export interface NoteTable {
  id: number;
  item_id: number;
  person_id: number;
  content: string;
  shared: number;
  created_at: number;
  updated_at: number;
}

export interface OfficeLockTable {
  item_id: number;
  lock_id: string;
  person_id: number;
  held_before: number;
  locked_at: number;
  expires_at: number;
}

export interface OfficeSaveTable {
  item_id: number;
  revision_id: number;
  session: string;
}

export interface OfficeUserInfoTable {
  person_id: number;
  info: string;
}

export interface OrganisationTable {
  id: number;
  name: string;
  name_key: string;
  created_at: number;
  enabled: Generated<number>;
  expires_at: Generated<number>;
  description: Generated<string>;
  person_quota: number | null;
  title: Generated<string>;
  accent: Generated<string>;
  logo_hash: Generated<string>;
}

export interface OutboxTable {
  id: number;
  subscriber: string;
  event: string;
  data: string;
  dedupe: string | null;
  person_id: number | null;
  person_name: string | null;
  address: string | null;
  at: number;
  run_at: number;
  lease: Generated<number>;
  attempts: Generated<number>;
  problem: string | null;
}

export interface PasskeyTable {
  id: number;
  person_id: number;
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string;
  name: string;
  created_at: number;
  used_at: number | null;
}

export interface PersonTable {
  id: number;
  organisation_id: number;
  login_name: string;
  login_key: string;
  full_name: string;
  full_key: string;
  full_sort: string;
  pinyin: string;
  password_hash: string;
  enabled: Generated<number>;
  lang: Generated<string>;
  search_type: Generated<number>;
  double_click: Generated<number>;
  view_type: Generated<number>;
  window_type: Generated<number>;
  list_layout: string | null;
  last_module: number | null;
  created_at: number;
  last_login_at: number | null;
  mail: string | null;
  mail_key: string | null;
  avatar_hash: string | null;
  mail_step: Generated<number>;
  last_space: Generated<number>;
  password_at: Generated<number>;
  password_due: Generated<number>;
  lang_chosen: Generated<number>;
  mail_proven: Generated<number>;
}

export interface PresenceTable {
  organisation_id: number;
  hour: number;
  session_id: number;
  person_id: number;
}

export interface PublicationTable {
  flow_id: number;
  source_id: number;
  item_id: number;
  kind: string;
  effective_at: number;
  done: number;
  number: Generated<number>;
}

export interface PushDeviceTable {
  id: number;
  person_id: number;
  session_id: number;
  endpoint: string;
  endpoint_hash: string;
  p256dh: string;
  auth: string;
  agent: string;
  created_at: number;
  sent_at: number;
}

export interface PushLineTable {
  message_id: number;
  device_id: number;
  person_id: number;
  kind: string;
  created_at: number;
  run_at: number;
  lease: number;
  attempts: number;
}

export interface PushMutedTable {
  person_id: number;
  kind: string;
}

export interface QrSignInTable {
  id: string;
  secret_hash: string;
  state: string;
  person_id: number | null;
  session_id: number | null;
  address: string;
  agent: string;
  expires_at: number;
}

export interface QuotaTable {
  kind: string;
  holder_id: number;
  max_amount: number;
  used: number;
  warned_percent: Generated<number>;
}

export interface RecentItemTable {
  person_id: number;
  item_id: number;
  at: number;
}

export interface RecentSearchTable {
  id: number;
  person_id: number;
  organisation_id: number;
  terms_key: string;
  terms: string;
  searched_at: number;
}

export interface RecentSearchOffTable {
  person_id: number;
}

export interface RecoveryCodeTable {
  person_id: number;
  code_hash: string;
}

export interface RelatedOrganisationTable {
  low_id: number;
  high_id: number;
}

export interface RevisionTable {
  id: number;
  document_id: number;
  number: number;
  sha256: string;
  size: number;
  name: string;
  ext: string;
  note: Generated<string>;
  major: Generated<number>;
  creator_id: number;
  created_at: number;
  visitor: Generated<string>;
  link: Generated<string>;
  writers: Generated<string>;
  major_no: Generated<number>;
  minor_no: Generated<number>;
  visitors: Generated<string>;
}

export interface RevisionHoldTable {
  revision_id: number;
  holder_id: number;
}

export interface RoleTable {
  id: number;
  organisation_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  pinyin: string;
  role_type: Generated<number>;
  module_types: string;
  built_in: Generated<number>;
  permissions: Generated<string>;
  department_scope: Generated<number>;
  kind: Generated<string>;
}

export interface RoleMemberTable {
  role_id: number;
  person_id: number;
}

export interface SavedSearchTable {
  id: number;
  person_id: number;
  organisation_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  terms: string;
  updated_at: number;
}

export interface ScoreTable {
  id: number;
  organisation_id: number;
  creator_id: number;
  creator_name: string;
  meeting_id: number;
  title: string;
  description: string;
  closes_at: number;
  closed_at: number;
}

export interface ScoreCriterionTable {
  id: number;
  score_id: number;
  place: number;
  name: string;
  weight: number;
  lowest: number;
  highest: number;
}

export interface ScoreJudgeTable {
  score_id: number;
  person_id: number;
  name: string;
  name_sort: string;
  given_at: number;
  note: string;
}

export interface ScoreMarkTable {
  criterion_id: number;
  person_id: number;
  score_id: number;
  value: number;
}

export interface SecretTable {
  name: string;
  value: string;
}

export interface SensitiveWordGroupTable {
  id: number;
  organisation_id: number;
  name: string;
  name_key: string;
  level: number;
  action: string;
  places: number;
  enabled: Generated<number>;
  words: string;
  exceptions: string;
  word_count: number;
  updated_at: number;
}

export interface SensitiveWordHitTable {
  id: number;
  organisation_id: number;
  item_id: number;
  group_id: number;
  group_name: string;
  level: number;
  place: number;
  word: string;
  n: number;
  snippet: string;
  state: Generated<string>;
  blocked: Generated<number>;
  found_at: number;
  decider_name: Generated<string>;
  decided_at: Generated<number>;
  note: Generated<string>;
}

export interface SensitiveWordQueueTable {
  item_id: number;
  asked: number;
}

export interface SensitiveWordScanTable {
  id: number;
  organisation_id: number;
  person_name: string;
  state: string;
  begun_at: number;
  ended_at: Generated<number>;
  after_id: Generated<number>;
  total: number;
  done: Generated<number>;
  hits: Generated<number>;
}

export interface SessionTable {
  token_hash: string;
  id: number;
  person_id: number;
  space_id: number;
  address: string;
  agent: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
  sign_in_provider: Generated<string>;
  role_id: Generated<number>;
  home_id: Generated<number>;
  viewer_id: number | null;
  viewer_session: number | null;
  password_due: Generated<number>;
}

export interface SessionRecordTable {
  id: number;
  organisation_id: number;
  person_id: number;
  address: string;
  agent: string;
  begun_at: number;
  seen_at: number;
}

export interface ShareTable {
  id: number;
  organisation_id: number;
  person_id: number;
  name: string;
  name_key: string;
  token_hash: string;
  password_hash: Generated<string>;
  password_at: Generated<number>;
  created_at: number;
  deadline: number | null;
  closed_at: Generated<number>;
  closed_by: Generated<number>;
  bits: number;
  only_upload: Generated<number>;
  watermark: Generated<number>;
  notice: Generated<number>;
  restricted: Generated<number>;
  download_limit: Generated<number>;
  print_limit: Generated<number>;
  downloads: Generated<number>;
  prints: Generated<number>;
  opens: Generated<number>;
  first_opened_at: Generated<number>;
  last_opened_at: Generated<number>;
  allow_comment: Generated<number>;
}

export interface ShareCodeTable {
  share_id: number;
  mail: string;
  code_hash: string;
  tries: Generated<number>;
  expires_at: number;
}

export interface ShareEventTable {
  id: number;
  share_id: number;
  visitor_key: string;
  visitor: string;
  kind: string;
  item_id: Generated<number>;
  item_name: Generated<string>;
  address: string;
  at: number;
}

export interface ShareItemTable {
  share_id: number;
  item_id: number;
  place: number;
}

export interface SharePageViewTable {
  share_id: number;
  visitor_key: string;
  item_id: number;
  page: number;
  seconds: number;
}

export interface ShareRecipientTable {
  id: number;
  share_id: number;
  kind: string;
  value: Generated<string>;
  principal_id: Generated<number>;
  by_domain: Generated<number>;
  revoked_at: Generated<number>;
  opened_at: Generated<number>;
}

export interface ShareRuleTable {
  organisation_id: number;
  external: number;
  force_password: number;
  longest_days: number;
  group_ids: string;
}

export interface ShareSessionTable {
  id: number;
  share_id: number;
  token_hash: string;
  recipient_id: Generated<number>;
  person_id: Generated<number>;
  name: Generated<string>;
  visitor_key: string;
  address: string;
  created_at: number;
  until: number;
  viewed_at: Generated<number>;
  proven: Generated<number>;
}

export interface ShareUploadTable {
  document_id: number;
  share_id: number;
  visitor_key: string;
  place_id: number;
  created_at: number;
}

export interface SignInAttemptTable {
  key: string;
  failures: number;
  first_at: number;
  blocked_until: number;
}

export interface SignInFlowTable {
  id: string;
  browser_hash: string;
  facts: string;
  expires_at: number;
}

export interface SigningKeyTable {
  organisation_id: number;
  number: number;
  certificate: string;
  fingerprint: string;
  private_key: string;
  valid_until: number;
  created_at: number;
}

export interface SiteSettingTable {
  name: string;
  value: string;
  updated_at: number;
  updater_id: number;
}

export interface TagTable {
  id: number;
  organisation_id: number;
  kind: string;
  owner_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  colour: string;
  listed: number;
  created_at: number;
  updated_at: number;
}

export interface TemplateFolderTable {
  id: number;
  template_id: number;
  parent_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  inherits: number;
  removed: number;
  removed_at: number;
}

export interface TemplateGrantTable {
  id: number;
  template_id: number;
  folder_id: number;
  principal_type: string;
  principal_id: number;
  principal_name: string;
  level: number;
  grantable_permissions: number | null;
  inheritance_scope: number;
  days: number | null;
}

export interface TextQueueTable {
  item_id: number;
  stage: Generated<number>;
}

export interface UnpackedArchiveTable {
  id: number;
  at: number;
}

export interface UsageDayTable {
  day: string;
  people: number;
  guests: number;
  organisations: number;
  documents: number;
  bytes: number;
}

export interface UsageHourTable {
  organisation_id: number;
  hour: number;
  person_id: number;
  sign_ins: Generated<number>;
  views: Generated<number>;
  downloads: Generated<number>;
  prints: Generated<number>;
  uploads: Generated<number>;
  shares: Generated<number>;
  others: Generated<number>;
}

export interface UsedTicketTable {
  id: string;
  expires_at: number;
}

export interface UserGroupTable {
  id: number;
  organisation_id: number;
  name: string;
  name_key: string;
  name_sort: string;
  pinyin: string;
}

export interface UserGroupMemberTable {
  group_id: number;
  person_id: number;
}

export interface VerificationTable {
  id: string;
  purpose: string;
  person_id: number;
  code_hash: string;
  facts: string;
  tries: Generated<number>;
  created_at: number;
  expires_at: number;
}

export interface ViewAsSessionTable {
  id: number;
  viewer_id: number;
  viewer_name: string;
  person_id: number;
  person_name: string;
  space_id: number;
  address: string;
  begun_at: number;
}

export interface VirusScanTable {
  id: number;
  signatures: string;
  after_sha256: string;
  begun_at: number;
  ended_at: number;
  done: number;
}

export interface VoteTable {
  id: number;
  organisation_id: number;
  creator_id: number;
  creator_name: string;
  meeting_id: number;
  before_id: number;
  question: string;
  description: string;
  kind: string;
  max_options: number;
  secret: number;
  live: number;
  opens_at: number;
  closes_at: number;
  closed_at: number;
}

export interface VoteChoiceTable {
  vote_id: number;
  person_id: number;
  option_id: number;
}

export interface VoteOptionTable {
  id: number;
  vote_id: number;
  place: number;
  label: string;
  count: number;
}

export interface VoteVoterTable {
  vote_id: number;
  person_id: number;
  name: string;
  name_sort: string;
  voted: number;
  voted_at: number;
  opinion: string;
}

export interface WatermarkTable {
  id: number;
  organisation_id: number;
  name: string;
  position: number;
  enabled: number;
  design: string;
  rule: string;
  updater_id: number;
  created_at: number;
  updated_at: number;
}

export interface WebdavClientLockTable {
  token: string;
  item_id: number;
  person_id: number;
  owner: string;
  shared: number;
  deep: number;
  expires_at: number;
}

export interface WebdavDeviceTable {
  id: number;
  person_id: number;
  organisation_id: number;
  name: string;
  name_key: string;
  password_hash: string;
  closed: number;
  created_at: number;
  used_at: number;
  address: string;
}

export interface WebdavLockTable {
  item_id: number;
  token: string;
  person_id: number;
  owner: string;
  held_before: number;
  expires_at: number;
  locked_at: Generated<number>;
}

export interface WebdavPropertyTable {
  item_id: number;
  namespace: string;
  name: string;
  value: string;
}

export interface WebdavUserAccessTable {
  person_id: number;
  organisation_id: number;
  allowed: number;
}

export interface ZipFileTable {
  id: number;
  person_id: number;
  name: string;
  size: number;
  created_at: number;
  expires_at: number;
}

/** All tables. */
export interface Tables {
  access_grant: AccessGrantTable;
  access_request: AccessRequestTable;
  access_review: AccessReviewTable;
  access_review_line: AccessReviewLineTable;
  access_review_plan: AccessReviewPlanTable;
  acknowledgement: AcknowledgementTable;
  acknowledgement_left_out: AcknowledgementLeftOutTable;
  acknowledgement_request: AcknowledgementRequestTable;
  acl: AclTable;
  activity: ActivityTable;
  activity_place: ActivityPlaceTable;
  address_range: AddressRangeTable;
  agenda_document: AgendaDocumentTable;
  agenda_item: AgendaItemTable;
  authenticator: AuthenticatorTable;
  avatar: AvatarTable;
  base_attribute: BaseAttributeTable;
  bin_entry: BinEntryTable;
  blob: BlobTable;
  body_words: BodyWordsTable;
  byte_reservation: ByteReservationTable;
  cache_version: CacheVersionTable;
  captcha: CaptchaTable;
  card_field: CardFieldTable;
  card_value: CardValueTable;
  category: CategoryTable;
  child_count: ChildCountTable;
  clipboard: ClipboardTable;
  comment: CommentTable;
  comment_link: CommentLinkTable;
  comment_mention: CommentMentionTable;
  comment_thread: CommentThreadTable;
  custom_folder: CustomFolderTable;
  department: DepartmentTable;
  department_head: DepartmentHeadTable;
  department_member: DepartmentMemberTable;
  document_card: DocumentCardTable;
  document_signature: DocumentSignatureTable;
  document_template: DocumentTemplateTable;
  document_type: DocumentTypeTable;
  edit_client: EditClientTable;
  edit_presence: EditPresenceTable;
  edit_session: EditSessionTable;
  edit_update: EditUpdateTable;
  edit_visitor: EditVisitorTable;
  edit_writer: EditWriterTable;
  edited_copy: EditedCopyTable;
  email: EmailTable;
  email_choice: EmailChoiceTable;
  email_line: EmailLineTable;
  email_setting: EmailSettingTable;
  external_identity: ExternalIdentityTable;
  favorite: FavoriteTable;
  flow: FlowTable;
  flow_absence: FlowAbsenceTable;
  flow_document: FlowDocumentTable;
  flow_email_link: FlowEmailLinkTable;
  flow_event: FlowEventTable;
  flow_finished: FlowFinishedTable;
  flow_handled: FlowHandledTable;
  flow_notified: FlowNotifiedTable;
  flow_number: FlowNumberTable;
  flow_position: FlowPositionTable;
  flow_task: FlowTaskTable;
  flow_template: FlowTemplateTable;
  flow_template_version: FlowTemplateVersionTable;
  folder_template: FolderTemplateTable;
  folder_type: FolderTypeTable;
  follow: FollowTable;
  former_password: FormerPasswordTable;
  former_person: FormerPersonTable;
  guest_membership: GuestMembershipTable;
  import_row: ImportRowTable;
  index_card: IndexCardTable;
  indexed_text: IndexedTextTable;
  isolated_content: IsolatedContentTable;
  isolated_version: IsolatedVersionTable;
  item: ItemTable;
  item_category: ItemCategoryTable;
  item_day: ItemDayTable;
  item_tag: ItemTagTable;
  known_device: KnownDeviceTable;
  list_view: ListViewTable;
  log_entry: LogEntryTable;
  log_head: LogHeadTable;
  logo: LogoTable;
  mail_delivery: MailDeliveryTable;
  meeting: MeetingTable;
  meeting_minutes: MeetingMinutesTable;
  meeting_person: MeetingPersonTable;
  meeting_task: MeetingTaskTable;
  message: MessageTable;
  migration: MigrationTable;
  name_words: NameWordsTable;
  note: NoteTable;
  office_lock: OfficeLockTable;
  office_save: OfficeSaveTable;
  office_user_info: OfficeUserInfoTable;
  organisation: OrganisationTable;
  outbox: OutboxTable;
  passkey: PasskeyTable;
  person: PersonTable;
  presence: PresenceTable;
  publication: PublicationTable;
  push_device: PushDeviceTable;
  push_line: PushLineTable;
  push_muted: PushMutedTable;
  qr_sign_in: QrSignInTable;
  quota: QuotaTable;
  recent_item: RecentItemTable;
  recent_search: RecentSearchTable;
  recent_search_off: RecentSearchOffTable;
  recovery_code: RecoveryCodeTable;
  related_organisation: RelatedOrganisationTable;
  revision: RevisionTable;
  revision_hold: RevisionHoldTable;
  role: RoleTable;
  role_member: RoleMemberTable;
  saved_search: SavedSearchTable;
  score: ScoreTable;
  score_criterion: ScoreCriterionTable;
  score_judge: ScoreJudgeTable;
  score_mark: ScoreMarkTable;
  secret: SecretTable;
  sensitive_word_group: SensitiveWordGroupTable;
  sensitive_word_hit: SensitiveWordHitTable;
  sensitive_word_queue: SensitiveWordQueueTable;
  sensitive_word_scan: SensitiveWordScanTable;
  session: SessionTable;
  session_record: SessionRecordTable;
  share: ShareTable;
  share_code: ShareCodeTable;
  share_event: ShareEventTable;
  share_item: ShareItemTable;
  share_page_view: SharePageViewTable;
  share_recipient: ShareRecipientTable;
  share_rule: ShareRuleTable;
  share_session: ShareSessionTable;
  share_upload: ShareUploadTable;
  sign_in_attempt: SignInAttemptTable;
  sign_in_flow: SignInFlowTable;
  signing_key: SigningKeyTable;
  site_setting: SiteSettingTable;
  tag: TagTable;
  template_folder: TemplateFolderTable;
  template_grant: TemplateGrantTable;
  text_queue: TextQueueTable;
  unpacked_archive: UnpackedArchiveTable;
  usage_day: UsageDayTable;
  usage_hour: UsageHourTable;
  used_ticket: UsedTicketTable;
  user_group: UserGroupTable;
  user_group_member: UserGroupMemberTable;
  verification: VerificationTable;
  view_as_session: ViewAsSessionTable;
  virus_scan: VirusScanTable;
  vote: VoteTable;
  vote_choice: VoteChoiceTable;
  vote_option: VoteOptionTable;
  vote_voter: VoteVoterTable;
  watermark: WatermarkTable;
  webdav_client_lock: WebdavClientLockTable;
  webdav_device: WebdavDeviceTable;
  webdav_lock: WebdavLockTable;
  webdav_property: WebdavPropertyTable;
  webdav_user_access: WebdavUserAccessTable;
  zip_file: ZipFileTable;
}
