import type { Route } from '@dossier/contract/core/route';
import { z } from 'zod';

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  void $schema;
  return schema;
};

/** The OpenAPI 3.1 description of every call, made from the contract. */
export function describe(calls: Record<string, Record<string, Route>>, version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [module, routes] of Object.entries(calls)) {
    for (const [name, route] of Object.entries(routes)) {
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(module, name, route) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Dossier', version },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'Authorization' },
        visit: { type: 'apiKey', in: 'header', name: 'X-Session-Id' },
      },
    },
  };
}

function operation(module: string, name: string, route: Route): unknown {
  const input = schemaOf(route.input, 'input') as { properties?: Record<string, unknown>; required?: string[] };
  const envelope = {
    type: 'object',
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data: schemaOf(route.output, 'output') },
    required: ['code', 'message', 'data'],
  };
  const asQuery = Object.entries(input.properties ?? {}).map(([field, schema]) => ({
    name: field,
    in: 'query',
    required: input.required?.includes(field) ?? false,
    schema,
  }));
  return {
    operationId: `${module}.${name}`,
    tags: [module],
    summary: route.does,
    ...(route.access === 'public' ? {} : { security: [route.access === 'link' ? { visit: [] } : { session: [] }] }),
    ...(route.method === 'GET' ? { parameters: asQuery } : { requestBody: { content: { 'application/json': { schema: input } } } }),
    responses: { 200: { description: 'The answer', content: { 'application/json': { schema: envelope } } } },
  };
}
