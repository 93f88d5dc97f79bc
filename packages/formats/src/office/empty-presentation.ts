import { newPackage } from './patch-package.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.presentationml';
const spaces = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${kinds}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;

const relations = (...all: [kind: string, target: string][]): string =>
  `${head}<Relationships xmlns="${relationships}">${all.map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${kinds}/${kind}" Target="${target}"/>`).join('')}</Relationships>`;

/** A placeholder that is empty; without a box it lies where that of its layout or master does. Lengths are EMU, 360,000 to a centimetre. */
const placeholder = ([id, name]: [id: number, name: string], ph: string, box?: [x: number, y: number, cx: number, cy: number]): string => {
  const at = box && `<a:xfrm><a:off x="${box[0]}" y="${box[1]}"/><a:ext cx="${box[2]}" cy="${box[3]}"/></a:xfrm>`;
  const shape = at === undefined ? '<p:spPr/>' : `<p:spPr>${at}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${ph}/></p:nvPr></p:nvSpPr>${shape}<p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>`;
};

const tree = (shapes: string): string =>
  `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${shapes}</p:spTree>`;
const sameColours = '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>';

/** 16:9, as PowerPoint has it: 13⅓ by 7½ inches. */
const size = { width: 12_192_000, height: 6_858_000 };

/** A text of a level of the master, its size in hundredths of a point. */
const level = (at: number, points: number, more: string): string =>
  `<a:lvl${at}pPr ${more}<a:defRPr sz="${points}" kern="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl${at}pPr>`;
const bullet = (at: number): string =>
  `marL="${228_600 + 457_200 * (at - 1)}" indent="-228600" algn="l" rtl="0" eaLnBrk="1" latinLnBrk="0" hangingPunct="1"><a:lnSpc><a:spcPct val="100000"/></a:lnSpc><a:spcBef><a:spcPts val="${at === 1 ? 1000 : 500}"/></a:spcBef><a:buFont typeface="Arial"/><a:buChar char="&#8226;"/>`;
const title =
  '<a:lvl1pPr algn="l" rtl="0" eaLnBrk="1" latinLnBrk="0" hangingPunct="1"><a:spcBef><a:spcPct val="0"/></a:spcBef><a:buNone/><a:defRPr sz="4000" kern="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mj-lt"/><a:ea typeface="+mj-ea"/><a:cs typeface="+mj-cs"/></a:defRPr></a:lvl1pPr>';
const textStyles = `<p:txStyles><p:titleStyle>${title}</p:titleStyle><p:bodyStyle>${[2800, 2400, 2000, 1800, 1800].map((points, at) => level(at + 1, points, bullet(at + 1))).join('')}</p:bodyStyle><p:otherStyle>${level(1, 1800, 'algn="l" rtl="0" eaLnBrk="1" latinLnBrk="0" hangingPunct="1">')}</p:otherStyle></p:txStyles>`;

const map =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';
const ground = '<p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>';
const titleBox: [number, number, number, number] = [838_200, 365_125, 10_515_600, 1_325_563];
const bodyBox: [number, number, number, number] = [838_200, 1_825_625, 10_515_600, 4_351_338];

const master = `${head}<p:sldMaster ${spaces}><p:cSld>${ground}${tree(
  placeholder([2, 'Title'], 'type="title"', titleBox).replace('<a:bodyPr/>', '<a:bodyPr anchor="ctr"><a:normAutofit/></a:bodyPr>') +
    placeholder([3, 'Text'], 'type="body" idx="1"', bodyBox).replace('<a:bodyPr/>', '<a:bodyPr><a:normAutofit/></a:bodyPr>'),
)}</p:cSld>${map}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/><p:sldLayoutId id="2147483650" r:id="rId2"/><p:sldLayoutId id="2147483651" r:id="rId3"/></p:sldLayoutIdLst>${textStyles}</p:sldMaster>`;

const layout = ([kind, name]: [kind: string, name: string], shapes: string): string =>
  `${head}<p:sldLayout ${spaces} type="${kind}" preserve="1"><p:cSld name="${name}">${tree(shapes)}</p:cSld>${sameColours}</p:sldLayout>`;

const centred = '<a:lstStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="6000"/></a:lvl1pPr></a:lstStyle>';
const below = '<a:lstStyle><a:lvl1pPr marL="0" indent="0" algn="ctr"><a:buNone/><a:defRPr sz="2400"/></a:lvl1pPr></a:lstStyle>';
const titleSlide = layout(
  ['title', 'Title Slide'],
  placeholder([2, 'Title'], 'type="ctrTitle"', [1_524_000, 1_122_363, 9_144_000, 2_387_600]).replace(
    '<a:bodyPr/><a:lstStyle/>',
    `<a:bodyPr anchor="b"/>${centred}`,
  ) + placeholder([3, 'Subtitle'], 'type="subTitle" idx="1"', [1_524_000, 3_602_038, 9_144_000, 1_655_762]).replace('<a:lstStyle/>', below),
);
const titleAndContent = layout(
  ['obj', 'Title and Content'],
  placeholder([2, 'Title'], 'type="title"') + placeholder([3, 'Content'], 'idx="1"'),
);

/** Colours and fonts; the lists of fills, lines and effects have the three that the format asks for. */
const colour = (name: string, value: string): string => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
const colours = ['1F3864', 'E7EBF1', '1F6FB2', 'C55A11', '7F8B99', 'B8860B', '2E8B57', '6B4C9A', '0563C1', '954F72'];
const colourNames = ['dk2', 'lt2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink'];
const fonts = '<a:latin typeface="Arial"/><a:ea typeface="Noto Sans SC"/><a:cs typeface="Arial"/>';
const own = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const line = (width: number): string => `<a:ln w="${width}" cap="flat" cmpd="sng" algn="ctr">${own}<a:prstDash val="solid"/></a:ln>`;
const theme = `${head}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Office"><a:themeElements><a:clrScheme name="Office"><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>${colourNames.map((name, at) => colour(name, colours[at] ?? '')).join('')}</a:clrScheme><a:fontScheme name="Office"><a:majorFont>${fonts}</a:majorFont><a:minorFont>${fonts}</a:minorFont></a:fontScheme><a:fmtScheme name="Office"><a:fillStyleLst>${own.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${[6350, 12_700, 19_050].map(line).join('')}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${own.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;

const part = (name: string, type: string): string => `<Override PartName="/ppt/${name}.xml" ContentType="${type}+xml"/>`;
const parts: Record<string, string> = {
  '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('presentation', `${types}.presentation.main`)}${part('slideMasters/slideMaster1', `${types}.slideMaster`)}${[1, 2, 3].map((number) => part(`slideLayouts/slideLayout${number}`, `${types}.slideLayout`)).join('')}${part('slides/slide1', `${types}.slide`)}${part('presProps', `${types}.presProps`)}${part('theme/theme1', 'application/vnd.openxmlformats-officedocument.theme')}</Types>`,
  '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
  'ppt/presentation.xml': `${head}<p:presentation ${spaces} saveSubsetFonts="1"><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst><p:sldSz cx="${size.width}" cy="${size.height}"/><p:notesSz cx="${size.height}" cy="9144000"/></p:presentation>`,
  'ppt/_rels/presentation.xml.rels': relations(
    ['slideMaster', 'slideMasters/slideMaster1.xml'],
    ['slide', 'slides/slide1.xml'],
    ['presProps', 'presProps.xml'],
    ['theme', 'theme/theme1.xml'],
  ),
  'ppt/presProps.xml': `${head}<p:presentationPr ${spaces}/>`,
  'ppt/theme/theme1.xml': theme,
  'ppt/slideMasters/slideMaster1.xml': master,
  'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations(
    ['slideLayout', '../slideLayouts/slideLayout1.xml'],
    ['slideLayout', '../slideLayouts/slideLayout2.xml'],
    ['slideLayout', '../slideLayouts/slideLayout3.xml'],
    ['theme', '../theme/theme1.xml'],
  ),
  'ppt/slideLayouts/slideLayout1.xml': titleSlide,
  'ppt/slideLayouts/slideLayout2.xml': titleAndContent,
  'ppt/slideLayouts/slideLayout3.xml': layout(['blank', 'Blank'], ''),
  ...Object.fromEntries(
    [1, 2, 3].map((number) => [
      `ppt/slideLayouts/_rels/slideLayout${number}.xml.rels`,
      relations(['slideMaster', '../slideMasters/slideMaster1.xml']),
    ]),
  ),
  'ppt/slides/slide1.xml': `${head}<p:sld ${spaces}><p:cSld>${tree(placeholder([2, 'Title'], 'type="ctrTitle"') + placeholder([3, 'Subtitle'], 'type="subTitle" idx="1"'))}</p:cSld>${sameColours}</p:sld>`,
  'ppt/slides/_rels/slide1.xml.rels': relations(['slideLayout', '../slideLayouts/slideLayout1.xml']),
};

/** An empty presentation: one title slide, and the layouts that further slides are made with. All of them have the same bytes and are stored once. */
export const emptyPresentation = (): Buffer => newPackage(parts);
