import { expect, test } from 'vitest';
import { chooseFor, mentionedIn, nameMentions } from './mentioned-words.ts';

const person = (id: string, name: string) => ({ id, name, mayRead: true });
const everybody = [person('1', 'Ann'), person('2', 'Anna Field'), person('3', 'Ann Stone'), person('4', '张三'), person('5', "Bo O'Neil")];
const find = async (keyword: string) => everybody.filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase()));

const named = async (content: string, mentions = [] as { id: string; name: string }[]) => {
  const { open, ...draft } = await nameMentions({ content, mentions }, find);
  return [draft.content, mentionedIn(draft).map(({ id }) => id), open.map(({ word, people }) => [word, people.map(({ id }) => id)])];
};

test('a word after @ mentions whom it means alone, by the full name, and is left open where it is nobody or several', async () => {
  expect(await named('Look, @anna.')).toEqual(['Look, @Anna Field.', ['2'], []]);
  expect(await named('@ann stone, @Anna and @ann')).toEqual(['@Ann Stone, @Anna Field and @Ann', ['1', '2', '3'], []]);
  expect(await named('@an? @nobody! @an')).toEqual([
    '@an? @nobody! @an',
    [],
    [
      ['an', ['1', '2', '3']],
      ['nobody', []],
    ],
  ]);
  expect(await named('请@张三。')).toEqual(['请@张三。', ['4'], []]);
  expect(await named("(@o'neil)")).toEqual(["(@Bo O'Neil)", ['5'], []]);
});

test('what was chosen, mail addresses and a lone @ are no question', async () => {
  expect(await named('@Anna Field', [{ id: '2', name: 'Anna Field' }])).toEqual(['@Anna Field', ['2'], []]);
  expect(await named('ann@an.org a @ b @ @!')).toEqual(['ann@an.org a @ b @ @!', [], []]);
  // whoever was chosen and is no longer named is not mentioned
  expect(await named('@Anna', [{ id: '1', name: 'Ann' }])).toEqual(['@Anna Field', ['2'], []]);
});

test('a choice replaces the word wherever it stands', () => {
  const chosen = chooseFor('an', { id: '3', name: 'Ann Stone' }, { content: '@an, @anna, @an', mentions: [] });
  expect(chosen).toEqual({ content: '@Ann Stone, @anna, @Ann Stone', mentions: [{ id: '3', name: 'Ann Stone' }] });
});
