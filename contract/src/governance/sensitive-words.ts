import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Ids, Int, Nothing, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** Action on a finding: log it; notify owner and administrators; or refuse names and withhold documents from links as well. */
export const wordActions = ['log', 'warn', 'block'] as const;
export type WordAction = (typeof wordActions)[number];

/** Where sensitive words are searched, as bits. */
export const wordPlace = { name: 1, note: 2, content: 4 } as const;

/** Review states of a finding. */
export const findingStates = ['open', 'harmless', 'confirmed'] as const;
export type FindingState = (typeof findingStates)[number];

/** Limits: words of one group and of an organisation; characters of all words and exceptions, separators included. */
export const wordLimits = { group: 20_000, organisation: 50_000, signs: 1_000_000 } as const;

/** A sensitive word, compared regardless of case and width; a single Latin letter or digit is ignored, as it would match everywhere. */
const Word = z.string().trim().min(1).max(100);
const fields = {
  name: z.string().trim().min(1).max(100),
  /** 1 low, 2 medium, 3 high. */
  level: Int.default(2).pipe(z.number().min(1).max(3)),
  action: z.enum(wordActions).default('log'),
  places: Int.default(7).pipe(z.number().min(1).max(7)),
  enabled: Flag.default(true),
  words: z.array(Word).min(1).max(wordLimits.group),
  /** Longer, harmless words that contain one of these: a match inside them is no finding. */
  exceptions: z.array(Word).max(2000).default([]),
};

export const WordGroup = z.object({
  id: Id,
  name: Text,
  level: z.number(),
  action: z.enum(wordActions),
  places: z.number(),
  enabled: z.boolean(),
  wordCount: z.number(),
  updateTime: Time,
});
export type WordGroup = z.infer<typeof WordGroup>;

/** A finding without the matched text; fetching that is a separate, logged call. */
export const WordFinding = z.object({
  id: Id,
  /** A hash of the count and the snippet. `decide` refuses a finding whose version has changed since the caller loaded it. */
  version: Text,
  /** Of the item; absent, like its id, where the caller does not see the item. */
  name: Text.optional(),
  objId: Id.optional(),
  objType: z.number(),
  ext: Text.optional(),
  ownerName: Text,
  word: Text,
  groupName: Text,
  level: z.number(),
  place: z.number(),
  count: z.number(),
  /** Withheld from links until the finding is decided as harmless. */
  held: z.boolean(),
  state: z.enum(findingStates),
  time: Time,
  deciderName: Text.optional(),
  note: Text.optional(),
});
export type WordFinding = z.infer<typeof WordFinding>;

export const WordScan = z.object({
  id: Id,
  userName: Text,
  state: z.enum(['running', 'done', 'stopped']),
  begun: Time,
  ended: Time.optional(),
  total: z.number(),
  done: z.number(),
  found: z.number(),
});
export type WordScan = z.infer<typeof WordScan>;

export const sensitiveWords = {
  groups: get('/sensitiveWord/pageList', {
    access: 'words.edit',
    does: 'The groups of sensitive words',
    input: z.object(pageFields),
    output: paged(WordGroup),
  }),
  group: get('/sensitiveWord/detail', {
    access: 'words.edit',
    does: 'A group with its words',
    input: z.object({ id: Id }),
    output: WordGroup.extend({ words: z.array(Text), exceptions: z.array(Text) }),
  }),
  createGroup: post('/sensitiveWord/create', {
    access: 'words.edit',
    does: 'Make a group of sensitive words; what is there already is looked through by a scan',
    input: z.object(fields),
    output: z.object({ id: Id }),
  }),
  updateGroup: post('/sensitiveWord/update', {
    access: 'words.edit',
    does: 'Change a group of sensitive words',
    input: z.object({ id: Id, ...fields }),
    output: Nothing,
  }),
  deleteGroup: post('/sensitiveWord/delete', {
    access: 'words.edit',
    does: 'Delete a group, and its finds that nobody has decided on',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  finds: get('/sensitiveWord/finds', {
    access: 'words.judge',
    does: 'Where sensitive words were found, newest first. An item that the caller may not see stays unnamed',
    input: z.object({
      ...pageFields,
      state: z.enum(findingStates).optional(),
      level: Int.optional(),
      /** Exactly this word. */
      word: z.string().max(100).optional(),
    }),
    output: paged(WordFinding),
  }),
  look: post('/sensitiveWord/look', {
    access: 'words.judge',
    does: 'Name the item of a find and show the words around it; noted in the log',
    input: z.object({ id: Id }),
    /** `snippet`: text before the match, the match, text after it. */
    output: z.object({ name: Text, path: Text, ownerName: Text, snippet: z.array(Text) }),
  }),
  decide: post('/sensitiveWord/decide', {
    access: 'words.judge',
    does: 'Decide on finds: harmless ones keep nothing from links; open takes a decision back',
    input: z.object({
      ids: Ids,
      /** The `version` of each finding in `ids`, in the same order: 1008 where one has changed since the caller loaded it. */
      versions: z.array(z.string().max(100)).max(1000).optional(),
      judgement: z.enum(findingStates),
      note: z.string().trim().max(500).default(''),
    }),
    output: Nothing,
  }),
  scans: get('/sensitiveWord/scans', {
    access: 'words.judge',
    does: 'The scans of everything, newest first, with how far they are',
    input: z.object(pageFields),
    output: paged(WordScan),
  }),
  scan: post('/sensitiveWord/scan', {
    access: 'words.judge',
    does: 'Look through everything; one that runs already goes on',
    input: Nothing,
    output: z.object({ id: Id }),
  }),
  stopScan: post('/sensitiveWord/stopScan', {
    access: 'words.judge',
    does: 'Stop a scan that runs',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
};
