import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../platform/query.ts';
import { showEditState } from './edit-states.ts';

const item = (id: string, more: object = {}) => ({ id, objType: 33, name: id, ...more });

beforeEach(() => queryClient.clear());

test('puts the state of a document into lists and details, and takes away what is no longer so', () => {
  queryClient.setQueryData(['/dms/pageList', { parentId: '5' }], { list: [item('1'), item('2', { editors: ['Ann'], editedByMe: true })] });
  queryClient.setQueryData(['/document/detail', { id: '2' }], item('2', { lockUserName: 'Ann' }));
  showEditState({ id: '2', editors: ['Bob'], editedIn: 1, lockUserName: 'Bob', lockedByMe: false, unknown: true });
  const now = { editors: ['Bob'], editedIn: 1, lockUserName: 'Bob', lockedByMe: false };
  expect(queryClient.getQueryData(['/dms/pageList', { parentId: '5' }])).toEqual({ list: [item('1'), item('2', now)] });
  expect(queryClient.getQueryData(['/document/detail', { id: '2' }])).toEqual(item('2', now));
  showEditState({ id: '2' });
  expect(queryClient.getQueryData(['/document/detail', { id: '2' }])).toEqual(item('2'));
});

test('leaves other answers alone, and none becomes newer by it', () => {
  const [other, list] = [
    ['/flow/pageList', {}],
    ['/dms/pageList', {}],
  ] as const;
  const answer = { list: [{ id: '2', name: 'a flow' }] };
  queryClient.setQueryData(other, answer, { updatedAt: 7 });
  queryClient.setQueryData(list, { list: [item('2')] }, { updatedAt: 7 });
  showEditState({ id: '2', editors: ['Bob'], editedIn: 1 });
  expect(queryClient.getQueryData(other)).toBe(answer);
  expect([other, list].map((key) => queryClient.getQueryState(key)?.dataUpdatedAt)).toEqual([7, 7]);
  expect(queryClient.getQueryData(list)).toEqual({ list: [item('2', { editors: ['Bob'], editedIn: 1 })] });
});

test('what shows a document as it was before its revision is asked for anew', () => {
  const [old, current] = [
    ['/dms/pageList', { parentId: '5' }],
    ['/document/detail', { id: '2' }],
  ] as const;
  queryClient.setQueryData(old, { list: [item('2', { revision: '9' })] });
  queryClient.setQueryData(current, item('2', { revision: '10' }));
  showEditState({ id: '2', revision: '10' });
  expect([old, current].map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, false]);
});
