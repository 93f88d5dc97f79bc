import { msgType } from '@dossier/contract/notifications/messages';
import { right } from '@dossier/contract/core/rights';
import { textOf } from '../../platform/text/texts.ts';
import { findVisibleItems } from '../access/require-items.ts';
import type { MessageWording, MessageWords } from '../notifications/message-words.ts';
import { sentenceOf, type ToldLine } from './followed-in-emails.ts';

interface Facts {
  news?: ToldLine;
  further?: number;
}

/** Messages about items that the reader follows: who did what there, as far as the reader may still read what was changed. */
export const followedInMessages: MessageWording = {
  covers: (kind) => kind === msgType.followedChanged,
  async find(ctx, messages) {
    const told = messages.flatMap((message) => {
      const { news, further = 0 } = JSON.parse(message.facts) as Facts;
      return news === undefined ? [] : [{ ...message, news, further }];
    });
    const ids = [...new Set(told.flatMap(({ news }) => news.items.map(({ id }) => Number(id))))];
    const readable = new Set(
      (await findVisibleItems(ctx, ids)).filter(({ bits }) => (bits & right.read) !== 0).map(({ item }) => String(item.id)),
    );
    const words = textOf(ctx.user.lang, 'notifications');
    const found = new Map<number, MessageWords>();
    for (const { id, objId, name, news, further } of told) {
      const items = news.items.filter((item) => readable.has(item.id));
      const [first] = items;
      if (first === undefined) continue;
      const hidden = news.items.length - items.length;
      const text = sentenceOf(ctx, { ...news, items, count: Math.max(items.length, news.count - hidden) });
      const isItself = Number(first.id) === objId;
      const content = isItself
        ? words('followedItself', { text })
        : further === 0
          ? words('followedNews', { name, text })
          : words('followedNewsMore', { name, text, count: further });
      found.set(id, { content, ...(!isItself && { itemId: Number(first.id) }) });
    }
    return found;
  },
};
