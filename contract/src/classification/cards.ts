import { z } from 'zod';
import { CardField, CardValue, Limits, attributeKinds, mostOfCards } from '../core/card-shapes.ts';
import { get, post } from '../core/route.ts';
import { Flag, Id, Int, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { Named, NewName } from '../identity/departments.ts';

/** An attribute that cards can use as a field. */
export const BaseAttribute = z.object({
  id: Id,
  name: Text,
  kind: z.enum(attributeKinds),
  initial: Text,
  sortNumber: z.number(),
  limits: Limits,
  /** How many cards use it. */
  uses: z.number(),
  updateTime: Time,
});
export type BaseAttribute = z.infer<typeof BaseAttribute>;

/** An index card: an ordered list of attributes, some of them required. */
export const IndexCard = z.object({
  id: Id,
  name: Text,
  description: Text,
  fields: z.array(z.object({ attributeId: Id, name: Text, kind: z.enum(attributeKinds), required: z.boolean() })),
  /** How many document types use it. */
  uses: z.number(),
  updateTime: Time,
});
export type IndexCard = z.infer<typeof IndexCard>;

/** A document type: names a kind of document and picks its card. */
export const DocumentType = z.object({
  id: Id,
  name: Text,
  description: Text,
  card: Named.optional(),
  /** How many documents have this type themselves, visible to the caller or not; a type inherited from the folder does not count. */
  uses: z.number(),
  updateTime: Time,
});
export type DocumentType = z.infer<typeof DocumentType>;

/** The card of a document. */
export const DocumentCard = z.object({
  /** The document's own type, or that of its folder. */
  type: Named.optional(),
  /** The type is inherited from the folder. */
  fromFolder: z.boolean(),
  /** The card was filled in. */
  filled: z.boolean(),
  fields: z.array(CardField),
  /** Changes with each change of the card. */
  state: Text,
});
export type DocumentCard = z.infer<typeof DocumentCard>;

const SortNumber = Int.pipe(z.number().min(0).max(999));
const Description = z.string().trim().max(1000);
const Fields = z.array(z.object({ attributeId: Id, required: Flag })).max(mostOfCards.fields);
const list = { ...pageFields, keyword: z.string().max(200).optional() };
/** Empty where there is none. */
const TypeId = z.union([Id, z.literal('')]);

export const cards = {
  attributes: get('/card/attribute/pageList', {
    access: 'cards.edit',
    does: 'The base attributes of the organisation, by their order, then by name',
    input: z.object(list),
    output: paged(BaseAttribute),
  }),
  createAttribute: post('/card/attribute/create', {
    access: 'cards.edit',
    does: 'Make a base attribute',
    input: z.object({
      name: NewName,
      kind: z.enum(attributeKinds),
      initial: CardValue.default(''),
      sortNumber: SortNumber.default(99),
      limits: Limits.default({}),
    }),
    output: z.object({ id: Id }),
  }),
  updateAttribute: post('/card/attribute/update', {
    access: 'cards.edit',
    does: 'Change a base attribute; its kind stays, and so do values that no longer keep to its limits',
    input: z.object({
      id: Id,
      name: NewName.optional(),
      initial: CardValue.optional(),
      sortNumber: SortNumber.optional(),
      limits: Limits.optional(),
    }),
    output: Nothing,
  }),
  deleteAttribute: post('/card/attribute/delete', {
    access: 'cards.edit',
    does: 'Delete a base attribute that is on no card, with all its values',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  list: get('/card/pageList', {
    access: 'cards.edit',
    does: 'The index cards of the organisation, by name',
    input: z.object(list),
    output: paged(IndexCard),
  }),
  create: post('/card/create', {
    access: 'cards.edit',
    does: 'Make an index card of base attributes in this order',
    input: z.object({ name: NewName, description: Description.default(''), fields: Fields }),
    output: z.object({ id: Id }),
  }),
  update: post('/card/update', {
    access: 'cards.edit',
    does: 'Change an index card; fields are given all at once',
    input: z.object({ id: Id, name: NewName.optional(), description: Description.optional(), fields: Fields.optional() }),
    output: Nothing,
  }),
  delete: post('/card/delete', {
    access: 'cards.edit',
    does: 'Delete an index card that no document type has',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  types: get('/docType/pageList', {
    access: 'cards.edit',
    does: 'The document types of the organisation, by name',
    input: z.object(list),
    output: paged(DocumentType),
  }),
  createType: post('/docType/create', {
    access: 'cards.edit',
    does: 'Make a document type',
    input: z.object({ name: NewName, description: Description.default(''), cardId: Id.optional() }),
    output: z.object({ id: Id }),
  }),
  updateType: post('/docType/update', {
    access: 'cards.edit',
    does: 'Change a document type',
    input: z.object({
      id: Id,
      name: NewName.optional(),
      description: Description.optional(),
      /** Empty for none. */
      cardId: TypeId.optional(),
    }),
    output: Nothing,
  }),
  deleteType: post('/docType/delete', {
    access: 'cards.edit',
    does: 'Delete a document type; documents and folders of it have none then',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  typeChoices: get('/docType/list', {
    access: 'session',
    does: 'The document types to choose from, by name; guests are told none',
    input: z.object({}),
    output: z.array(Named),
  }),
  fieldChoices: get('/card/attribute/list', {
    access: 'session',
    does: 'The attributes on any card, to look for documents by; guests are told none',
    input: z.object({}),
    output: z.array(BaseAttribute.pick({ id: true, name: true, kind: true, limits: true })),
  }),
  show: get('/document/card', {
    access: 'session',
    does: 'The card of a document that the caller may read; with a type as it would be then',
    input: z.object({ id: Id, typeId: TypeId.optional() }),
    output: DocumentCard,
  }),
  fill: post('/document/card/update', {
    access: 'session',
    does: 'Say what a document is and fill in its card: all of it, in place of what stood there; 1008 where that is no longer what the caller saw',
    input: z.object({
      id: Id,
      /** Absent: unchanged; empty: the type of the folder. */
      typeId: TypeId.optional(),
      values: z.array(z.object({ attributeId: Id, value: CardValue })).max(mostOfCards.fields),
      /** `state` of the card when it was shown; without it a concurrent change is overwritten. */
      state: z.string().max(100).optional(),
    }),
    output: Nothing,
  }),
  folderType: get('/folder/docType', {
    access: 'session',
    does: 'The type that documents in a cabinet or folder have where they have none of their own',
    input: z.object({ id: Id }),
    output: z.object({ own: Named.optional(), above: Named.optional() }),
  }),
  setFolderType: post('/folder/docType/update', {
    access: 'session',
    does: 'Say which type documents in a cabinet or folder have where they have none of their own; for who manages it',
    input: z.object({ id: Id, typeId: TypeId }),
    output: Nothing,
  }),
};
