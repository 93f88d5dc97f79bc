import { objType, right } from '@dossier/contract/core/rights';
import { emailKindOf } from '@dossier/contract/notifications/emails';
import { type NotificationType, msgType } from '@dossier/contract/notifications/messages';
import type { EmailSubject, EmailSubjects } from '../notifications/email-subjects.ts';
import type { ItemRow } from './items.queries.ts';
import { findVisibleItems } from './require-items.ts';

const itemTypes: ReadonlySet<number> = new Set(Object.values(objType));
const typeNames = new Map(Object.entries(msgType).map(([name, type]) => [type as number, name as NotificationType]));

/** What the modules tell that know more of it: what is new in followed items, and who is asked to read. */
const elsewhere: ReadonlySet<number> = new Set([
  msgType.followedChanged,
  msgType.acknowledgeAsked,
  msgType.acknowledgeReminder,
  msgType.acknowledgeOverdue,
]);

/** Tabs of the details of a document that lines of some kinds lead to. */
const tabs: Partial<Record<NotificationType, string>> = {
  commentMention: 'comments',
  commentReply: 'comments',
  commentNew: 'comments',
  shareCommented: 'comments',
  documentSigned: 'signatures',
  acknowledgeComplete: 'acknowledgements',
  acknowledgeOpen: 'acknowledgements',
};

/** The address of an item: a document in its viewer, a container in the place where it lies. */
export const itemPath = ({ id, kind }: Pick<ItemRow, 'id' | 'kind'>, tab?: string): string =>
  kind === objType.document ? `/docpreview?id=${id}${tab === undefined ? '' : `&tab=${tab}`}` : `/knowledge/index?objId=${id}`;

/** Lines about cabinets, folders and documents: told to whoever may see them now, and read them where the line is about what is in them. */
export const itemsInEmails: EmailSubjects = {
  covers: ({ type, objType: kind }) => itemTypes.has(kind) && !elsewhere.has(type),
  async find(ctx, lines) {
    const seen = new Map((await findVisibleItems(ctx, [...new Set(lines.map(({ objId }) => objId))])).map((one) => [one.item.id, one]));
    const found = new Map<number, EmailSubject>();
    for (const { id, type, objId } of lines) {
      const authorised = seen.get(objId);
      const name = typeNames.get(type);
      if (authorised === undefined || name === undefined) continue;
      const kind = emailKindOf[name];
      const isAboutContent = kind === 'comments' || kind === 'tasks' || kind === 'approvals';
      if (isAboutContent && (authorised.bits & right.read) === 0) continue;
      const path = name === 'accessAsked' ? `/rights/requests?id=${objId}` : itemPath(authorised.item, tabs[name]);
      found.set(id, { name: authorised.item.name, path });
    }
    return found;
  },
};
