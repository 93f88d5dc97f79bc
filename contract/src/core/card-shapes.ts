import { z } from 'zod';
import { Id, Text } from './shapes.ts';

/** What a base attribute holds. */
export const attributeKinds = ['text', 'longText', 'number', 'date', 'yesNo', 'choice', 'person'] as const;
export type AttributeKind = (typeof attributeKinds)[number];

/** The most that there may be: attributes, cards and document types of an organisation, fields of a card, choices of one field and characters of values. */
export const mostOfCards = { each: 500, fields: 50, choices: 200, choice: 100, text: 500, longText: 10_000 } as const;

/** What a value has to keep to. */
export const Limits = z.object({
  /** Of a number: the least and the greatest. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** Of a text: so many characters. */
  maxLength: z.number().int().min(1).max(mostOfCards.longText).optional(),
  /** Of a choice: what there is to choose from. */
  choices: z.array(z.string().trim().min(1).max(mostOfCards.choice)).max(mostOfCards.choices).optional(),
});
export type Limits = z.infer<typeof Limits>;

/**
 * A value on the wire is a text of its kind: a number as `12.5`, a day as `2026-01-31`, yes or no as `true` or `false`, a choice as its words,
 * a person as the id. An empty one is none.
 */
export const CardValue = z.string().max(mostOfCards.longText);

/** A field of a document's card. */
export const CardField = z.object({
  attributeId: Id,
  name: Text,
  kind: z.enum(attributeKinds),
  required: z.boolean(),
  limits: Limits,
  value: Text.optional(),
  /** Of a person: what they are called. */
  valueName: Text.optional(),
});
export type CardField = z.infer<typeof CardField>;

const json = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

/** What a field of found documents is: exactly this, holding these words, or between two values, both included. */
export const CardQuestion = z.object({
  id: Id,
  is: CardValue.optional(),
  has: CardValue.optional(),
  from: CardValue.optional(),
  to: CardValue.optional(),
});
export type CardQuestion = z.infer<typeof CardQuestion>;

/** Several of them, all of which must hold: an array, or one as JSON in an address. */
export const CardQuestions = z.preprocess(json, z.array(CardQuestion).min(1).max(10)) as z.ZodType<CardQuestion[], CardQuestion[] | string>;
