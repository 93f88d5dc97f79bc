import { z } from 'zod';
import { Id, Text } from './shapes.ts';

/** The types of attribute values. */
export const attributeKinds = ['text', 'longText', 'number', 'date', 'yesNo', 'choice', 'person'] as const;
export type AttributeKind = (typeof attributeKinds)[number];

/** Limits: attributes, cards and document types of an organisation, fields of a card, choices of one field and characters of values. */
export const mostOfCards = { each: 500, fields: 50, choices: 200, choice: 100, text: 500, longText: 10_000 } as const;

/** Constraints on a value. */
export const Limits = z.object({
  /** For a number: minimum and maximum. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** For a text: the most characters. */
  maxLength: z.number().int().min(1).max(mostOfCards.longText).optional(),
  /** For a choice: the options. */
  choices: z.array(z.string().trim().min(1).max(mostOfCards.choice)).max(mostOfCards.choices).optional(),
});
export type Limits = z.infer<typeof Limits>;

/**
 * A value on the wire is a text by kind: a number as `12.5`, a day as `2026-01-31`, yes or no as `true` or `false`, a choice as its text, a
 * person as the id. An empty text is no value.
 */
export const CardValue = z.string().max(mostOfCards.longText);

/** A field of the card of a document. */
export const CardField = z.object({
  attributeId: Id,
  name: Text,
  kind: z.enum(attributeKinds),
  required: z.boolean(),
  limits: Limits,
  value: Text.optional(),
  /** For a person: the display name. */
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

/** A search condition on a card field: equal to a value, containing words, or between two values, both included. */
export const CardQuestion = z.object({
  id: Id,
  is: CardValue.optional(),
  has: CardValue.optional(),
  from: CardValue.optional(),
  to: CardValue.optional(),
});
export type CardQuestion = z.infer<typeof CardQuestion>;

/** Several conditions, all of which must hold: an array, or one as JSON in a query string. */
export const CardQuestions = z.preprocess(json, z.array(CardQuestion).min(1).max(10)) as z.ZodType<CardQuestion[], CardQuestion[] | string>;
