import { expect, test } from 'vitest';
import { tabsThatFit } from './item-tabs.tsx';

const tabs = ['Details', 'Comments', 'Versions', 'Rights', 'Notes', 'Activity'].map((label) => ({ id: label, label }));
const shownIn = (width: number, active?: string): string[] => tabsThatFit(tabs, { active, width, more: 'More' }).map(({ id }) => id);

test('as many tabs as fit stand beside the menu of the others, the open one among them', () => {
  expect(shownIn(1000)).toEqual(tabs.map(({ id }) => id));
  expect(shownIn(300)).toEqual(['Details', 'Comments', 'Versions']);
  expect(shownIn(300, 'Comments')).toEqual(['Details', 'Comments', 'Versions']);
  expect(shownIn(300, 'Notes')).toEqual(['Details', 'Comments', 'Notes']);
  expect(shownIn(40, 'Notes')).toEqual(['Notes']);
});
