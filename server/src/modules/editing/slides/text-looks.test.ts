import { OfficePackage } from '@dossier/formats/office/patch-package';
import { readSlides } from '@dossier/formats/slides/read-slides';
import { withLooks } from '@dossier/formats/slides/text-looks';
import { expect, it } from 'vitest';
import { makeFile } from '../../../../../demo/files/make-file.ts';

const part = 'ppt/slides/slide1.xml';

it('reads the look of a text from its runs, and else from what it inherits from', async () => {
  const pack = new OfficePackage((await makeFile('pptx', { title: 'Plan', lang: 'en', seed: 7 })).bytes);
  const lookOf = (shape: string) => {
    const before = pack.text(part);
    pack.put(part, before.replace('</p:spTree>', `${shape}</p:spTree>`));
    const look = withLooks(pack, readSlides(pack)).slides[0]?.texts.find(({ shape: id }) => id === 4001)?.look;
    pack.put(part, before);
    return look;
  };
  const shape = (body: string, placeholder = ''): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="4001" name="T"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody>${body}</p:txBody></p:sp>`;
  const words = (properties = '', look = ''): string => `<a:p>${properties}<a:r><a:rPr lang="en-US"${look}/><a:t>Words</a:t></a:r></a:p>`;
  expect(lookOf(shape(`<a:bodyPr anchor="b"/>${words('<a:pPr algn="ctr"/>', ' sz="2400" b="1"')}`))).toEqual({
    size: 24,
    isBold: true,
    align: 'ctr',
    anchor: 'b',
  });
  // the style of its own list by its level, shrunk to fit
  const list = '<a:lstStyle><a:lvl1pPr><a:defRPr sz="4000"/></a:lvl1pPr><a:lvl2pPr algn="r"><a:defRPr sz="2000"/></a:lvl2pPr></a:lstStyle>';
  const shrunk = `<a:bodyPr><a:normAutofit fontScale="50000"/></a:bodyPr>${list}${words('<a:pPr lvl="1"/>')}`;
  expect(lookOf(shape(shrunk))).toMatchObject({ size: 10, align: 'r' });
  pack.put(
    'ppt/slideMasters/slideMaster1.xml',
    pack
      .text('ppt/slideMasters/slideMaster1.xml')
      .replace(
        /<p:txStyles>.*<\/p:txStyles>|(?=<\/p:sldMaster>)/s,
        () => '<p:txStyles><p:titleStyle><a:lvl1pPr><a:defRPr sz="3300"/></a:lvl1pPr></p:titleStyle></p:txStyles>',
      ),
  );
  expect(lookOf(shape(`<a:bodyPr/>${words()}`, '<p:ph type="title"/>'))?.size).toBe(33);
});
