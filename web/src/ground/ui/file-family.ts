import { objType } from '@dossier/contract/rights';

/** The families of file icons; cabinets and folders have their own. */
export type FileFamily =
  | 'cabinet'
  | 'folder'
  | 'word'
  | 'sheet'
  | 'slides'
  | 'pdf'
  | 'picture'
  | 'film'
  | 'sound'
  | 'drawing'
  | 'archive'
  | 'code'
  | 'text'
  | 'other';

const members: [FileFamily, string][] = [
  ['word', 'doc docx dot dotx wps wpt odt rtf pages ofd'],
  ['sheet', 'csv tsv fods ods ots xls xlsm xlsx xlt xltm xltx et ett numbers'],
  ['slides', 'ppt pptx pps ppsx dps dpt odp key'],
  ['pdf', 'pdf'],
  ['picture', 'jpg jpeg png gif bmp webp svg heic tif tiff ico psd ai avif'],
  ['film', 'mp4 webm mov m4v avi mkv wmv asf flv f4v mpg mpeg mpe m2v vob mts m2ts 3gp 3g2 ogv divx mxf rm rmvb dv'],
  ['sound', 'mp3 wav ogg m4a flac aac opus wma amr aiff aif aifc caf ape mka ac3 au wv'],
  ['drawing', 'dwg dxf dws dwt ocf vsd vsdx'],
  ['archive', 'zip rar 7z tar gz tgz bz2 tbz tbz2 xz txz iso'],
  ['code', 'html htm java h c cc cpp hpp xml css js mjs ts tsx jsx sql json yaml yml py go rs rb php sh bat cs kt swift toml ini vue'],
  ['text', 'txt md markdown log msg eml'],
];
const families = new Map(members.flatMap(([family, list]) => list.split(' ').map((ext) => [ext, family] as const)));

/** The family of an item by its type and extension (lower case, without the dot). */
export function fileFamily(type: number, ext?: string): FileFamily {
  if (type === objType.cabinet) return 'cabinet';
  if (type === objType.folder) return 'folder';
  return families.get(ext ?? '') ?? 'other';
}
