import fastJson from 'fast-json-stringify';
import { z } from 'zod';

type Serializer = (envelope: { code: number; message: string; data: unknown }) => string;

/** Compiling takes most of the time of building a server, and some processes build several. */
const compiled = new WeakMap<z.ZodType, Serializer>();

/** The serializer of an envelope around `output`: only declared fields can leave, and ids may be numbers inside. */
export function serializerOf(output: z.ZodType): Serializer {
  const serializer = compiled.get(output) ?? compile(output);
  compiled.set(output, serializer);
  return serializer;
}

function compile(output: z.ZodType): Serializer {
  const { $schema, ...data } = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Record<string, unknown>;
  void $schema;
  const schema = {
    type: 'object',
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data: withoutChecks(data) },
    additionalProperties: false,
  };
  return fastJson(schema as Parameters<typeof fastJson>[0]);
}

/** Formats, patterns and limits are for input; in output they only cost time. */
function withoutChecks(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChecks);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !['format', 'pattern', 'minimum', 'maximum'].includes(key) || typeof value === 'object',
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutChecks(value)]));
}
