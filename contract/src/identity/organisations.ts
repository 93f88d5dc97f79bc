import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Lang, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { Limit, Quota } from './quotas.ts';

/** An organisation as the site administrators see it. */
export const Organisation = z.object({
  id: Id,
  name: Text,
  description: Text,
  /** The organisation created at the first start, which administers the site; it cannot be closed. */
  first: z.boolean(),
  enabled: z.boolean(),
  /** Time of closing; absent where it never ends. */
  expires: Time.optional(),
  expired: z.boolean(),
  createTime: Time,
  people: z.number(),
  guests: z.number(),
  documents: z.number(),
  bytes: z.number(),
  /** Title, accent colour and logo in place of the product's own. */
  title: Text.optional(),
  accent: Text.optional(),
  logoUrl: Text.optional(),
  /** Bytes of its documents, with old revisions and the bin, and their limit; absent without a limit. */
  quota: Quota.optional(),
});
export type Organisation = z.infer<typeof Organisation>;

/** A user of an organisation, as the site administrators see them. */
export const OrganisationPerson = z.object({ id: Id, fullName: Text, loginName: Text, enabled: z.boolean() });
export type OrganisationPerson = z.infer<typeof OrganisationPerson>;

/** Another organisation to work with: guests of either work in the other, or a site administrator related them. */
export const RelatedOrganisation = z.object({ id: Id, name: Text, guests: z.boolean(), related: z.boolean() });
export type RelatedOrganisation = z.infer<typeof RelatedOrganisation>;

/**
 * Upload of an organisation's logo (multipart, field `file`, PNG or SVG; `id` in the query) and its download. Raw bytes, so no calls with
 * an envelope.
 */
export const logos = { put: '/org/importLogo', see: '/org/logo', largest: 200 * 1024 } as const;

const Name = z.string().trim().min(1).max(100);
/** Whether the new administrator must change the password first. */
const mustChange = Flag.optional();

const Expiry = z.union([Time, z.literal('')]);

export const organisations = {
  organisations: get('/org/pageList', {
    access: 'organisations.edit',
    does: 'The organisations of the site, with their people, guests and documents',
    input: z.object({ ...pageFields, keyword: Text.optional() }),
    output: paged(Organisation),
  }),
  createOrganisation: post('/org/create', {
    access: 'organisations.edit',
    does: 'Open an organisation with its first administrator, a new account',
    input: z.object({
      name: Name,
      description: z.string().trim().max(1000).default(''),
      expires: Expiry.optional(),
      /** Empty: no limit; absent: the site's default for new organisations. */
      quota: Limit.optional(),
      loginName: z.string().trim().min(1),
      fullName: z.string().trim().min(1).max(100),
      password: Text,
      lang: Lang.optional(),
      mustChange,
    }),
    output: z.object({ id: Id }),
  }),
  updateOrganisation: post('/org/update', {
    access: 'organisations.edit',
    does: 'Rename or describe an organisation, close or open it, set when it ends (empty: never) and how many bytes it may store (empty: without a limit)',
    input: z.object({
      id: Id,
      name: Name.optional(),
      description: z.string().trim().max(1000).optional(),
      enabled: Flag.optional(),
      expires: Expiry.optional(),
      quota: Limit.optional(),
      /** Empty: the product's own. */
      title: z.string().trim().max(40).optional(),
      accent: z.union([z.literal(''), z.string().regex(/^#[0-9a-f]{6}$/i)]).optional(),
      /** Empty: removes the logo. */
      logo: z.literal('').optional(),
    }),
    output: Nothing,
  }),
  administrators: get('/org/administrators', {
    access: 'organisations.edit',
    does: 'Who administrates an organisation',
    input: z.object({ id: Id }),
    output: z.array(OrganisationPerson),
  }),
  organisationPeople: get('/org/people', {
    access: 'organisations.edit',
    does: 'People of an organisation by part of their name, to make one its administrator (at most 20)',
    input: z.object({ id: Id, keyword: Text.default('') }),
    output: z.array(OrganisationPerson),
  }),
  addAdministrator: post('/org/addAdministrator', {
    access: 'organisations.edit',
    does: 'Let somebody of an organisation administrate it',
    input: z.object({ id: Id, userId: Id }),
    output: Nothing,
  }),
  newAdministrator: post('/org/newAdministrator', {
    access: 'organisations.edit',
    does: 'Make an account in an organisation that administrates it',
    input: z.object({
      id: Id,
      loginName: z.string().trim().min(1),
      fullName: z.string().trim().min(1).max(100),
      password: Text,
      lang: Lang.optional(),
      mustChange,
    }),
    output: z.object({ id: Id }),
  }),
  relations: get('/org/relations', {
    access: 'organisations.edit',
    does: 'With which others an organisation works',
    input: z.object({ id: Id }),
    output: z.array(RelatedOrganisation),
  }),
  setRelations: post('/org/setRelations', {
    access: 'organisations.edit',
    does: 'Say with exactly which others an organisation works, beside those that share guests with it',
    input: z.object({ id: Id, otherIds: z.union([Ids, z.tuple([])]) }),
    output: Nothing,
  }),
  relatedOrganisations: get('/org/relOrgList', {
    access: 'session',
    does: 'With which other organisations the one works that one works in',
    input: Nothing,
    output: z.array(RelatedOrganisation),
  }),
};
