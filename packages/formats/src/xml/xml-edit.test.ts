import { expect, it } from 'vitest';
import { XmlEdit, escapeXml } from './xml-edit.ts';

const xml = `\uFEFF<?xml version="1.0"?>\r\n<!-- <no> --><x:a b='1>2' x:c="&quot;"><x:d/><e>1</e ><![CDATA[<raw>]]><e f="2"></e></x:a>\n`;

it('leaves a text alone that nothing edits', () => {
  expect(new XmlEdit(xml).result()).toBe(xml);
});

it('edits attributes and elements in their places', () => {
  const edit = new XmlEdit(xml);
  const [d, first, second] = edit.root.children;
  expect([edit.get(edit.root, 'b'), edit.get(edit.root, 'c'), edit.prefix]).toEqual(['1>2', '"', 'x:']);
  edit.set(edit.root, 'b', '<"');
  edit.set(edit.root, 'g', 'new');
  edit.append(d!, '<h/>');
  edit.setContent(first!, 'one');
  edit.remove(second!);
  edit.append(edit.root, '<i/>');
  expect(edit.result()).toBe(
    `\uFEFF<?xml version="1.0"?>\r\n<!-- <no> --><x:a b="&lt;&quot;" x:c="&quot;" g="new"><x:d><h/></x:d><e>one</e ><![CDATA[<raw>]]><i/></x:a>\n`,
  );
});

it('puts a child where the order of the schema wants it', () => {
  const edit = new XmlEdit('<a><b/><d/></a>');
  edit.insertInOrder(edit.root, '<c/>', { name: 'c', names: ['b', 'c', 'd'] });
  edit.insertInOrder(edit.root, '<e/>', { name: 'e', names: ['b', 'c', 'd', 'e'] });
  expect(edit.result()).toBe('<a><b/><c/><d/><e/></a>');
});

it.each(['<a><b></a>', '<a>', '<a/><b/>', 'none', '<!DOCTYPE a><a/>', '<a b="></a>'])('refuses %s', (text) => {
  expect(() => new XmlEdit(text)).toThrow('broken');
});

it('takes no time that grows with the square of the text', () => {
  const began = process.cpuUsage().user;
  expect(() => new XmlEdit(`<a ${'b="'.repeat(300_000)}`)).toThrow('broken');
  expect(() => new XmlEdit('<a b="'.repeat(100_000))).toThrow('broken');
  expect(() => new XmlEdit('<!--'.repeat(100_000))).toThrow('broken');
  expect((process.cpuUsage().user - began) / 1e6).toBeLessThan(3);
  expect(escapeXml('a\n<')).toBe('a&#10;&lt;');
});
