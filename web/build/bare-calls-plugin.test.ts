import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { bareCalls } from './bare-calls-plugin.ts';

function bared(code: string): string {
  const { transform } = bareCalls() as unknown as { transform: { handler: (this: unknown, code: string) => { code: string } } };
  return transform.handler.call({ parse: parseAst }, code).code;
}

test('calls lose their schemas and keep the rest, in functions too', () => {
  expect(bared("const a = get('/a', { access: 'session', does: 'x', input: z.object({}), reads: true, output: Text });")).toBe(
    "const a = /* @__PURE__ */ get('/a', { access: 'session', reads: true, });",
  );
  expect(bared("const b = (path) => post(path, { input: In, access: 'admin', output: Out });")).toBe(
    "const b = (path) => post(path, { access: 'admin', });",
  );
});

test('calls at module level are marked pure, those in functions are not', () => {
  expect(bared('const Id = z.string().regex(/1/);')).toBe('const Id = /* @__PURE__ */ (() => (z.string().regex(/1/)))();');
  expect(bared('const both = { ...one, a: z.string() };')).toBe('const both = /* @__PURE__ */ (() => ({ ...one, a: z.string() }))();');
  expect(bared('function keep(list) { list.push(z.string()); }')).toBe('function keep(list) { list.push(z.string()); }');
});
