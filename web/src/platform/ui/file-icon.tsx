import { objType } from '@dossier/contract/core/rights';
import type { ReactNode } from 'react';

/** The families of file icons; cabinets and folders have their own. */
type FileFamily =
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
  ['drawing', 'dwg dxf dws dwt ocf vsd vsdx excalidraw'],
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

// Drawn on 20 × 20: every family has its own silhouette, so that it is recognisable without colour.
const sheet = <path d="M4.5 1.75h7.25L16 6v11.25c0 .55-.45 1-1 1H4.5c-.55 0-1-.45-1-1V2.75c0-.55.45-1 1-1z" fill="currentColor" />;
const fold = <path d="M11.75 1.75 16 6h-3.25c-.55 0-1-.45-1-1z" fill="#fff" fillOpacity=".45" />;
const line = { stroke: '#fff', strokeWidth: 1.4, strokeLinecap: 'round', strokeLinejoin: 'round', fill: 'none' } as const;

const marks: Record<Exclude<FileFamily, 'cabinet' | 'folder'>, ReactNode> = {
  word: <path d="m6 9.5 1.3 5 1.7-4 1.7 4 1.3-5" {...line} />,
  sheet: <path d="M6 9h7.5v6H6zM6 12h7.5M9.75 9v6" {...line} strokeWidth={1.2} />,
  slides: <path d="M6 9h7.5v4.25H6zM9.75 13.25v2M8 15.5h3.5" {...line} strokeWidth={1.3} />,
  pdf: (
    <path
      d="M6.25 15.25c1.5-.5 3.5-4 3.25-6-.1-.9-1.1-.8-1 .1.3 2 2.5 4.2 4.5 4.15.9-.05.8-.95-.1-1-2.1-.1-5 .9-6.65 2.75z"
      {...line}
      strokeWidth={1.2}
    />
  ),
  picture: (
    <>
      <path d="m5.75 15 2.5-4 2 2.75 1.25-1.5 2.25 2.75z" fill="#fff" />
      <circle cx="12.2" cy="9.3" r="1.2" fill="#fff" />
    </>
  ),
  film: <path d="M7.75 8.75v6l5-3z" fill="#fff" />,
  sound: (
    <>
      <path d="M8.75 14V9.25l4-.9v4.75" {...line} strokeWidth={1.2} />
      <circle cx="7.7" cy="14" r="1.3" fill="#fff" />
      <circle cx="11.7" cy="13.2" r="1.3" fill="#fff" />
    </>
  ),
  drawing: <path d="M6 15.25h7.5L6 8.75zM8 13.25h1.25" {...line} strokeWidth={1.3} />,
  archive: <path d="M9.75 7.5v1M9.75 10v1M9.75 12.5h0M8.5 13h2.5v2.5H8.5z" {...line} strokeWidth={1.3} />,
  mail: <path d="M5.75 9h8v5.75h-8zM5.75 9.25l4 3 4-3" {...line} strokeWidth={1.2} />,
  code: <path d="m7.75 9.5-2 2.25 2 2.25M11.75 9.5l2 2.25-2 2.25" {...line} />,
  text: <path d="M6.25 9h7M6.25 11.75h7M6.25 14.5h4" {...line} strokeWidth={1.3} />,
  other: <circle cx="9.75" cy="12" r="1.5" fill="#fff" />,
};

const cabinet = (
  <>
    <rect x="2.5" y="2.5" width="15" height="15" rx="1.5" fill="currentColor" />
    <path d="M2.5 10h15M8.25 6.25h3.5M8.25 13.75h3.5" {...line} />
  </>
);
const folder = (
  <path d="M2 5c0-.8.7-1.5 1.5-1.5h4l2 2h7c.8 0 1.5.7 1.5 1.5v8c0 .8-.7 1.5-1.5 1.5h-13C2.7 16.5 2 15.8 2 15z" fill="currentColor" />
);

const colours: Record<FileFamily, string> = {
  cabinet: 'var(--file-cabinet)',
  folder: 'var(--file-folder)',
  word: '#2b6cc4',
  sheet: '#1f8a4c',
  slides: '#c8561f',
  pdf: '#c9302f',
  picture: '#0f8a8a',
  film: '#7a4bc2',
  sound: '#a3438f',
  drawing: '#8a6d1d',
  archive: '#6b5b4d',
  mail: '#2f7d9a',
  code: '#475a7a',
  text: '#66707c',
  other: '#7b838c',
};

interface FileIconProps {
  objType: number;
  ext?: string;
  size?: number;
}

/** The icon of an item, legible from 16 px; decorative, as the name is beside it. */
export function FileIcon({ objType: type, ext, size = 20 }: FileIconProps): ReactNode {
  const family = fileFamily(type, ext);
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      style={{ color: colours[family], flex: 'none', display: 'block' }}
      aria-hidden="true"
      data-family={family}
    >
      {family === 'cabinet' ? cabinet : family === 'folder' ? folder : sheet}
      {family !== 'cabinet' && family !== 'folder' && fold}
      {family !== 'cabinet' && family !== 'folder' && marks[family]}
    </svg>
  );
}
