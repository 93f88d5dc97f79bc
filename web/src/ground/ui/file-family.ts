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
  | 'mail'
  | 'code'
  | 'text'
  | 'other';

const members: [FileFamily, string][] = [
  ['word', 'doc docx docm dot dotx wps wpt odt ott rtf pages ofd'],
  ['sheet', 'csv tsv fods ods ots xls xlsb xlsm xlsx xlt xltm xltx et ett numbers'],
  ['slides', 'ppt pptm pptx potx pps ppsx dps dpt odp key'],
  ['pdf', 'pdf'],
  ['picture', 'jpg jpeg png gif bmp webp svg heic heif tif tiff ico psd ai avif'],
  ['film', 'mp4 webm mov m4v avi mkv wmv asf flv f4v mpg mpeg mpe m2v vob mts m2ts 3gp 3g2 ogv divx mxf rm rmvb dv'],
  ['sound', 'mp3 wav ogg m4a flac aac opus wma amr aiff aif aifc caf ape mka ac3 au wv'],
  ['drawing', 'dwg dxf dws dwt ocf vsd vsdx'],
  ['archive', 'zip rar 7z tar gz tgz bz2 tbz tbz2 xz txz iso'],
  [
    'code',
    'html htm java h hh hpp c cc cpp cxx m mm xml css less scss sass js mjs cjs ts tsx jsx vue svelte sql graphql proto json yaml yml toml ini conf cfg properties env editorconfig gitignore py go rs rb php pl lua r sh bash bat ps1 cs vb kt swift scala gradle dockerfile makefile diff patch tex',
  ],
  ['text', 'txt md markdown rst log srt vtt'],
  ['mail', 'msg eml'],
];
const families = new Map(members.flatMap(([family, list]) => list.split(' ').map((ext) => [ext, family] as const)));

/** The family of an item by its type and extension (lower case, without the dot). */
export function fileFamily(type: number, ext?: string): FileFamily {
  if (type === objType.cabinet) return 'cabinet';
  if (type === objType.folder) return 'folder';
  return families.get(ext ?? '') ?? 'other';
}
