import type { Context } from '../../platform/context.ts';
import { extensionPoint } from '../../platform/extension-point.ts';

/** A message whose facts name further items than its subject. */
export interface MessageToWord {
  id: number;
  kind: number;
  facts: string;
  /** Its subject. */
  objId: number;
  name: string;
}

/** The words of a message, and the item that it leads to, if not to its subject. */
export interface MessageWords {
  content: string;
  itemId?: number;
}

/** How a module words messages that name further items, by what the reader may know of these at this moment. */
export interface MessageWording {
  covers(kind: number): boolean;
  /** By id; messages that are left out are worded without their facts. */
  find(ctx: Context, messages: readonly MessageToWord[]): Promise<ReadonlyMap<number, MessageWords>>;
}

/** Asked once for all messages of a page. */
export const messageWordings = extensionPoint<MessageWording>();
