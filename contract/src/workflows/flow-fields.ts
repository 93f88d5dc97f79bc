import { z } from 'zod';
import { Flag, Int, Text } from '../core/shapes.ts';

/** Kinds of the fields that a template adds to its form. The value of a `file` is the id of an attachment of the flow. */
export const flowFieldKinds = ['text', 'number', 'date', 'choice', 'person', 'department', 'document', 'file'] as const;
export type FlowFieldKind = (typeof flowFieldKinds)[number];

/** Kinds whose values are ids. */
export const idFieldKinds: readonly string[] = ['person', 'department', 'document', 'file'];

/** Kinds that may have several values. */
export const multipleFieldKinds: readonly string[] = ['choice', ...idFieldKinds];

/** Limits of the fields of a template. */
export const flowFieldLimits = { fields: 50, options: 50, values: 20, text: 2000 } as const;

/**
 * The id of a field or of a node within one version of a template: given by the designer, and kept from version to version. Forms keep values by it in
 * objects, which have a `constructor` already.
 */
export const LocalId = z.string().regex(/^(?!constructor$)[a-z][a-z0-9]{0,19}$/, 'local id');

/** A field of the form of a template. */
export const FlowField = z.object({
  id: LocalId,
  kind: z.enum(flowFieldKinds),
  name: z.string().trim().min(1).max(50),
  hint: z.string().trim().max(200).default(''),
  required: Flag.default(false),
  /** More than one value; see `multipleFieldKinds`. */
  multiple: Flag.default(false),
  /** A text of several lines. */
  long: Flag.default(false),
  /** What a choice offers. */
  options: z.array(z.string().trim().min(1).max(100)).max(flowFieldLimits.options).default([]),
  /** The least and the greatest number. */
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  /** Digits behind the point of a number. */
  decimals: Int.pipe(z.number().min(0).max(6)).default(2),
});
export type FlowField = z.infer<typeof FlowField>;

/**
 * The values of one field, each as a text: a number as `-12.5`, a date as `2026-11-30`, a choice by its option, everything else by its id.
 * A field without a value has none.
 */
export const FieldValues = z.object({ field: LocalId, values: z.array(z.string().max(flowFieldLimits.text)).max(flowFieldLimits.values) });
export type FieldValues = z.infer<typeof FieldValues>;

/** The values of a form by the id of their field. */
export type ValuesByField = ReadonlyMap<string, readonly string[]>;

/** The values of a field with the names of what they refer to, as far as the reader may see these. */
export const DescribedValues = FieldValues.extend({
  values: z.array(
    z.object({
      value: Text,
      name: Text,
      /** What it refers to is gone, or may not be seen by the reader: the value is then empty, too. */
      hidden: z.boolean().optional(),
      /** Of a document or a file: the extension. */
      ext: Text.optional(),
    }),
  ),
});
export type DescribedValues = z.infer<typeof DescribedValues>;

/** Why the values of a field are refused. */
export const fieldProblems = [
  'required',
  'notNumber',
  'tooSmall',
  'tooLarge',
  'tooPrecise',
  'notDate',
  'notOption',
  'tooMany',
  'notFound',
] as const;
export type FieldProblem = (typeof fieldProblems)[number];

/** A decimal number as it is written in a form, without exponent: `-12.5`. */
const decimal = /^-?\d{1,15}(?:\.(\d{1,10}))?$/;

const isDate = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value);

function problemOfNumber({ minimum, maximum, decimals }: FlowField, value: string): FieldProblem | undefined {
  const written = decimal.exec(value);
  if (written === null) return 'notNumber';
  if ((written[1]?.length ?? 0) > decimals) return 'tooPrecise';
  if (minimum !== undefined && Number(value) < minimum) return 'tooSmall';
  return maximum !== undefined && Number(value) > maximum ? 'tooLarge' : undefined;
}

function problemOfValue(field: FlowField, value: string): FieldProblem | undefined {
  if (field.kind === 'number') return problemOfNumber(field, value);
  if (field.kind === 'date') return isDate(value) ? undefined : 'notDate';
  if (field.kind === 'choice') return field.options.includes(value) ? undefined : 'notOption';
  if (idFieldKinds.includes(field.kind)) return /^[1-9]\d{0,15}$/.test(value) ? undefined : 'notFound';
  return undefined;
}

/** Why the values of a field are refused, if they are; whether ids exist is not asked. `complete` also refuses a required field without a value. */
export function fieldProblem(field: FlowField, values: readonly string[], { complete }: { complete: boolean }): FieldProblem | undefined {
  if (values.length === 0) return complete && field.required ? 'required' : undefined;
  if (values.length > 1 && !field.multiple) return 'tooMany';
  for (const value of values) {
    const problem = problemOfValue(field, value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The values of a form by field: trimmed, each once, without empty ones. */
export const valuesByField = (given: readonly FieldValues[]): Map<string, string[]> =>
  new Map(given.map(({ field, values }) => [field, [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))]]));
