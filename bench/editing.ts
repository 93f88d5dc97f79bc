import { once } from 'node:events';
import { content } from '@dossier/contract/documents/content';
import { editing } from '@dossier/contract/editing/editing';
import { WebSocket, WebSocketServer } from 'ws';
import { TestEditor } from '../server/test/editor.ts';
import { memoryOf } from './servers.ts';
import { type Line, median } from './table.ts';
import { type Caller, callOn, openCabinet, upload } from './transfers.ts';

const people = 10;
const keysEach = 40;
/** A person types about so often. */
const keyEveryMs = 150;
const openAtOnce = 50;
const opened = 9;
const text = (bytes: number): Buffer =>
  Buffer.from('A line of a text that people write together, 采购合同.\n'.repeat(Math.ceil(bytes / 62)).slice(0, bytes));

const p95 = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0;
const ms = (value: number): string => `${value.toFixed(0)} ms`;

/** How long it takes to open a text, how soon a key is seen by nine others, and the memory of open documents. */
export async function measureEditing(caller: Caller, pid: number): Promise<Line[]> {
  const cabinet = await openCabinet(caller, 'Editing');
  const make = (name: string, size: number) => upload(caller, cabinet, { name, body: text(size) });
  return [
    await measureOpening(caller, await make('opened.md', 200_000)),
    await measureKeys(caller, await make('together.md', 20_000)),
    await measureMemory(caller, pid, await Promise.all(Array.from({ length: openAtOnce }, (_, n) => make(`open ${n}.md`, 100_000)))),
  ];
}

async function enter(caller: Caller, id: string): Promise<TestEditor> {
  const { roomUrl } = await callOn(caller, editing.open, { id });
  return new TestEditor().enter(`http://127.0.0.1:${caller.port}${roomUrl}`);
}

async function measureOpening(caller: Caller, id: string): Promise<Line> {
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let n = 0; n < opened; n++) {
    const begun = performance.now();
    const editor = await enter(caller, id);
    ours.push(performance.now() - begun);
    editor.close();
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

/** Lets ten people type, and answers when each other one has seen each key. `type` writes a mark, `seen` is called where it appears. */
async function latencies(
  type: (person: number, mark: string) => void,
  listen: (heard: (person: number, mark: string) => void) => void,
): Promise<number[]> {
  const typed = new Map<string, number>();
  const delays: number[] = [];
  listen((_, mark) => {
    const at = typed.get(mark);
    if (at !== undefined) delays.push(performance.now() - at);
  });
  const person = async (who: number): Promise<void> => {
    for (let key = 0; key < keysEach; key++) {
      await new Promise((resolve) => setTimeout(resolve, keyEveryMs * (0.5 + Math.random())));
      const mark = `<${who}.${key}>`;
      typed.set(mark, performance.now());
      type(who, mark);
    }
  };
  await Promise.all(Array.from({ length: people }, (_, who) => person(who)));
  while (delays.length < people * keysEach * (people - 1)) await new Promise((resolve) => setTimeout(resolve, 20));
  return delays;
}

async function measureKeys(caller: Caller, id: string): Promise<Line> {
  const editors: TestEditor[] = [];
  for (let n = 0; n < people; n++) editors.push(await enter(caller, id));
  const ours = p95(
    await latencies(
      (who, mark) => editors[who]?.type(0, mark),
      (heard) => {
        for (const [who, editor] of editors.entries()) editor.onRemoteInsert((mark) => heard(who, mark));
      },
    ),
  );
  for (const editor of editors) editor.close();
  const floor = await measureRelay();
  return {
    work: `a key seen by nine others, p95 (floor: relayed by a bare WebSocket server)`,
    ours: ms(ours),
    floor: ms(floor),
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
    Array.from({ length: people }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`);
      await new Promise((resolve) => socket.once('open', resolve));
      return socket;
    }),
  );
  const found = p95(
    await latencies(
      (who, mark) => sockets[who]?.send(mark),
      (heard) => {
        for (const [who, socket] of sockets.entries()) socket.on('message', (data: Buffer) => heard(who, data.toString()));
      },
    ),
  );
  server.close();
  for (const socket of sockets) socket.close();
  return found;
}

async function measureMemory(caller: Caller, pid: number, ids: string[]): Promise<Line> {
  const before = memoryOf(pid);
  const editors: TestEditor[] = [];
  for (const id of ids) {
    const editor = await enter(caller, id);
    editor.type(0, 'typed ');
    editors.push(editor);
  }
  const grown = memoryOf(pid) - before;
  for (const editor of editors) editor.close();
  const bytes = (ids.length * 100_000) / 2 ** 20;
  return {
    work: `memory of ${ids.length} texts of 100 kB open at once (floor: their bytes)`,
    ours: `${grown.toFixed(0)} MB`,
    floor: `${bytes.toFixed(0)} MB`,
    ratio: (grown / bytes).toFixed(1),
    aim: '≤ 200 MB',
  };
}
