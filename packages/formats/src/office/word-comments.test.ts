import { expect, it } from 'vitest';
import { readWordComments } from './word-comments.ts';

/** A document of which only some parts are there. */
const partsOf = (parts: Record<string, string>) => ({
  names: Object.keys(parts),
  async *read(name: string) {
    if (parts[name] !== undefined) yield Buffer.from(parts[name]);
  },
  close: () => undefined,
});

const comment = (id: number, paraId: string, text: string): string =>
  `<w:comment w:id="${id}" w:author="Li &amp; Co" w:date="2026-03-01T09:00:00Z"><w:p w14:paraId="${paraId}"><w:r><w:t>${text}</w:t></w:r></w:p></w:comment>`;

it('reads comments in the order of the body with their words, answers behind what they answer', async () => {
  const zip = partsOf({
    'word/comments.xml': `<w:comments>${comment(1, 'A1', 'second')}${comment(0, 'A0', 'first')}${comment(2, 'A2', 'answer')}${comment(3, 'A3', 'lost')}</w:comments>`,
    'word/commentsExtended.xml':
      '<w15:commentsEx><w15:commentEx w15:paraId="A0" w15:done="1"/><w15:commentEx w15:paraId="A2" w15:paraIdParent="A0" w15:done="0"/></w15:commentsEx>',
    'word/document.xml': `<w:body><w:p><w:r><w:t>Title</w:t></w:r></w:p>
      <w:p><w:r><w:t>Pay in </w:t></w:r><w:commentRangeStart w:id="0"/><w:r><w:t>30 </w:t></w:r><w:r><w:t>days</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>
      <w:p><w:r><mc:AlternateContent><mc:Fallback><w:p><w:r><w:t>twice</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:r></w:p>
      <w:p><w:commentRangeStart w:id="1"/></w:p><w:p><w:r><w:t>over two</w:t></w:r></w:p><w:p><w:r><w:t>paragraphs</w:t></w:r><w:commentRangeEnd w:id="1"/></w:p></w:body>`,
  });
  const common = { author: 'Li & Co', at: Date.UTC(2026, 2, 1, 9) };
  expect(await readWordComments(zip)).toEqual([
    { ...common, text: 'first', words: '30 days', paragraph: 1, isResolved: true, isReply: false },
    { ...common, text: 'answer', words: '', paragraph: -1, isResolved: false, isReply: true },
    { ...common, text: 'second', words: 'over two', paragraph: 4, isResolved: false, isReply: false },
    { ...common, text: 'lost', words: '', paragraph: -1, isResolved: false, isReply: false },
  ]);
});

it('has no comments where the document has none', async () => {
  expect(await readWordComments(partsOf({ 'word/document.xml': '<w:body/>' }))).toEqual([]);
});

it('leaves out what is beyond a megabyte of comments', async () => {
  const long = Array.from({ length: 2000 }, (_, n) => comment(n, `P${n}`, '条'.repeat(4000))).join('');
  const read = await readWordComments(
    partsOf({ 'word/comments.xml': `<w:comments>${long}</w:comments>`, 'word/document.xml': '<w:body/>' }),
  );
  expect(read.length).toBeGreaterThan(100);
  expect(JSON.stringify(read).length).toBeLessThan(1_010_000);
});
