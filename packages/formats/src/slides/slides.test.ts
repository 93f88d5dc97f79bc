import { CFB } from '@e965/xlsx';
import { describe, expect, it, vi } from 'vitest';
import { OfficePackage } from '../office/patch-package.ts';
import { checkSlides } from './check-slides.ts';
import type { SlideDeck, SlideEdit } from './edits.ts';
import { patchSlides } from './patch-slides.ts';
import { pictureFacts } from './picture-bytes.ts';
import { readSlides } from './read-slides.ts';

const spaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const rels = (...all: [id: string, kind: string, target: string][]): string =>
  `<Relationships xmlns="r">${all.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${type}${kind}" Target="${target}"${target.includes('://') ? ' TargetMode="External"' : ''}/>`).join('')}</Relationships>`;
const properties = (id: number, ph = ''): string =>
  `<p:nvSpPr><p:cNvPr id="${id}" name="Shape ${id}"/><p:cNvSpPr/><p:nvPr>${ph}</p:nvPr></p:nvSpPr>`;
const at = ([x, y, cx, cy]: [number, number, number, number], rot = ''): string =>
  `<a:xfrm${rot}><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`;
const body = (...paragraphs: string[]): string => `<p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs.join('')}</p:txBody>`;
const run = (text: string, look = ''): string => `<a:r><a:rPr lang="en-US"${look}/><a:t>${text}</a:t></a:r>`;
const slide = (shapes: string, more = ''): string =>
  `<?xml version="1.0"?>\r\n<p:sld ${spaces}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>${more}</p:sld>`;

const words =
  '<a:p><a:pPr lvl="1"/>' +
  run('Our ') +
  run('bold', ' b="1"') +
  run(' plan for ') +
  '<a:r><a:rPr lang="en-US"><a:hlinkClick r:id="rId3"/></a:rPr><a:t>the site</a:t></a:r>' +
  '<a:br><a:rPr lang="en-US"/></a:br>' +
  '<a:fld id="{1}" type="slidenum"><a:rPr/><a:t>1</a:t></a:fld>' +
  '<a:endParaRPr lang="en-US" sz="1800"/></a:p>';
const cell = (text: string, more = ''): string => `<a:tc${more}><a:txBody><a:bodyPr/><a:p>${run(text)}</a:p></a:txBody><a:tcPr/></a:tc>`;
const table = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="8" name="Table"/></p:nvGraphicFramePr><p:xfrm><a:off x="100" y="200"/><a:ext cx="60" cy="40"/></p:xfrm><a:graphic><a:graphicData><a:tbl><a:tblGrid><a:gridCol w="20"/><a:gridCol w="40"/></a:tblGrid><a:tr h="15">${cell('a')}${cell('b')}</a:tr><a:tr h="25">${cell('c', ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
const picture = `<p:pic><p:nvPicPr><p:cNvPr id="9" name="Logo"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId4"><a:extLst><a:ext uri="{x}"><svg:svgBlip xmlns:svg="s" r:embed="rId5"/></a:ext></a:extLst></a:blip><a:stretch/></p:blipFill><p:spPr>${at([0, 0, 200, 100])}</p:spPr></p:pic>`;
const timing =
  '<p:timing><p:tnLst><p:tgtEl><p:spTgt spid="6"><p:txEl><p:pRg st="0" end="1"/></p:txEl></p:spTgt></p:tgtEl></p:tnLst></p:timing>';

/** A PNG of a size, as far as its first bytes tell. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(bytes);
  bytes.write('IHDR', 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const parts: Record<string, string | Buffer> = {
  '[Content_Types].xml': `<Types xmlns="t"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="r"/><Default Extension="png" ContentType="image/png"/><Default Extension="svg" ContentType="image/svg+xml"/><Default Extension="bin" ContentType="b"/>${['slides/slide1', 'slides/slide2', 'slides/slide3', 'notesSlides/notesSlide1', 'charts/chart1'].map((name) => `<Override PartName="/ppt/${name}.xml" ContentType="ct/${name.replace(/\d/, '')}"/>`).join('')}</Types>`,
  '_rels/.rels': rels(['rId1', 'officeDocument', 'ppt/presentation.xml']),
  'ppt/presentation.xml': `<p:presentation ${spaces}><p:sldMasterIdLst/><p:sldIdLst><p:sldId id="256" r:id="rId1"/><p:sldId r:id="rId2" id="300"/><p:sldId id="301" r:id="rId3"/></p:sldIdLst><p:sldSz cx="1000" cy="500"/><p:notesSz cx="1" cy="1"/><p:custShowLst><p:custShow name="Short" id="0"><p:sldLst><p:sld r:id="rId2"/><p:sld r:id="rId1"/></p:sldLst></p:custShow></p:custShowLst><p:extLst><p:ext uri="{s}"><p14:sectionLst xmlns:p14="p14"><p14:section name="A" id="{a}"><p14:sldIdLst><p14:sldId id="256"/></p14:sldIdLst></p14:section><p14:section name="B" id="{b}"><p14:sldIdLst><p14:sldId id="300"/><p14:sldId id="301"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst></p:presentation>`,
  'ppt/_rels/presentation.xml.rels': rels(
    ['rId1', 'slide', 'slides/slide1.xml'],
    ['rId2', 'slide', '/ppt/slides/slide2.xml'],
    ['rId3', 'slide', 'slides/slide3.xml'],
    ['rId4', 'presProps', 'presProps.xml'],
    ['rId5', 'slideMaster', 'slideMasters/slideMaster1.xml'],
    ['rId6', 'notesMaster', 'notesMasters/notesMaster1.xml'],
    ['rId7', 'viewProps', 'viewProps.xml'],
  ),
  'ppt/presProps.xml': `<p:presentationPr ${spaces}><p:showPr><p:sldRg st="2" end="3"/></p:showPr></p:presentationPr>`,
  'ppt/viewProps.xml': `<p:viewPr ${spaces}><p:outlineViewPr><p:sldLst><p:sld r:id="rId1" collapse="1"/></p:sldLst></p:outlineViewPr></p:viewPr>`,
  'ppt/_rels/viewProps.xml.rels': rels(['rId1', 'slide', 'slides/slide2.xml']),
  'ppt/slides/slide1.xml': slide(
    `<p:sp>${properties(2, '<p:ph type="title"/>')}<p:spPr/>${body(`<a:p>${run('Hello')}</a:p>`)}</p:sp><p:sp>${properties(3, '<p:ph idx="1"/>')}<p:spPr/>${body(words, `<a:p>${run('second')}</a:p>`)}</p:sp>${table}${picture}`,
  ),
  'ppt/slides/_rels/slide1.xml.rels': rels(
    ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
    ['rId2', 'notesSlide', '../notesSlides/notesSlide1.xml'],
    ['rId3', 'hyperlink', 'https://example.org/'],
    ['rId4', 'image', '../media/image1.png'],
    ['rId5', 'image', '../media/image2.svg'],
  ),
  'ppt/slides/slide2.xml': slide(
    `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="4" name="Group"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="100" y="100"/><a:ext cx="200" cy="100"/><a:chOff x="0" y="0"/><a:chExt cx="100" cy="100"/></a:xfrm></p:grpSpPr><p:sp>${properties(5)}<p:spPr>${at([10, 20, 30, 40], ' rot="5400000"')}</p:spPr>${body(`<a:p>${run('in a group')}</a:p>`)}</p:sp></p:grpSp><p:sp>${properties(6)}<p:spPr>${at([1, 2, 3, 4])}</p:spPr>${body('<a:p><a:endParaRPr sz="900"/></a:p>', `<a:p>${run('counted')}</a:p>`)}</p:sp><p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="7" name="Chart"/></p:nvGraphicFramePr><a:graphic><a:graphicData><c:chart xmlns:c="c" r:id="rId2"/></a:graphicData></a:graphic></p:graphicFrame>`,
    timing,
  ),
  'ppt/slides/_rels/slide2.xml.rels': rels(
    ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
    ['rId2', 'chart', '../charts/chart1.xml'],
  ),
  'ppt/slides/slide3.xml': slide(
    `<p:sp>${properties(2)}<p:spPr/>${body(`<a:p><a:r><a:rPr><a:hlinkClick r:id="rId2" action="ppaction://hlinksldjump"/></a:rPr><a:t>to two</a:t></a:r></a:p>`)}</p:sp><p:sp>${properties(3)}<p:spPr/>${body('<a:p><m:oMath xmlns:m="m"/></a:p>')}</p:sp>`,
  ).replace('<p:sld ', '<p:sld show="0" '),
  'ppt/slides/_rels/slide3.xml.rels': rels(['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'], ['rId2', 'slide', 'slide2.xml']),
  'ppt/charts/chart1.xml': '<c:chartSpace xmlns:c="c"/>',
  'ppt/charts/_rels/chart1.xml.rels': rels(['rId1', 'package', '../embeddings/book1.bin']),
  'ppt/embeddings/book1.bin': 'book',
  'ppt/media/image1.png': png(10, 10),
  'ppt/media/image2.svg': '<svg/>',
  'ppt/notesSlides/notesSlide1.xml': `<p:notes ${spaces}><p:cSld><p:spTree><p:sp>${properties(2, '<p:ph type="sldImg"/>')}</p:sp><p:sp>${properties(3, '<p:ph type="body" idx="1"/>')}<p:spPr/>${body(`<a:p>${run('say this', ' b="1"')}</a:p>`, `<a:p>${run('and that')}</a:p>`)}</p:sp></p:spTree></p:cSld></p:notes>`,
  'ppt/notesSlides/_rels/notesSlide1.xml.rels': rels(
    ['rId1', 'notesMaster', '../notesMasters/notesMaster1.xml'],
    ['rId2', 'slide', '../slides/slide1.xml'],
  ),
  'ppt/notesMasters/notesMaster1.xml': `<p:notesMaster ${spaces}/>`,
  'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${spaces}><p:cSld><p:spTree><p:sp>${properties(2, '<p:ph type="title"/>')}<p:spPr/></p:sp><p:sp>${properties(3, '<p:ph type="body" idx="1"/>')}<p:spPr>${at([50, 60, 70, 80])}</p:spPr></p:sp></p:spTree></p:cSld></p:sldLayout>`,
  'ppt/slideLayouts/_rels/slideLayout1.xml.rels': rels(['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml']),
  'ppt/slideMasters/slideMaster1.xml': `<p:sldMaster ${spaces}><p:cSld><p:spTree><p:sp>${properties(2, '<p:ph type="title"/>')}<p:spPr>${at([5, 6, 7, 8])}</p:spPr></p:sp></p:spTree></p:cSld></p:sldMaster>`,
  'ppt/slideMasters/_rels/slideMaster1.xml.rels': rels(['rId1', 'theme', '../theme/theme1.xml']),
  'ppt/theme/theme1.xml': '<a:theme xmlns:a="a"/>',
};

function zipOf(changes: Record<string, string> = {}): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, text] of Object.entries({ ...parts, ...changes })) CFB.utils.cfb_add(file, `/${name}`, Buffer.from(text));
  return Buffer.from(CFB.write(file, { type: 'buffer', fileType: 'zip' }) as Uint8Array);
}

const base = zipOf();
const deckOf = (bytes: Buffer): SlideDeck => readSlides(new OfficePackage(bytes));
const textOf = (bytes: Buffer, part: string): string => new OfficePackage(bytes).text(part);
const changed = (bytes: Buffer): string[] => {
  const [before, after] = [new OfficePackage(base), new OfficePackage(bytes)];
  return [...new Set([...before.names, ...after.names])].filter(
    (name) => !before.has(name) || !after.has(name) || !before.bytes(name).equals(after.bytes(name)),
  );
};
/** Patches, and requires that the check finds nothing: what is expected is read from what was written, so only the parts are compared. */
function patched(edits: SlideEdit[], pictures?: Map<string, Buffer>): Buffer {
  const bytes = patchSlides(base, edits, pictures);
  expect(checkSlides({ base, patched: bytes, edits, expected: deckOf(bytes), ...(pictures && { pictures }) })).toEqual([]);
  return bytes;
}
const edit = (texts: string[], more: Partial<Extract<SlideEdit, { kind: 'text' }>> = {}): SlideEdit => ({
  kind: 'text',
  slide: 256,
  shape: 3,
  paragraph: 0,
  texts,
  ...more,
});
const firstParagraph = (bytes: Buffer): string =>
  /<a:p><a:pPr lvl="1"\/>.*?<\/a:p>/.exec(textOf(bytes, 'ppt/slides/slide1.xml'))?.[0] ?? '';

it('reads texts, notes, pictures and their places through layouts, masters, groups and tables', () => {
  const { width, height, slides } = deckOf(base);
  expect([width, height, slides.map(({ id, isHidden }) => [id, isHidden])]).toEqual([
    1000,
    500,
    [
      [256, false],
      [300, false],
      [301, true],
    ],
  ]);
  const [one, two, three] = slides;
  expect(one?.notes).toBe('say this\nand that');
  expect(
    one?.texts.map(({ shape, cell: own, box, paragraphs }) => [shape, own, box && [box.x, box.y, box.width, box.height], paragraphs]),
  ).toEqual([
    [2, undefined, [5, 6, 7, 8], ['Hello']],
    [3, undefined, [50, 60, 70, 80], ['Our bold plan for the site\n1', 'second']],
    [8, { row: 0, column: 0 }, [100, 200, 20, 15], ['a']],
    [8, { row: 0, column: 1 }, [120, 200, 40, 15], ['b']],
    [8, { row: 1, column: 0 }, [100, 215, 60, 25], ['c']],
  ]);
  expect(one?.pictures).toEqual([{ shape: 9, name: 'Logo', box: { x: 0, y: 0, width: 200, height: 100, turned: 0 }, picture: '' }]);
  expect(two?.texts.map(({ shape, box, isCounted }) => [shape, box, isCounted])).toEqual([
    [5, { x: 120, y: 120, width: 60, height: 40, turned: 90 }, false],
    [6, { x: 1, y: 2, width: 3, height: 4, turned: 0 }, true],
  ]);
  expect(two?.notes).toBe('');
  // a formula is no text to be edited
  expect(three?.texts.map(({ shape }) => shape)).toEqual([2]);
});

describe('words', () => {
  it.each([
    ['a word within', 'Our bold new plan for the site\n1', '<a:t> new plan for </a:t>'],
    ['a bold word', 'Our brave plan for the site\n1', '<a:rPr lang="en-US" b="1"/><a:t>brave</a:t>'],
    ['after a link', 'Our bold plan for the site today\n1', '<a:rPr lang="en-US"></a:rPr><a:t> today</a:t>'],
    ['within a link', 'Our bold plan for the new site\n1', '<a:hlinkClick r:id="rId3"/></a:rPr><a:t>the new site</a:t>'],
    [
      'all of it',
      '全新的文字',
      '<a:pPr lvl="1"/><a:r><a:rPr lang="en-US"/><a:t>全新的文字</a:t></a:r><a:endParaRPr lang="en-US" sz="1800"/>',
    ],
    ['signs of XML', 'Our bold plan for the site\n1 <&> "', '<a:t> &lt;&amp;&gt; "</a:t>'],
    ['the end of a line', 'Our bold\nplan for the site\n1', '<a:br><a:rPr lang="en-US"'],
  ])('keep the formatting of the others: %s', (_, text, written) => {
    const bytes = patched([edit([text])]);
    expect(changed(bytes)).toEqual(['ppt/slides/slide1.xml']);
    expect(deckOf(bytes).slides[0]?.texts[1]?.paragraphs[0]).toBe(text);
    expect(firstParagraph(bytes)).toContain(written);
  });

  it('keep links, line breaks and fields where they are untouched', () => {
    const paragraph = firstParagraph(patched([edit(['Our bold plans for the site\n1'])]));
    expect(paragraph).toContain('<a:r><a:rPr lang="en-US"><a:hlinkClick r:id="rId3"/></a:rPr><a:t>the site</a:t></a:r>');
    expect(paragraph).toContain('<a:br><a:rPr lang="en-US"/></a:br><a:fld id="{1}" type="slidenum"><a:rPr/><a:t>1</a:t></a:fld>');
    expect(paragraph).toContain(run('bold', ' b="1"'));
  });

  it('split and join paragraphs, and take the look of an empty one', () => {
    const bytes = patched([edit(['Our bold', 'plan']), edit([], { paragraph: 2 }), edit(['x'], { slide: 300, shape: 6 })]);
    expect(deckOf(bytes).slides[0]?.texts[1]?.paragraphs).toEqual(['Our bold', 'plan']);
    expect(textOf(bytes, 'ppt/slides/slide1.xml')).toContain(`${run('bold', ' b="1"')}<a:endParaRPr`);
    expect(textOf(bytes, 'ppt/slides/slide2.xml')).toContain('<a:r><a:rPr sz="900"/><a:t>x</a:t></a:r>');
  });

  it('are read and written once a slide, however many edits there are', () => {
    const splits = Array.from({ length: 300 }, (_, n): SlideEdit[] => [
      { kind: 'text', slide: 256, shape: 3, paragraph: 1, texts: [`a ${n}`, 'b'] },
      { kind: 'text', slide: 256, shape: 3, paragraph: 1, texts: [] },
      { kind: 'hide', slide: 256, hidden: n % 2 === 0 },
      { kind: 'notes', slide: 256, text: `note ${n}` },
    ]).flat();
    const edited = vi.spyOn(OfficePackage.prototype, 'edit');
    const pack = new OfficePackage(patchSlides(base, splits));
    const edits = edited.mock.calls.map(([name]) => name);
    edited.mockRestore();
    expect(edits.toSorted()).toEqual(['ppt/notesSlides/notesSlide1.xml', 'ppt/slides/slide1.xml']);
    expect(readSlides(pack).slides[0]?.texts[1]?.paragraphs.slice(1)).toEqual(['b']);
    expect(readSlides(pack).slides[0]?.notes).toBe('note 299');
  });

  it('that were split look like what they were split from, also when they are edited again', () => {
    const xml = textOf(
      patched([edit(['Our', 'bold', ' plan']), edit(['brave'], { paragraph: 1 }), edit(['brave new', 'world'], { paragraph: 1 })]),
      'ppt/slides/slide1.xml',
    );
    for (const text of ['brave new', 'world']) expect(xml).toContain(`<a:rPr lang="en-US" b="1"/><a:t>${text}</a:t>`);
  });

  it('of cells and notes', () => {
    const bytes = patched([
      edit(['B'], { shape: 8, cell: { row: 0, column: 1 } }),
      { kind: 'notes', slide: 256, text: 'say this\nmore\nand that' },
    ]);
    expect(changed(bytes)).toEqual(['ppt/slides/slide1.xml', 'ppt/notesSlides/notesSlide1.xml']);
    expect(deckOf(bytes).slides[0]?.notes).toBe('say this\nmore\nand that');
    expect(textOf(bytes, 'ppt/notesSlides/notesSlide1.xml')).toContain(run('say this', ' b="1"'));
  });

  it('of notes that there were not', () => {
    const bytes = patched([{ kind: 'notes', slide: 300, text: 'new\nnotes' }]);
    expect(deckOf(bytes).slides[1]?.notes).toBe('new\nnotes');
    expect(changed(bytes).toSorted()).toEqual([
      '[Content_Types].xml',
      'ppt/notesSlides/_rels/notesSlide2.xml.rels',
      'ppt/notesSlides/notesSlide2.xml',
      'ppt/slides/_rels/slide2.xml.rels',
    ]);
  });
});

/** A presentation whose page of notes has these shapes beside its picture. */
const withNotes = (...shapes: string[]): Buffer =>
  zipOf({
    'ppt/notesSlides/notesSlide1.xml': `<p:notes ${spaces}><p:cSld><p:spTree><p:sp>${properties(2, '<p:ph type="sldImg"/>')}</p:sp>${shapes.join('')}</p:spTree></p:cSld></p:notes>`,
  });
const pageNumber = `<p:sp>${properties(7, '<p:ph type="sldNum" idx="7"/>')}<p:spPr/>${body('<a:p><a:fld id="{1}" type="slidenum"><a:t>1</a:t></a:fld></a:p>')}</p:sp>`;
const textBox = (id: number): string => `<p:sp>${properties(id)}<p:spPr/>${body(`<a:p>${run('of a box')}</a:p>`)}</p:sp>`;

describe('a page of notes without a placeholder of theirs', () => {
  it('has those of its only text box', () => {
    const own = withNotes(textBox(4), pageNumber);
    expect(deckOf(own).slides[0]?.notes).toBe('of a box');
    const bytes = patchSlides(own, [{ kind: 'notes', slide: 256, text: 'of a box\nmore' }]);
    expect(deckOf(bytes).slides[0]?.notes).toBe('of a box\nmore');
    expect(textOf(bytes, 'ppt/notesSlides/notesSlide1.xml')).toContain(pageNumber);
  });

  it.each([
    ['nothing else', []],
    ['a number of the page', [pageNumber]],
    ['several text boxes', [textBox(4), textBox(5)]],
  ])('is given one beside %s', (_, shapes) => {
    const own = withNotes(...shapes);
    expect(deckOf(own).slides[0]?.notes).toBe('');
    const edits: SlideEdit[] = [{ kind: 'notes', slide: 256, text: 'new <1>\n\nnotes' }];
    const bytes = patchSlides(own, edits);
    expect(deckOf(bytes).slides[0]?.notes).toBe('new <1>\n\nnotes');
    expect(checkSlides({ base: own, patched: bytes, edits, expected: deckOf(bytes) })).toEqual([]);
    const xml = textOf(bytes, 'ppt/notesSlides/notesSlide1.xml');
    for (const shape of shapes) expect(xml).toContain(shape);
    const ids = [...xml.matchAll(/<p:cNvPr id="(\d+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('makes a master for notes where there is none', () => {
  const without = zipOf({
    'ppt/_rels/presentation.xml.rels': String(parts['ppt/_rels/presentation.xml.rels']).replace(/<Relationship Id="rId6"[^>]*>/, ''),
  });
  const bytes = patchSlides(without, [{ kind: 'notes', slide: 300, text: 'first' }]);
  expect(deckOf(bytes).slides[1]?.notes).toBe('first');
  expect(textOf(bytes, 'ppt/presentation.xml')).toMatch(
    /<p:sldMasterIdLst\/><p:notesMasterIdLst><p:notesMasterId r:id="rId\d+"\/><\/p:notesMasterIdLst><p:sldIdLst>/,
  );
});

const orderOf = (bytes: Buffer): number[] => deckOf(bytes).slides.map(({ id }) => id);
const sections = (bytes: Buffer): string[] =>
  [...textOf(bytes, 'ppt/presentation.xml').matchAll(/<p14:sldIdLst>(.*?)<\/p14:sldIdLst>/g)].map(([, list = '']) =>
    [...list.matchAll(/id="(\d+)"/g)].map(([, id]) => id).join(' '),
  );

it('moves and hides', () => {
  const moved = patched([
    { kind: 'move', slide: 301, before: 256 },
    { kind: 'hide', slide: 301, hidden: false },
    { kind: 'hide', slide: 256, hidden: true },
  ]);
  expect([orderOf(moved), sections(moved)]).toEqual([
    [301, 256, 300],
    ['301 256', '300'],
  ]);
  expect(deckOf(moved).slides.map(({ isHidden }) => isHidden)).toEqual([false, true, false]);
  expect(changed(moved).toSorted()).toEqual(['ppt/presentation.xml', 'ppt/slides/slide1.xml', 'ppt/slides/slide3.xml']);
});

it('copies a slide with its notes and its chart, and shares its pictures', () => {
  const bytes = patched([
    { kind: 'duplicate', slide: 256, id: 900 },
    { kind: 'duplicate', slide: 300, id: 901 },
    edit(['only here'], { slide: 900, shape: 2 }),
  ]);
  expect([orderOf(bytes), sections(bytes)]).toEqual([
    [256, 900, 300, 901, 301],
    ['256 900', '300 901 301'],
  ]);
  const { slides } = deckOf(bytes);
  expect([slides[0]?.texts[0]?.paragraphs, slides[1]?.texts[0]?.paragraphs, slides[1]?.notes]).toEqual([
    ['Hello'],
    ['only here'],
    'say this\nand that',
  ]);
  const pack = new OfficePackage(bytes);
  expect(pack.relations('ppt/slides/slide4.xml').map(({ id, target }) => [id, target])).toEqual([
    ['rId1', 'ppt/slideLayouts/slideLayout1.xml'],
    ['rId2', 'ppt/notesSlides/notesSlide2.xml'],
    ['rId3', 'https://example.org/'],
    ['rId4', 'ppt/media/image1.png'],
    ['rId5', 'ppt/media/image2.svg'],
  ]);
  expect(pack.relations('ppt/notesSlides/notesSlide2.xml').map(({ target }) => target)).toContain('ppt/slides/slide4.xml');
  expect([pack.has('ppt/charts/chart2.xml'), pack.has('ppt/embeddings/book2.bin'), pack.contentType('ppt/charts/chart2.xml')]).toEqual([
    true,
    true,
    'ct/charts/chart',
  ]);
});

it('deletes a slide with what belongs to it, and all that leads to it', () => {
  const bytes = patched([{ kind: 'delete', slide: 300 }]);
  const pack = new OfficePackage(bytes);
  expect([orderOf(bytes), sections(bytes)]).toEqual([
    [256, 301],
    ['256', '301'],
  ]);
  for (const gone of ['slides/slide2.xml', 'slides/_rels/slide2.xml.rels', 'charts/chart1.xml', 'embeddings/book1.bin'])
    expect(pack.has(`ppt/${gone}`)).toBe(false);
  expect(textOf(bytes, '[Content_Types].xml')).not.toMatch(/slide2|chart1/);
  expect(textOf(bytes, 'ppt/presentation.xml')).toContain('<p:sldLst><p:sld r:id="rId1"/></p:sldLst>');
  expect(textOf(bytes, 'ppt/slides/slide3.xml')).not.toContain('hlinkClick');
  expect(textOf(bytes, 'ppt/presProps.xml')).toContain('<p:sldRg st="2" end="2"/>');
  expect(textOf(bytes, 'ppt/viewProps.xml')).toContain('<p:sldLst></p:sldLst>');
});

it('brings back what was deleted', () => {
  const bytes = patched([
    { kind: 'delete', slide: 300 },
    { kind: 'restore', slide: 300, before: 301 },
    { kind: 'duplicate', slide: 256, id: 900 },
    { kind: 'delete', slide: 900 },
  ]);
  expect(orderOf(bytes)).toEqual([256, 300, 301]);
  expect(new OfficePackage(bytes).has('ppt/slides/slide4.xml')).toBe(false);
});

describe('pictures', () => {
  const wide = png(400, 100);
  const pictures = new Map([['new', wide]]);

  it('take the place of others, cut to their shape', () => {
    const bytes = patched([{ kind: 'picture', slide: 256, shape: 9, picture: 'new' }], pictures);
    const pack = new OfficePackage(bytes);
    const media = pack.relations('ppt/slides/slide1.xml').filter(({ kind }) => kind === 'image');
    expect(media.map(({ target }) => target)).toEqual(['ppt/media/image2.svg', 'ppt/media/image3.png'].slice(media.length === 2 ? 0 : 1));
    expect(pack.bytes('ppt/media/image3.png').equals(wide)).toBe(true);
    expect([pack.has('ppt/media/image1.png'), pack.contentType('ppt/media/image3.png')]).toEqual([false, 'image/png']);
    expect(textOf(bytes, 'ppt/slides/slide1.xml')).toContain('<a:srcRect l="25000" r="25000"/>');
    expect(textOf(bytes, 'ppt/slides/slide1.xml')).not.toContain('svgBlip');
  });

  it('go back to those of the file', () => {
    const bytes = patched(
      [
        { kind: 'picture', slide: 256, shape: 9, picture: 'new' },
        { kind: 'duplicate', slide: 256, id: 900 },
        { kind: 'picture', slide: 256, shape: 9, picture: '' },
        { kind: 'picture', slide: 900, shape: 9, picture: '' },
      ],
      pictures,
    );
    expect(textOf(bytes, 'ppt/slides/slide1.xml')).toBe(textOf(base, 'ppt/slides/slide1.xml'));
    expect(textOf(bytes, 'ppt/slides/slide4.xml')).toBe(textOf(base, 'ppt/slides/slide1.xml'));
    expect(new OfficePackage(bytes).names.filter((name) => name.startsWith('ppt/media/'))).toEqual([
      'ppt/media/image1.png',
      'ppt/media/image2.svg',
    ]);
  });

  it('are known by their bytes', () => {
    expect(pictureFacts(wide)).toEqual({ type: 'png', width: 400, height: 100 });
    expect(pictureFacts(Buffer.from('GIF89a\x05\0\x06\0........', 'latin1'))).toEqual({ type: 'gif', width: 5, height: 6 });
    const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc000110800070009030122000211010311', 'hex');
    expect(pictureFacts(jpeg)).toEqual({ type: 'jpeg', width: 9, height: 7 });
    for (const other of ['<svg onload="alert(1)"/>', '<script>', 'GIF89a', '', '\xff\xd8\xff\xe0\0\0'])
      expect(pictureFacts(Buffer.from(other, 'latin1'))).toBeUndefined();
  });
});

it.each<[string, SlideEdit[], string]>([
  ['a slide that is not there', [{ kind: 'hide', slide: 999, hidden: true }], 'no-slide'],
  [
    'a slide that is deleted',
    [
      { kind: 'delete', slide: 300 },
      { kind: 'notes', slide: 300, text: 'x' },
    ],
    'no-slide',
  ],
  ['a taken id', [{ kind: 'duplicate', slide: 256, id: 300 }], 'taken'],
  ['an id out of range', [{ kind: 'duplicate', slide: 256, id: 255 }], 'taken'],
  ['the last slide', [256, 300, 301].map((slide2) => ({ kind: 'delete', slide: slide2 })), 'last-slide'],
  ['a paragraph that is not there', [edit(['x'], { paragraph: 2 })], 'no-text'],
  ['the only paragraph', [edit([], { shape: 2 })], 'no-text'],
  ['a formula', [edit(['x'], { slide: 301 })], 'no-text'],
  ['paragraphs that an animation counts', [edit(['x', 'y'], { slide: 300, shape: 6 })], 'counted'],
  ['a picture that is none', [{ kind: 'picture', slide: 256, shape: 9, picture: 'script' }], 'not-a-picture'],
  ['a shape that is no picture', [{ kind: 'picture', slide: 256, shape: 2, picture: 'png' }], 'no-picture'],
])('refuses %s', (_, edits, reason) => {
  const pictures = new Map([
    ['script', Buffer.from('<script>alert(1)</script>')],
    ['png', png(1, 1)],
  ]);
  expect(() => patchSlides(base, edits, pictures)).toThrow(reason);
});

it.each<[string, (pack: OfficePackage) => void, string]>([
  ['another part', (pack) => pack.put('ppt/theme/theme1.xml', '<a:theme xmlns:a="b"/>'), 'part ppt/theme/theme1.xml'],
  ['another word', (pack) => pack.put('ppt/slides/slide1.xml', pack.text('ppt/slides/slide1.xml').replace('second', 'third')), 'deck'],
  [
    'another place',
    (pack) => pack.put('ppt/slides/slide1.xml', pack.text('ppt/slides/slide1.xml').replace('cx="200"', 'cx="201"')),
    'slide ppt/slides/slide1.xml',
  ],
  ['a relationship that leads nowhere', (pack) => pack.remove('ppt/slideLayouts/slideLayout1.xml'), 'link ppt/slides/slide1.xml'],
])('finds %s that changed besides', (_, damage, found) => {
  const edits = [edit(['Hello you'], { shape: 2 })];
  const good = patchSlides(base, edits);
  const expected = deckOf(good);
  const pack = new OfficePackage(good);
  damage(pack);
  const differences = checkSlides({ base, patched: pack.write(), edits, expected });
  expect(differences.some((one) => one.startsWith(found))).toBe(true);
});
