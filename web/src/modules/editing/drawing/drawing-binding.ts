import { maxSelected, sharedMaps } from '@dossier/contract/editing/editing';
import { isElement, isEmbedding, isHarmlessLink, isPicture, type JsonObject } from '@dossier/formats/drawing/excalidraw';
import { CaptureUpdateAction, isInvisiblySmallElement, reconcileElements, restoreElements } from '@excalidraw/excalidraw';
import type { ExcalidrawElement, OrderedExcalidrawElement } from '@excalidraw/excalidraw/element/types';
import type {
  AppState,
  BinaryFileData,
  BinaryFiles,
  Collaborator,
  ExcalidrawImperativeAPI,
  ExcalidrawInitialDataState,
  SocketId,
} from '@excalidraw/excalidraw/types';
import type * as Y from 'yjs';
import type { RoomConnection } from '../text/room-connection.ts';

type RemoteElements = Parameters<typeof reconcileElements>[1];
type JsonElement = JsonObject & Pick<ExcalidrawElement, 'id' | 'version' | 'versionNonce'> & { index?: string | null };

/** What is drawn goes to the others after this time at least, and later where much has to be sent: a long line by hand is sent as a whole each time. */
const sendEveryMs = 80;
const bytesPerMs = 50;
const latestMs = 1500;
/** Pointers are told this often. */
const pointEveryMs = 60;
/** Characters of pictures that may wait for a connection; then they are sent together. */
const maxWaitingPictures = 6_500_000;
/** Characters of all pictures of a drawing. */
const maxPictures = 12_000_000;

/** Settings of the canvas that belong to the drawing. */
const settings = ['viewBackgroundColor', 'gridModeEnabled', 'gridSize', 'gridStep'] as const;

const byIndex = (one: JsonElement, other: JsonElement): number => {
  const [a, b] = [one.index ?? '', other.index ?? ''];
  if (a !== b) return a < b ? -1 : 1;
  return one.id < other.id ? -1 : 1;
};

const restore = (values: readonly JsonElement[]): OrderedExcalidrawElement[] =>
  restoreElements(values as unknown as ExcalidrawElement[], null);

/** Whether the library can take an element. */
function isReadable(value: JsonElement): boolean {
  try {
    restore([value]);
    return true;
  } catch {
    return false;
  }
}

/** Elements as the library wants them: complete, with links that lead somewhere, in their order. */
function restored(values: readonly JsonElement[]): OrderedExcalidrawElement[] {
  // the library shows the page in an element of this type whatever it is told: it stays in the file, and is not shown
  const sorted = values.filter((value) => value.type !== 'iframe').toSorted(byIndex);
  try {
    return restore(sorted);
  } catch {
    return restore(sorted.filter(isReadable));
  }
}

/** Whether an element takes the place of another: of the higher version, or by chance where both have the same. */
const isNewer = (one: JsonElement | ExcalidrawElement, other: JsonElement | ExcalidrawElement): boolean =>
  one.version > other.version || (one.version === other.version && one.versionNonce < other.versionNonce);

/** Half of a colour of the room on white: the library writes names in black on it. */
function tint(color: string): string {
  const part = (at: number): string => Math.round((Number.parseInt(color.slice(at, at + 2), 16) + 255) / 2).toString(16);
  return `#${[1, 3, 5].map((at) => part(at).padStart(2, '0')).join('')}`;
}

interface Caret {
  pointer?: { x: number; y: number; tool: 'pointer' | 'laser' } | null;
  button?: 'up' | 'down';
  selected?: string[];
  user?: { id: number; name: string; color: string };
}

/** Keeps the scene of the editor equal with the shared drawing of a room. */
export class DrawingBinding {
  private readonly room: RoomConnection;
  /** A picture, or another element, is not taken: it is too large, or a page of elsewhere. */
  private readonly refused: (what: 'picture' | 'element') => void;
  private api: ExcalidrawImperativeAPI | undefined;
  private readonly elements: Y.Map<JsonElement>;
  private readonly files: Y.Map<BinaryFileData>;
  private readonly app: Y.Map<unknown>;
  /** Elements that others changed, until they are in the scene. */
  private readonly changed = new Set<string>();
  private frame: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private nextSendAt = 0;
  private waitingPictures = 0;
  /** Versions of elements that are not sent, as the room would end the connection. */
  private readonly untaken = new Map<string, number>();
  /** The state of the editor when something was last sent. */
  private own: Pick<AppState, (typeof settings)[number]> | undefined;
  private pointer: ReturnType<typeof setTimeout> | undefined;
  private caret: Caret = {};

  constructor(room: RoomConnection, refused: (what: 'picture' | 'element') => void) {
    this.room = room;
    this.refused = refused;
    this.elements = room.doc.getMap(sharedMaps.elements);
    this.files = room.doc.getMap(sharedMaps.files);
    this.app = room.doc.getMap(sharedMaps.app);
  }

  /** What the editor begins with. */
  initial(): ExcalidrawInitialDataState {
    return {
      elements: restored([...this.elements.values()]),
      appState: this.settings(),
      files: Object.fromEntries(this.files.entries()),
      scrollToContent: true,
    };
  }

  private settings(): Partial<AppState> {
    return Object.fromEntries(settings.flatMap((name) => (this.app.has(name) ? [[name, this.app.get(name)]] : [])));
  }

  /** Follows the room from now on, until the answered function is called. */
  attach(api: ExcalidrawImperativeAPI): () => void {
    this.api = api;
    const heard = (event: Y.YMapEvent<JsonElement>, { origin }: Y.Transaction): void => {
      if (origin === this) return;
      for (const id of event.keysChanged as Set<string>) this.changed.add(id);
      this.frame ??= requestAnimationFrame(() => this.apply());
    };
    const pictured = (event: Y.YMapEvent<BinaryFileData>): void =>
      api.addFiles([...(event.keysChanged as Set<string>)].flatMap((id) => this.files.get(id) ?? []));
    const set = (_: unknown, { origin }: Y.Transaction): void => {
      if (origin !== this) api.updateScene({ appState: this.settings() as AppState, captureUpdate: CaptureUpdateAction.NEVER });
    };
    const pointed = (): void => this.showPeople();
    const reached = this.room.state.subscribe(({ unkept, phase }) => {
      if (unkept || phase !== 'open' || this.waitingPictures === 0) return;
      this.waitingPictures = 0;
      this.later();
    });
    this.elements.observe(heard);
    this.files.observe(pictured);
    this.app.observe(set);
    this.room.awareness.on('change', pointed);
    const leaving = (): void => void (this.timer !== undefined && this.send());
    // before others ask whether everything is kept
    addEventListener('beforeunload', leaving, { capture: true });
    addEventListener('pagehide', leaving);
    this.own = api.getAppState();
    // what came between the start of the editor and now
    for (const id of this.elements.keys()) this.changed.add(id);
    this.apply();
    api.addFiles([...this.files.values()]);
    pointed();
    if (api.getSceneElements().length > 0) api.scrollToContent(undefined, { fitToContent: true, animate: false });
    return () => {
      this.elements.unobserve(heard);
      this.files.unobserve(pictured);
      this.app.unobserve(set);
      this.room.awareness.off('change', pointed);
      reached();
      clearTimeout(this.pointer);
      if (this.frame !== undefined) cancelAnimationFrame(this.frame);
      removeEventListener('beforeunload', leaving, { capture: true });
      removeEventListener('pagehide', leaving);
      leaving();
      this.api = undefined;
    };
  }

  /** Brings what others changed into the scene. Elements that are being edited here stay until that is done. */
  private apply(): void {
    this.frame = undefined;
    const { api } = this;
    if (!api || this.changed.size === 0) return;
    const local = api.getSceneElementsIncludingDeleted();
    const known = new Map(local.map((element) => [element.id, element]));
    const remote = [...this.changed].flatMap((id): JsonElement[] => {
      const value = this.elements.get(id);
      if (value !== undefined) return [value];
      const gone = known.get(id);
      return gone === undefined ? [] : [{ ...gone, isDeleted: true, version: gone.version + 1 } as unknown as JsonElement];
    });
    this.changed.clear();
    const elements = reconcileElements(local, restored(remote) as unknown as RemoteElements, api.getAppState());
    api.updateScene({ elements, captureUpdate: CaptureUpdateAction.NEVER });
    this.later();
  }

  /** The scene has changed, by whomever: what is newer than in the room is sent. */
  later(): void {
    this.timer ??= setTimeout(() => this.send(), Math.max(sendEveryMs, this.nextSendAt - performance.now()));
  }

  private send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { api } = this;
    if (!api) return;
    let size = 0;
    const appState = api.getAppState();
    const edited = new Set([appState.editingTextElement, appState.newElement, appState.resizingElement].map((element) => element?.id));
    this.room.doc.transact(() => {
      const elements = api.getSceneElementsIncludingDeleted();
      for (const element of elements) size += this.sendElement(element, edited);
      size += this.sendPictures(elements, api.getFiles());
      for (const name of settings) {
        // the state follows what others set a little later: only what was changed here is sent
        if (this.own !== undefined && appState[name] !== this.own[name] && appState[name] !== this.app.get(name))
          this.app.set(name, appState[name]);
      }
      this.own = appState;
    }, this);
    this.nextSendAt = performance.now() + Math.min(latestMs, size / bytesPerMs);
  }

  private sendElement(element: ExcalidrawElement, edited: ReadonlySet<string | undefined>): number {
    const known = this.elements.get(element.id);
    if (known === undefined && (element.isDeleted || isInvisiblySmallElement(element))) return 0;
    if (known !== undefined && !isNewer(element, known)) {
      // the room had a newer one while this was being edited
      if (isNewer(known, element) && !edited.has(element.id)) {
        this.changed.add(element.id);
        this.frame ??= requestAnimationFrame(() => this.apply());
      }
      return 0;
    }
    // with what the library does not know of, and without what JSON does not
    const text = JSON.stringify({ ...known, ...element });
    const value = JSON.parse(text) as JsonElement;
    const isNewPage = isEmbedding(value) && value.link !== known?.link;
    if (this.untaken.get(element.id) === element.version) return 0;
    if (isNewPage || !isElement(element.id, value) || !isHarmlessLink(value.link)) {
      if (known === undefined) this.remove(element.id);
      this.untaken.set(element.id, element.version);
      this.refused('element');
      return 0;
    }
    this.elements.set(element.id, value);
    return text.length;
  }

  private sendPictures(elements: readonly ExcalidrawElement[], files: BinaryFiles): number {
    let size = 0;
    for (const element of elements) {
      const file = element.type === 'image' && !element.isDeleted && element.fileId !== null ? files[element.fileId] : undefined;
      if (file === undefined || this.files.has(file.id)) continue;
      const { length } = file.dataURL;
      const all = [...this.files.values()].reduce((sum, { dataURL }) => sum + dataURL.length, 0);
      const { id, mimeType, dataURL, created } = file;
      if (!isPicture(id, { id, mimeType, dataURL, created }) || all + length > maxPictures) {
        this.remove(element.id);
        this.refused('picture');
        continue;
      }
      if (this.waitingPictures > 0 && this.waitingPictures + length > maxWaitingPictures) continue;
      this.waitingPictures += length;
      this.files.set(id, { id, mimeType, dataURL, created });
      size += length;
    }
    return size;
  }

  /** Takes an element out of the scene that was never sent. */
  private remove(id: string): void {
    setTimeout(() =>
      this.api?.updateScene({
        elements: this.api
          .getSceneElementsIncludingDeleted()
          .map((element) => (element.id === id ? { ...element, isDeleted: true, version: element.version + 1 } : element)),
      }),
    );
  }

  /** Tells the others where the pointer is, and what is selected. */
  point(pointer: Caret['pointer'], button: Caret['button']): void {
    this.caret = {
      pointer: pointer ?? null,
      ...(button && { button }),
      selected: Object.keys(this.api?.getAppState().selectedElementIds ?? {}).slice(0, maxSelected),
    };
    this.pointer ??= setTimeout(() => {
      this.pointer = undefined;
      this.room.awareness.setLocalState({ ...this.caret });
    }, pointEveryMs);
  }

  private showPeople(): void {
    const { awareness } = this.room;
    const people = [...(awareness.getStates() as Map<number, Caret>)].filter(([client, { user }]) => client !== awareness.clientID && user);
    const collaborators = new Map(
      people.map(([client, { pointer, button, selected = [], user }]): [SocketId, Collaborator] => [
        String(client) as SocketId,
        {
          id: String(user?.id),
          username: user?.name ?? '',
          color: { background: tint(user?.color ?? '#777777'), stroke: user?.color ?? '#777777' },
          ...(pointer && { pointer }),
          ...(button && { button }),
          selectedElementIds: Object.fromEntries(selected.map((id) => [id, true as const])),
        },
      ]),
    );
    this.api?.updateScene({ collaborators });
  }
}
