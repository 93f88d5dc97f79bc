/** A file with its folders. */
export interface PickedFile {
  readonly file: File;
  /** Folders above it within the picked one, joined by "/". */
  readonly folderPath: string;
}

/** System files that are never uploaded. */
const litter = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '__MACOSX']);

/** Files from an input, with their folders when a folder was picked. */
export function pickedFiles(list: FileList): PickedFile[] {
  return Array.from(list)
    .map((file) => ({ file, folderPath: file.webkitRelativePath.split('/').slice(0, -1).join('/') }))
    .filter((picked) => !isLitter(picked));
}

/** All dropped files, with folders read recursively. Must be called in the drop event itself: the browser empties the list after it. */
export async function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  const entries = Array.from(transfer.items)
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry());
  const loose = Array.from(transfer.files);
  if (entries.every((entry) => entry === null)) return loose.map((file) => ({ file, folderPath: '' }));
  const picked: PickedFile[] = [];
  for (const entry of entries) if (entry !== null) await walk(entry, '', picked);
  return picked.filter((candidate) => !isLitter(candidate));
}

async function walk(entry: FileSystemEntry, folderPath: string, picked: PickedFile[]): Promise<void> {
  if (entry.isFile) {
    picked.push({ file: await fileOf(entry as FileSystemFileEntry), folderPath });
    return;
  }
  const path = folderPath === '' ? entry.name : `${folderPath}/${entry.name}`;
  for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await walk(child, path, picked);
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // The reader returns up to a hundred entries at a time, and an empty list at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function isLitter({ file, folderPath }: PickedFile): boolean {
  return litter.has(file.name) || folderPath.split('/').some((part) => litter.has(part));
}
