import { xmlHead } from './xml.ts';

/** Namespaces of a part of a presentation. */
export const spaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

const colours: [string, string][] = [
  ['dk1', '1F2933'],
  ['lt1', 'FFFFFF'],
  ['dk2', '1B3A57'],
  ['lt2', 'EEF3F8'],
  ['accent1', '1C6BB8'],
  ['accent2', '2A9D8F'],
  ['accent3', 'E9C46A'],
  ['accent4', 'F4A261'],
  ['accent5', '7A5CA8'],
  ['accent6', 'C8553D'],
  ['hlink', '1C6BB8'],
  ['folHlink', '7A5CA8'],
];

const scheme = colours.map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`).join('');
const font = '<a:latin typeface="Calibri"/><a:ea typeface="SimSun"/><a:cs typeface=""/>';
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';

export const theme =
  `${xmlHead}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Lanjiang"><a:themeElements>` +
  `<a:clrScheme name="Lanjiang">${scheme}</a:clrScheme>` +
  `<a:fontScheme name="Lanjiang"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme>` +
  `<a:fmtScheme name="Lanjiang"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst>` +
  `<a:lnStyleLst>${`<a:ln w="9525">${fill}</a:ln>`.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst>` +
  `<a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;

/** The frame that every tree of shapes begins with. */
export const treeHead =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/>' +
  '<a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';

const map =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

export const master =
  `${xmlHead}<p:sldMaster ${spaces}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>` +
  `<p:spTree>${treeHead}</p:spTree></p:cSld>${map}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`;

export const layout =
  `${xmlHead}<p:sldLayout ${spaces} type="blank"><p:cSld name="Blank"><p:spTree>${treeHead}</p:spTree></p:cSld>` +
  '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>';
