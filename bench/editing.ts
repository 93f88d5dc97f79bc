import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { people } from '@dossier/contract/identity/users';
import { signInAt } from '../e2e/calls.ts';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { content } from '@dossier/contract/documents/content';
import { editing, sharedMaps } from '@dossier/contract/editing/editing';
import { type SlideEdit, SlidesNotice, slideIds } from '@dossier/contract/editing/slide-edits';
import { WebSocket, WebSocketServer } from 'ws';
import { TestEditor } from '../server/test/editor.ts';
import { TestGrid } from '../server/test/grid.ts';
import { adminPassword } from './build-library.ts';
import { measureEditOpening } from './edit-opening.ts';
import { drawingElement, longDrawing, longSlides, longText, longWord, longWorkbook } from './edited-files.ts';
import { memoryOf } from './servers.ts';
import { type Line, median } from './table.ts';
import { type Caller, callOn, openCabinet, upload } from './transfers.ts';

const peopleTogether = 10;
const keysEach = 40;
/** A person types about so often. */
const keyEveryMs = 150;
/** A key that is not seen for so long after the last one is lost. */
const seenWithinMs = 60_000;
const openAtOnce = 50;
const opened = 9;

const p95 = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0;
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

/** One who edits, without a screen. */
interface Editor {
  /** Writes a mark where the others see it. */
  type: (mark: string) => void;
  close: () => Promise<unknown>;
}

interface EditedKind {
  ext: string;
  /** Several of them. */
  what: string;
  make: (seed: number) => Buffer;
  /** Opens a document; `heard` is told each mark of the others. */
  open: (caller: Caller, id: string, heard?: (mark: string) => void) => Promise<Editor>;
}

const baseOf = ({ port }: Caller): string => `http://127.0.0.1:${port}`;

async function enterRoom(caller: Caller, id: string): Promise<TestEditor> {
  const { roomUrl } = await callOn(caller, editing.open, { id });
  return new TestEditor().enter(baseOf(caller) + roomUrl);
}

async function openText(caller: Caller, id: string, heard?: (mark: string) => void): Promise<Editor> {
  const editor = await enterRoom(caller, id);
  if (heard) editor.onRemoteInsert(heard);
  return { type: (mark) => editor.type(0, mark), close: async () => editor.close() };
}

async function openDrawing(caller: Caller, id: string, heard?: (mark: string) => void): Promise<Editor> {
  const editor = await enterRoom(caller, id);
  const elements = editor.doc.getMap<Record<string, unknown>>(sharedMaps.elements);
  elements.observe(({ keysChanged, transaction }) => {
    if (transaction.origin === 'room') for (const mark of keysChanged) heard?.(mark);
  });
  let count = 0;
  return {
    type: (mark) => editor.put('elements', mark, { ...drawingElement(1000 + count++, 1), id: mark }),
    close: async () => editor.close(),
  };
}

/** As a browser does, which shows a workbook or a presentation as it is now before it enters its room. */
async function fetchNow(caller: Caller, url: string | undefined): Promise<void> {
  if (url === undefined) throw new Error('nothing to show');
  await (await fetch(baseOf(caller) + url)).arrayBuffer();
}

async function openWorkbook(caller: Caller, id: string, heard?: (mark: string) => void): Promise<Editor> {
  await fetchNow(caller, (await callOn(caller, editing.open, { id })).bookUrl);
  const grid = await new TestGrid().connect({ call: (route, input) => callOn(caller, route, input) }, baseOf(caller), id);
  grid.onRemoteEdits((edits) => {
    for (const edit of edits) {
      const cells = edit.kind === 'cells' ? edit.cells : [];
      for (const { value } of cells) if (typeof value === 'string') heard?.(value);
    }
  });
  return {
    type: (mark) => grid.edit({ kind: 'cells', sheet: 1, cells: [{ row: 4, column: 0, value: mark }] }),
    close: async () => grid.close(),
  };
}

async function openSlides(caller: Caller, id: string, heard?: (mark: string) => void): Promise<Editor> {
  await fetchNow(caller, (await callOn(caller, editing.open, { id })).deckUrl);
  const window = new TestGrid<SlideEdit>(SlidesNotice);
  await window.connect({ call: (route, input) => callOn(caller, route, input) }, baseOf(caller), id);
  window.onRemoteEdits((edits) => {
    for (const edit of edits) if (edit.kind === 'text') for (const text of edit.texts) heard?.(text);
  });
  return {
    // the title of the first slide
    type: (mark) => window.edit({ kind: 'text', slide: slideIds.least, shape: 2, paragraph: 0, texts: [mark] }),
    close: async () => window.close(),
  };
}

/** One writer sends the whole file, at first untouched; here both times the same bytes. */
async function openWord(caller: Caller, id: string): Promise<Editor> {
  const { fileUrl, trialUrl = '', draftUrl, sessionId, windowId } = await callOn(caller, editing.openFile, { id });
  const body = await (await fetch(baseOf(caller) + fileUrl)).arrayBuffer();
  for (const url of [trialUrl, draftUrl]) {
    const answer = await fetch(baseOf(caller) + url, { method: 'PUT', body });
    const { code } = (await answer.json()) as { code: number };
    if (code !== 200) throw new Error(`${url.slice(0, 20)}: ${code}`);
  }
  return { type: () => undefined, close: () => callOn(caller, editing.closeFile, { sessionId, windowId }) };
}

const shared: EditedKind[] = [
  { ext: 'md', what: 'texts of 100 kB', make: (seed) => longText(seed, 100_000), open: openText },
  { ext: 'xlsx', what: 'workbooks of 10,000 rows', make: (seed) => longWorkbook(seed, 10_000), open: openWorkbook },
  { ext: 'pptx', what: 'presentations of 30 slides', make: (seed) => longSlides(seed, 30), open: openSlides },
  { ext: 'excalidraw', what: 'drawings of 500 elements', make: (seed) => longDrawing(seed, 500), open: openDrawing },
];
const kinds: EditedKind[] = [
  ...shared,
  { ext: 'docx', what: 'Word documents of 100 pages', make: (seed) => longWord(seed, 440), open: openWord },
];

/** How long it takes to open each kind of document, how soon a key is seen by nine others, and the memory of open documents. */
export async function measureEditing(caller: Caller, pid: number): Promise<Line[]> {
  const cabinet = await openCabinet(caller, 'Editing');
  const make = (name: string, body: Buffer) => upload(caller, cabinet, { name, body });
  console.log('Opening fifty documents of each kind …');
  const memory = await measureMemory(caller, pid, cabinet);
  console.log('Typing together …');
  const keys: Line[] = [];
  for (const kind of shared) keys.push(await measureKeys(caller, kind, await make(`together.${kind.ext}`, kind.make(99))));
  console.log('Opening editors …');
  const opening = [
    await measureOpening(caller, await make('opened.md', longText(1, 200_000))),
    ...(await measureEditOpening(caller, cabinet)),
  ];
  return [...opening, ...keys, ...memory];
}

async function measureOpening(caller: Caller, id: string): Promise<Line> {
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let n = 0; n < opened; n++) {
    const begun = performance.now();
    const editor = await openText(caller, id);
    ours.push(performance.now() - begun);
    await editor.close();
    const asked = performance.now();
    const { downloadUrl } = await callOn(caller, content.download, { id });
    await (await fetch(`http://127.0.0.1:${caller.port}${downloadUrl}`)).arrayBuffer();
    floor.push(performance.now() - asked);
  }
  const [own, bare] = [median(ours), median(floor)];
  return {
    work: 'text of 200 kB open for editing (floor: downloaded)',
    ours: ms(own),
    floor: ms(bare),
    ratio: (own / bare).toFixed(1),
    aim: '–',
  };
}

/** Lets ten people type, and answers how late each other one has seen each key: `type` writes a mark, `listen` is given what is to be told of those that are seen. */
async function latencies(type: (person: number, mark: string) => void, listen: (heard: (mark: string) => void) => void): Promise<number[]> {
  const typed = new Map<string, number>();
  const delays: number[] = [];
  listen((mark) => {
    const at = typed.get(mark);
    if (at !== undefined) delays.push(performance.now() - at);
  });
  const person = async (who: number): Promise<void> => {
    for (let key = 0; key < keysEach; key++) {
      await new Promise((resolve) => setTimeout(resolve, keyEveryMs * (0.5 + Math.random())));
      const mark = `key-${who}-${key}-`;
      typed.set(mark, performance.now());
      type(who, mark);
    }
  };
  await Promise.all(Array.from({ length: peopleTogether }, (_, who) => person(who)));
  const wanted = peopleTogether * keysEach * (peopleTogether - 1);
  const latest = performance.now() + seenWithinMs;
  while (delays.length < wanted) {
    if (performance.now() > latest) throw new Error(`${delays.length} of ${wanted} keys were seen`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return delays;
}

async function measureKeys(caller: Caller, kind: EditedKind, id: string): Promise<Line> {
  const editors: Editor[] = [];
  let tell: (mark: string) => void = () => undefined;
  for (let n = 0; n < peopleTogether; n++) editors.push(await kind.open(caller, id, (mark) => tell(mark)));
  const ours = p95(
    await latencies(
      (who, mark) => editors[who]?.type(mark),
      (heard) => {
        tell = heard;
      },
    ),
  );
  for (const editor of editors) await editor.close();
  const floor = await measureRelay();
  return {
    work: `a key in one of the ${kind.what} seen by nine others, p95`,
    ours: ms(ours),
    floor: `${ms(floor)} (relayed by a bare WebSocket server)`,
    ratio: (ours / floor).toFixed(1),
    aim: '≤ 150 ms',
  };
}

/** The same keys through a server that only passes them on. */
async function measureRelay(): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket: WebSocket) =>
    socket.on('message', (data: Buffer) => {
      for (const other of server.clients) if (other !== socket) other.send(data);
    }),
  );
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const sockets = await Promise.all(
    Array.from({ length: peopleTogether }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`);
      await new Promise((resolve) => socket.once('open', resolve));
      return socket;
    }),
  );
  const found = p95(
    await latencies(
      (who, mark) => sockets[who]?.send(mark),
      (heard) => {
        for (const socket of sockets) socket.on('message', (data: Buffer) => heard(data.toString()));
      },
    ),
  );
  server.close();
  for (const socket of sockets) socket.close();
  return found;
}

/** Resident memory of the children of a process and of theirs, in MB: the sandboxes of a server. */
function memoryOfChildren(pid: number): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='])
    .toString()
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number) as [number, number, number]);
  const below = (parent: number): number =>
    rows.reduce((sum, [child, of, kb]) => (of === parent ? sum + kb / 1024 + below(child) : sum), 0);
  return below(pid);
}

/** A user of their own for the documents of one kind: the server lets one user have `openAtOnce` windows open in all rooms. */
async function makeWriter(caller: Caller, name: string, cabinet: string): Promise<Caller> {
  const person = { loginName: `writer-${name}`, password: 'their-pass-word' };
  const admin = await signInAt(baseOf(caller), { loginName: 'admin', password: adminPassword }, 'en');
  const { id: granteeId } = await admin.call(people.createUser, { ...person, fullName: name });
  await callOn(caller, permissions.grant, { objId: cabinet, granteeType: 'user', granteeId, level: level.modify, reach: 'all' });
  const { token } = await signInAt(baseOf(caller), person, 'en');
  return { ...caller, token };
}

interface OpenDocuments {
  editors: Editor[];
  /** Bytes of their files. */
  bytes: number;
}

async function openDocuments(caller: Caller, kind: EditedKind, cabinet: string): Promise<OpenDocuments> {
  const ids: string[] = [];
  let bytes = 0;
  for (let n = 0; n < openAtOnce; n++) {
    const body = kind.make(n + 1);
    bytes += body.length;
    ids.push(await upload(caller, cabinet, { name: `open ${n}.${kind.ext}`, body }));
  }
  const editors: Editor[] = [];
  for (const [n, id] of ids.entries()) {
    const editor = await kind.open(caller, id);
    editor.type(`typed-${n}`);
    editors.push(editor);
  }
  return { editors, bytes };
}

/**
 * What the server needs more for each kind, while those of the kinds before stay open: beyond the most that it needed so far, as it collects garbage when
 * it likes.
 */
async function measureMemory(caller: Caller, pid: number, cabinet: string): Promise<Line[]> {
  const line = (work: string, grown: number, bytes: number): Line => ({
    work,
    ours: `${grown.toFixed(0)} MB`,
    floor: `${(bytes / 2 ** 20).toFixed(1)} MB (their bytes)`,
    ratio: ((grown * 2 ** 20) / bytes).toFixed(1),
    aim: '≤ 200 MB',
  });
  const [first, lines, all]: [number, Line[], OpenDocuments[]] = [memoryOf(pid), [], []];
  let most = first;
  for (const kind of kinds) {
    const open = await openDocuments(await makeWriter(caller, kind.ext, cabinet), kind, cabinet);
    all.push(open);
    const now = memoryOf(pid);
    lines.push(line(`memory of ${openAtOnce} ${kind.what} more, open at once, a key typed in each`, Math.max(0, now - most), open.bytes));
    most = Math.max(most, now);
  }
  const bytes = all.reduce((sum, open) => sum + open.bytes, 0);
  const sandboxes = memoryOfChildren(pid);
  for (const { editors } of all) for (const editor of editors) await editor.close();
  const together = line(`all of these ${openAtOnce * kinds.length} open at once`, most - first, bytes);
  return [...lines, { ...together, ours: `${together.ours}; its sandboxes ${sandboxes.toFixed(0)} MB`, aim: '–' }];
}
