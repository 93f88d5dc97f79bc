import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { invalidate, queryClient } from './query.ts';

afterEach(() => queryClient.clear());

test('an answer that was asked for before a change and comes after it is asked for once more', async () => {
  const answers = ['before the change', 'after it', 'later'].map((text) => ({ text, ...Promise.withResolvers<string>() }));
  let asked = 0;
  const queryFn = (): Promise<string> => answers[asked++]?.promise ?? Promise.reject(new Error('asked too often'));
  const leave = new QueryObserver<string>(queryClient, { queryKey: ['list'], queryFn }).subscribe(() => undefined);
  const done = invalidate({ queryKey: ['list'] });
  for (const { text, resolve } of answers) resolve(text);
  await done;
  expect([asked, queryClient.getQueryData(['list'])]).toEqual([2, 'after it']);
  // what has an answer already is asked for once
  await invalidate({ queryKey: ['list'] });
  expect([asked, queryClient.getQueryData(['list'])]).toEqual([3, 'later']);
  leave();
});
