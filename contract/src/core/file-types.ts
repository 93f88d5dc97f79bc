/** The viewers for documents. `none` shows the properties and a download button. */
export const renditions = [
  'pdf',
  'pages',
  'image',
  'audio',
  'video',
  'text',
  'html',
  'sheet',
  'drawing',
  'excalidraw',
  'office',
  'mail',
  'archive',
  'none',
] as const;
export type Rendition = (typeof renditions)[number];

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Extensions by the viewer that opens them (section 2 of the document specification, with the additions of the decisions). */
export const extensions = {
  pdf: list('pdf'),
  picture: list('jpg jpeg png gif bmp webp svg avif ico'),
  /** Image formats that browsers do not decode. */
  rawPicture: list('tif tiff heic heif'),
  audio: list('mp3 wav ogg m4a flac aac opus'),
  video: list('mp4 webm mov m4v'),
  /** Audio and video formats that browsers do not play. */
  rawAudio: list('wma amr aiff aif aifc caf ape mka ac3 au wv'),
  rawVideo: list('avi mkv wmv asf flv f4v mpg mpeg mpe m2v vob mts m2ts 3gp 3g2 ogv divx mxf rm rmvb dv'),
  sheet: list('csv fods ods ots xls xlsm xlsx xlt xltm xltx et ett xlsb tsv'),
  drawing: list('dwg dxf dws dwt ocf'),
  /** Drawings by hand, of Excalidraw. */
  excalidraw: list('excalidraw'),
  html: list('html htm'),
  text: list(
    'txt java h c cpp xml css js sql md markdown json log yaml yml csv ts tsx jsx mjs cjs py rb go rs sh bash bat ps1 ini conf cfg toml properties php pl lua kt swift scala cs vb hpp cc cxx hh m mm r tex rst srt vtt diff patch gradle dockerfile makefile env editorconfig gitignore vue svelte less scss sass graphql proto tsv',
  ),
  word: list('doc docx dot dotx docm wps wpt rtf odt ott'),
  slides: list('ppt pptx pps ppsx dps dpt odp pptm potx'),
  diagram: list('vsd vsdx'),
  /** The fixed-layout format of GB/T 33190. */
  ofd: list('ofd'),
  archive: list('zip rar 7z tar gz tgz bz2 tbz tbz2 xz txz iso'),
  mail: list('msg eml'),
} as const;

/** The viewer in which a browser shows the bytes of this extension unchanged; `none` where the server must render them first. */
export function renditionOf(ext: string): Rendition {
  if (extensions.pdf.has(ext)) return 'pdf';
  if (extensions.picture.has(ext)) return 'image';
  if (extensions.audio.has(ext)) return 'audio';
  if (extensions.video.has(ext)) return 'video';
  if (extensions.html.has(ext)) return 'html';
  if (extensions.excalidraw.has(ext)) return 'excalidraw';
  if (extensions.text.has(ext)) return 'text';
  return 'none';
}

/** Extensions that an office engine renders to pages. */
export const isOffice = (ext: string): boolean => extensions.word.has(ext) || extensions.slides.has(ext) || extensions.diagram.has(ext);

/** Audio formats. */
export const isSound = (ext: string): boolean => extensions.audio.has(ext) || extensions.rawAudio.has(ext);

/** Audio and video formats, whether or not a browser plays them unchanged. */
export const isPlayed = (ext: string): boolean => isSound(ext) || extensions.video.has(ext) || extensions.rawVideo.has(ext);

/** Drawings that the server can read; the others need their own program. */
const isDrawing = (ext: string): boolean => extensions.drawing.has(ext) && ext !== 'ocf';

const isShown = (ext: string): boolean =>
  renditionOf(ext) !== 'none' ||
  isDrawing(ext) ||
  isOffice(ext) ||
  isPlayed(ext) ||
  [extensions.sheet, extensions.rawPicture, extensions.archive, extensions.mail, extensions.ofd].some((some) => some.has(ext));

/** Our editors: the extensions that they open, the largest file in bytes, and their page; the page without ours around it has `Only` behind its name. */
const editors = {
  text: { opens: (ext: string): boolean => extensions.text.has(ext) || extensions.html.has(ext), maxBytes: 4 << 20, page: '/edit' },
  word: { opens: (ext: string): boolean => ext === 'docx', maxBytes: 20 << 20, page: '/editWord' },
  drawing: { opens: (ext: string): boolean => extensions.excalidraw.has(ext), maxBytes: 10 << 20, page: '/editDrawing' },
  workbook: { opens: (ext: string): boolean => ext === 'xlsx' || ext === 'xlsm', maxBytes: 20 << 20, page: '/editSheet' },
  slides: { opens: (ext: string): boolean => ext === 'pptx', maxBytes: 100 << 20, page: '/editSlides' },
  pdf: { opens: (ext: string): boolean => extensions.pdf.has(ext), maxBytes: 32 << 20, page: '/editPdf' },
} as const;

/** One of our editors. */
export type Editor = keyof typeof editors;

/** Which of our editors opens an extension, where the file is not too large for it. */
export const editorOf = (ext: string, size = 0): Editor | undefined =>
  (Object.keys(editors) as Editor[]).find((editor) => editors[editor].opens(ext) && size <= editors[editor].maxBytes);

/** One of our editors that visitors of share links use, too. */
export type LinkEditor = Exclude<Editor, 'pdf'>;

/** Which of our editors opens an extension for visitors of share links, where the file is not too large for it. */
export function visitorEditorOf(ext: string, size = 0): LinkEditor | undefined {
  const editor = editorOf(ext, size);
  return editor === 'pdf' ? undefined : editor;
}

/** Whether an editor sends whole files, for which one person at a time writes; others let several people write together. */
export const isFileEditor = (editor: Editor | undefined): editor is 'word' | 'pdf' => editor === 'word' || editor === 'pdf';

/** The largest file of an editor, in bytes. */
export const maxEditedBytes = (editor: Editor): number => editors[editor].maxBytes;

/** The page of the editor that opens an extension: that of texts where none does. */
export const editorPage = (ext: string): (typeof editors)[Editor]['page'] => editors[editorOf(ext) ?? 'text'].page;

/** Bits: 1 the document can be previewed, 2 it can be edited online. */
export const capacityOf = (ext: string, size: number): number => (isShown(ext) ? 1 : 0) | (editorOf(ext, size) !== undefined ? 2 : 0);

/** Tables as plain text: a thumbnail of them shows nothing useful. */
const plainTables = list('csv tsv');

/** Whether lists show a thumbnail for this extension, where the server can make one. */
export const hasThumbnail = (ext: string): boolean =>
  [extensions.pdf, extensions.picture, extensions.rawPicture, extensions.drawing, extensions.ofd].some((some) => some.has(ext)) ||
  isPlayed(ext) ||
  isOffice(ext) ||
  (extensions.sheet.has(ext) && !plainTables.has(ext));
