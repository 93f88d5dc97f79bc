import { calls } from '@dossier/contract/calls';
import { Id, Text, paged } from '@dossier/contract/core/shapes';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileSerializer, serializerOf } from './answers.ts';

const answer = (output: z.ZodType, data: unknown) =>
  JSON.parse(serializerOf(output)({ code: 200, message: 'OK', data })) as { data: unknown };
const row = { id: 243_860_605_511_287, name: 'x', password_hash: 'secret', organisation_id: 3 };

describe('the serializer', () => {
  it('lets only declared fields out, at every depth', () => {
    const Row = z.object({ id: Id, name: Text });
    const clean = { id: '243860605511287', name: 'x' };
    expect(answer(Row, row).data).toEqual(clean);
    expect(answer(z.array(Row), [row, row]).data).toEqual([clean, clean]);
    const page = { list: [row], pageNo: 1, pageSize: 30, totalNumber: 1, sql: 'secret' };
    expect(answer(paged(Row), page).data).toEqual({ list: [clean], pageNo: 1, pageSize: 30, totalNumber: 1 });
    expect(answer(z.object({ deep: z.object({ rows: z.array(Row) }) }), { deep: { rows: [row], more: row }, row }).data).toEqual({
      deep: { rows: [clean] },
    });
    expect(answer(Row.extend({ more: Row.optional() }), { ...row, more: row }).data).toEqual({ ...clean, more: clean });
    expect(answer(z.object({}), row).data).toEqual({});
  });

  it('adds nothing to the envelope', () => {
    const text = serializerOf(z.object({}))({ code: 200, message: 'OK', data: {}, stack: 'secret' } as never);
    expect(JSON.parse(text)).toEqual({ code: 200, message: 'OK', data: {} });
  });

  it('writes ids as strings, leaves out what is undefined, and escapes', () => {
    const Shape = z.object({ id: Id, note: Text.optional(), on: z.boolean(), count: z.number(), ids: z.array(Id) });
    const data = { id: 7, note: undefined, on: false, count: 1.5, ids: [8, 9] };
    expect(answer(Shape, data).data).toEqual({ id: '7', on: false, count: 1.5, ids: ['8', '9'] });
    const hard = '"\\\u2028\u0007</script>中😀';
    expect(answer(z.object({ name: Text }), { name: hard }).data).toEqual({ name: hard });
  });

  it('compiles for every call, and writes no schema-less part', () => {
    const open: string[] = [];
    const check = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      if (Array.isArray(schema)) return schema.forEach((part, at) => check(part, `${path}/${at}`));
      const { type, properties, additionalProperties } = schema as Record<string, unknown>;
      if (type === 'object' && properties !== undefined && additionalProperties !== false) open.push(path);
      for (const [key, part] of Object.entries(schema)) check(part, `${path}/${key}`);
    };
    for (const route of Object.values(calls).flatMap((module) => Object.values(module))) {
      compileSerializer(route.output);
      check(z.toJSONSchema(route.output, { io: 'output', unrepresentable: 'any' }), route.path);
    }
    expect(open).toEqual([]);
  });
});
