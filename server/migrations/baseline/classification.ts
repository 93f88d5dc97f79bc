/** Favourites, tags, categories, and index cards with the attributes, document types and values that belong to them. */
export const classification = `
create table favorite (
  person_id bigint not null references person (id),
  item_id bigint not null references item (id),
  created_at bigint not null,
  primary key (person_id, item_id)
)

create index favorite_newest on favorite (person_id, created_at)

create index favorite_item on favorite (item_id)

-- owner_id: the user, the department or the organisation that the tag belongs to, by kind
create table tag (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  kind text not null,
  owner_id bigint not null,
  name text not null,
  name_key text not null,
  name_sort text not null,
  colour text not null,
  listed integer not null,
  created_at bigint not null,
  updated_at bigint not null
)

create unique index tag_name on tag (owner_id, organisation_id, name_key)

create index tag_order on tag (organisation_id, kind, name_sort, id)

create table item_tag (
  tag_id bigint not null references tag (id),
  item_id bigint not null references item (id),
  created_at bigint not null,
  primary key (tag_id, item_id)
)

create index item_tag_item on item_tag (item_id)

create index item_tag_newest on item_tag (tag_id, created_at)

-- parent_id 0: a top category
create table category (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  parent_id bigint not null,
  name text not null,
  name_key text not null,
  name_sort text not null,
  sort_number integer not null
)

create unique index category_name on category (organisation_id, parent_id, name_key)

create table item_category (
  category_id bigint not null references category (id),
  item_id bigint not null references item (id),
  created_at bigint not null,
  primary key (category_id, item_id)
)

create index item_category_item on item_category (item_id)

-- the attributes that cards are made of; limits is JSON
create table base_attribute (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  name_key text not null,
  name_sort text not null,
  kind text not null,
  initial text not null,
  sort_number integer not null,
  limits text not null,
  updated_at bigint not null
)

create unique index base_attribute_name on base_attribute (organisation_id, name_key)

create index base_attribute_order on base_attribute (organisation_id, sort_number, name_sort, id)

create table index_card (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  name_key text not null,
  name_sort text not null,
  description text not null,
  updated_at bigint not null
)

create unique index index_card_name on index_card (organisation_id, name_key)

create table card_field (
  card_id bigint not null references index_card (id),
  attribute_id bigint not null references base_attribute (id),
  place integer not null,
  required integer not null,
  primary key (card_id, attribute_id)
)

create index card_field_attribute on card_field (attribute_id)

create table document_type (
  id bigint primary key,
  organisation_id bigint not null references organisation (id),
  name text not null,
  name_key text not null,
  name_sort text not null,
  description text not null,
  card_id bigint references index_card (id),
  updated_at bigint not null
)

create unique index document_type_name on document_type (organisation_id, name_key)

create index document_type_card on document_type (card_id)

-- the document type that documents in a folder get
create table folder_type (
  item_id bigint primary key references item (id),
  type_id bigint not null references document_type (id)
)

create index folder_type_type on folder_type (type_id)

create table document_card (
  item_id bigint primary key references item (id),
  type_id bigint references document_type (id)
)

create index document_card_type on document_card (type_id)

-- a value as it is shown, and as it is searched for: by words or by number
create table card_value (
  item_id bigint not null references item (id),
  attribute_id bigint not null references base_attribute (id),
  shown text not null,
  words text not null,
  number double precision,
  primary key (item_id, attribute_id)
)

create index card_value_words on card_value (attribute_id, words, item_id)

create index card_value_number on card_value (attribute_id, number, item_id)
`;
