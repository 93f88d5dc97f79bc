import { type RoomNotice, RoomNotice as RoomNoticeShape, type RoomPerson, editing, roomMessage } from '@dossier/contract/editing/editing';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import type { Ordered, OrderedNotice } from '@dossier/contract/editing/ordered-edits';
import { type WorkbookEdit, WorkbookNotice } from '@dossier/contract/editing/workbook-edits';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import type { Client } from './client.ts';

/** Who can open a document for editing. */
export interface Caller {
  call: (route: typeof editing.open, input: { id: string }) => Promise<{ roomUrl: string }>;
}

let windows = 0;

/** A window with a workbook as the browser's, without a grid, or with a presentation: it sends edits, and notes the order in which they come back. */
export class TestGrid<E = WorkbookEdit> {
  readonly order: Ordered<E>[] = [];
  readonly refusals: number[] = [];
  people: RoomPerson[] = [];
  own = 0;
  private readonly notices: OrderedNotice<E, unknown>[] = [];
  private readonly roomNotices: RoomNotice[] = [];
  private readonly window = `test-window-${++windows}`;
  private number = 0;
  private filledTo = 0;
  private socket: WebSocket | undefined;
  private readonly shape: z.ZodType;
  private heardEdits: (edits: E[]) => void = () => undefined;

  /** `shape` is that of the notices of its room. */
  constructor(shape: z.ZodType = WorkbookNotice) {
    this.shape = shape;
  }

  /** The number of the last edit that came, or that the file had which a visitor was filled with. */
  get head(): number {
    return this.order.at(-1)?.seq ?? this.filledTo;
  }

  get isConnected(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Enters the room of a workbook; again after a loss. Resolves when all that was missing has come. */
  async connect(client: Caller, base: string, id: string): Promise<this> {
    return this.enter(base + (await client.call(editing.open, { id })).roomUrl);
  }

  /** The same as the visitor of a link, who is filled with the file as it is now at first; `isFilled` false asks for all edits instead. */
  async connectByLink(
    visitor: Client,
    base: string,
    { isFilled = true, ...shared }: { token: string; id: string; isFilled?: boolean },
  ): Promise<this> {
    const { roomUrl, bookUrl, deckUrl } = await visitor.call(linkEditing.open, shared);
    const filled = isFilled && this.head === 0 ? await fetch(base + (bookUrl ?? deckUrl ?? '')) : undefined;
    if (filled !== undefined) this.filledTo = ((await filled.json()) as { seq: number }).seq;
    return this.enter(base + roomUrl);
  }

  private async enter(url: string): Promise<this> {
    const socket = new WebSocket(url.replace(/^http/, 'ws'));
    this.socket = socket;
    const ready = Promise.withResolvers<void>();
    socket.on('error', ready.reject);
    socket.on('close', (code) => ready.reject(new Error(`the room was closed with ${code}`)));
    socket.on('open', () => this.send({ kind: 'enter', after: this.head }));
    socket.on('message', (data: Buffer) => this.take(new Uint8Array(data), ready.resolve));
    await ready.promise;
    return this;
  }

  private take(data: Uint8Array, ready: () => void): void {
    const decoder = decoding.createDecoder(data);
    const kind = decoding.readVarUint(decoder);
    const said: unknown = JSON.parse(decoding.readVarString(decoder));
    if (kind === roomMessage.fromServer) {
      const notice = RoomNoticeShape.parse(said);
      this.roomNotices.push(notice);
      if (notice.kind === 'people') [this.people, this.own] = [notice.people, notice.own];
      return;
    }
    const notice = this.shape.parse(said) as OrderedNotice<E, unknown>;
    this.notices.push(notice);
    if (notice.kind === 'edits') {
      this.order.push(...notice.list);
      for (const { origin, edits } of notice.list) if (origin.window !== this.window) this.heardEdits(edits);
    } else if (notice.kind === 'refused') this.refusals.push(notice.number);
    else if (notice.kind === 'entered') ready();
  }

  /** The next number of this window. */
  origin(): Ordered<E>['origin'] {
    return { window: this.window, number: this.number++ };
  }

  /** Tells the edits of others, as they come. */
  onRemoteEdits(heard: (edits: E[]) => void): void {
    this.heardEdits = heard;
  }

  edit(...edits: E[]): void {
    this.send({ kind: 'edits', after: this.head, origin: this.origin(), edits });
  }

  /** The last notice of a kind of the order. */
  last<K extends OrderedNotice<E, unknown>['kind']>(kind: K): Extract<OrderedNotice<E, unknown>, { kind: K }> | undefined {
    return this.notices.findLast((notice) => notice.kind === kind) as Extract<OrderedNotice<E, unknown>, { kind: K }> | undefined;
  }

  /** The last notice of a kind that all rooms tell. */
  room<K extends RoomNotice['kind']>(kind: K): Extract<RoomNotice, { kind: K }> | undefined {
    return this.roomNotices.findLast((notice) => notice.kind === kind) as Extract<RoomNotice, { kind: K }> | undefined;
  }

  send(request: unknown): void {
    this.say(roomMessage.order, request);
  }

  request(request: unknown): void {
    this.say(roomMessage.fromClient, request);
  }

  private say(kind: number, what: unknown): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const message = encoding.createEncoder();
    encoding.writeVarUint(message, kind);
    encoding.writeVarString(message, JSON.stringify(what));
    this.socket.send(encoding.toUint8Array(message));
  }

  /** Loses the connection without a word. */
  cut(): void {
    this.socket?.terminate();
  }

  close(): void {
    this.socket?.close();
  }
}
