import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Id, Nothing, Password, Text, Time, pageFields, paged } from '../core/shapes.ts';
import { PasskeyAnswer } from '../identity/account.ts';

/** The most characters of the reason of a signature. */
export const maxReasonLength = 200;

/** By what the person who signed proved who they are: the own password, a passkey, or for an account without a password a sign-in of the last minutes. */
export const proofMeans = ['password', 'passkey', 'signIn'] as const;
export type ProofMeans = (typeof proofMeans)[number];

/** What a person signed, and when. */
export const Signature = z.object({
  id: Id,
  /** The name at that time. */
  name: Text,
  time: Time,
  reason: Text.optional(),
  means: z.enum(proofMeans),
  /** The version that was signed, and its number at that time. */
  revisionId: Id,
  revisionLabel: Text,
  /** Of the bytes that were signed; for who may download them. */
  sha256: Text.optional(),
  /** The current version is what this signature led to, and nothing else was changed since. */
  current: z.boolean(),
  /** It is that of the caller. */
  own: z.boolean(),
});
export type Signature = z.infer<typeof Signature>;

/** What can be said against a seal. The first four break it; with the others it has to be judged. */
export const sealProblems = [
  'changed',
  'wrong',
  'unreadable',
  'stampWrong',
  'changedAfter',
  'unknownIssuer',
  'unknownStamp',
  'selfSigned',
  'notValidThen',
  'weak',
  'unsupported',
] as const;
export type SealProblem = (typeof sealProblems)[number];

/** The problems by which a seal does not hold. */
export const breakingProblems: ReadonlySet<SealProblem> = new Set<SealProblem>(['changed', 'wrong', 'unreadable', 'stampWrong']);

/** Holds: a seal of this organisation, or of an issuer known here, over the whole file; doubtful: it holds, but something has to be judged; broken: it does not hold. */
export const sealVerdicts = ['holds', 'doubtful', 'broken'] as const;
export type SealVerdict = (typeof sealVerdicts)[number];

/** Whose key it is: that of this organisation, one that leads to a root known here, one that vouches for itself, or one of an unknown issuer. */
export const sealIssuers = ['own', 'chain', 'self', 'unknown'] as const;
export type SealIssuer = (typeof sealIssuers)[number];

/** A signature in a PDF: whose it is, when it was made, and whether the file is as it was then. */
export const Seal = z.object({
  verdict: z.enum(sealVerdicts),
  problems: z.array(z.enum(sealProblems)),
  /** The name of its field in the PDF. */
  field: Text,
  /** Who made it by the certificate, and who vouches for them; absent where it cannot be read. */
  subject: Text.optional(),
  issuer: Text.optional(),
  issuedBy: z.enum(sealIssuers).optional(),
  validFrom: Time.optional(),
  validTo: Time.optional(),
  /** SHA-256 of the certificate, in hexadecimal. */
  fingerprint: Text.optional(),
  algorithm: Text.optional(),
  reason: Text.optional(),
  /** When it was made, by the clock of who made it. */
  time: Time.optional(),
  /** When it was made by a time stamp, and whose. */
  stampTime: Time.optional(),
  stampedBy: Text.optional(),
  /** It is nothing but a time stamp. */
  isStamp: z.boolean().optional(),
  /** How often the file was added to after it, and how many pages it had then. */
  updatesAfter: z.number(),
  pagesThen: z.number().optional(),
});
export type Seal = z.infer<typeof Seal>;

export const signatures = {
  list: get('/signature/pageList', {
    access: 'session',
    does: 'Who has signed a document, the newest first; for who may read it',
    input: z.object({ objId: Id, ...pageFields }),
    output: paged(Signature),
  }),
  sign: post('/signature/sign', {
    access: 'session',
    does: 'Sign the current version of a PDF by the own password or a passkey (see /passkey/beginProof): the next version has a page with the signatures, and is sealed by the key of the organisation',
    input: z.object({
      id: Id,
      revisionId: Id,
      reason: z.string().trim().max(2000).optional(),
      password: Password.default(''),
      passkey: PasskeyAnswer.optional(),
    }),
    output: z.object({ revisionId: Id, label: Text }),
  }),
  verify: post('/signature/verify', {
    access: 'session',
    does: 'The signatures that are in a PDF, also those that were made elsewhere: whose they are, and whether what they cover is unchanged',
    reads: true,
    input: z.object({ id: Id, revisionId: Id.optional() }),
    output: z.object({
      pages: z.number(),
      list: z.array(Seal),
      /** There are more signatures than are listed. */
      more: z.boolean(),
    }),
  }),
  certificate: get('/signature/certificate', {
    access: 'settings.edit',
    does: 'The certificate by which PDF programs recognise the seal of the organisation; none before the first signature',
    input: Nothing,
    output: z.object({
      certificate: z
        .object({
          pem: Text,
          subject: Text,
          validFrom: Time,
          validTo: Time,
          fingerprint: Text,
        })
        .optional(),
    }),
  }),
};
