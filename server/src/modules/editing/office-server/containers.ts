import { objType, right } from '@dossier/contract/core/rights';
import type { FileReply } from '../../../platform/http/serve.ts';
import { findItem } from '../../access/items.queries.ts';
import { type AuthorisedItem, requireContainer, requireItem } from '../../access/require-items.ts';
import { deleteItems } from '../../documents/bin.ts';
import { createFolder } from '../../documents/folder-plans.ts';
import { requireOpenContainer } from '../../documents/folders.ts';
import { freeNameIn } from '../../documents/item-names.ts';
import { listAncestors } from '../../documents/show-items.ts';
import { childrenOf } from '../../documents/walk-tree.ts';
import { containerPage, isContainer, versionOf } from './check-file-info.ts';
import type { Exchange } from './lock-methods.ts';
import { headerOf, nameIn, WopiRefusal } from './messages.ts';
import { placeFile, renameTo } from './relative-files.ts';
import { refuseTaken, requireLegalName, targetNameIn } from './target-names.ts';
import { requireWritingToken, runAsEditor, siblingUrl, type WopiSession } from './wopi-tokens.ts';

interface Pointer {
  Name: string;
  Url: string;
}

const pointer = (session: WopiSession, { id, name }: { id: number; name: string }): Pointer => ({
  Name: name,
  Url: siblingUrl(session, { kind: 'containers', id, write: session.facts.write }),
});

/** EnumerateAncestors of a document or container, from the cabinet down. */
export async function enumerateAncestors(session: WopiSession): Promise<{ AncestorsWithRootFirst: Pointer[] }> {
  const { ctx, facts } = session;
  const above = await listAncestors(ctx, { id: String(facts.item) });
  const containers = above.filter(({ id, objType: kind }) => id !== String(facts.item) && isContainer(kind));
  return { AncestorsWithRootFirst: containers.map(({ id, name }) => pointer(session, { id: Number(id), name })) };
}

/** GetEcosystem of a document or container: where the client asks what else this host has. */
export const getEcosystem = (session: WopiSession): Promise<object> =>
  Promise.resolve({ Url: siblingUrl(session, { kind: 'ecosystem', id: session.facts.item, write: session.facts.write }) });

export const checkEcosystem = (): Promise<object> => Promise.resolve({ SupportsContainers: true });

/** GetRootContainer: the cabinet of the item that the client began with, as far as the user sees it. */
export async function getRootContainer(session: WopiSession): Promise<object> {
  const { AncestorsWithRootFirst: above } = await enumerateAncestors(session);
  const root = above[0];
  if (root === undefined) throw new WopiRefusal(404);
  return { ContainerPointer: root };
}

/** What the caller may do in a container. */
async function containerInfo({ ctx, facts }: WopiSession, { item, bits }: AuthorisedItem): Promise<object> {
  const isOpen = (await findItem(ctx.db, item.cabinet_id))?.publishing !== 1;
  const may = (need: number): boolean => facts.write && isOpen && (bits & need) === need;
  return {
    Name: item.name,
    HostUrl: containerPage(facts.origin, item),
    IsAnonymousUser: false,
    IsEduUser: false,
    LicenseCheckForEditIsEnabled: false,
    UserCanCreateChildContainer: may(right.upload),
    UserCanCreateChildFile: may(right.upload),
    UserCanDelete: may(item.kind === objType.cabinet ? right.modify | right.manage : right.modify),
    UserCanRename: may(right.modify),
  };
}

export async function checkContainerInfo(session: WopiSession): Promise<object> {
  const { ctx, facts } = session;
  return containerInfo(session, await requireContainer(ctx, right.visible, facts.item));
}

/** The most children that are listed, and the most filters that are read. */
const mostChildren = 1000;
const mostFilters = 100;

/** EnumerateChildren: what the caller sees in a container. */
export async function enumerateChildren(session: WopiSession, { request }: Exchange): Promise<object> {
  const { ctx, facts } = session;
  const { item } = await requireContainer(ctx, right.visible, facts.item);
  const asked = (headerOf(request, 'x-wopi-fileextensionfilterlist') ?? '').toLowerCase().split(',').slice(0, mostFilters);
  const filters = new Set(asked.map((one) => one.trim()).filter((one) => one !== ''));
  const children = await childrenOf(ctx, item, mostChildren);
  const isWanted = ({ ext }: AuthorisedItem['item']): boolean => filters.size === 0 || filters.has(`.${ext}`);
  return {
    ChildContainers: children.filter((one) => isContainer(one.item.kind)).map((one) => pointer(session, one.item)),
    ChildFiles: children.flatMap(({ item: child, bits }) =>
      child.kind === objType.document && isWanted(child) && (bits & right.read) !== 0
        ? [
            {
              Name: child.name,
              Url: siblingUrl(session, { kind: 'files', id: child.id, write: facts.write }),
              Size: child.size,
              Version: versionOf(child),
              LastModifiedTime: new Date(child.updated_at).toISOString(),
            },
          ]
        : [],
    ),
  };
}

export async function createChildContainer(session: WopiSession, { request, reply }: Exchange): Promise<FileReply> {
  requireWritingToken(session);
  const target = targetNameIn(request, '');
  const made = await runAsEditor(session, async (ctx) => {
    const { item: place } = await requireContainer(ctx, right.visible | right.upload, session.facts.item);
    await requireOpenContainer(ctx, place);
    const name = await freeNameIn(ctx.db, place.id, target);
    if (target.isExact && name !== target.name) await refuseTaken(ctx, place, target.name);
    const { id } = await createFolder(ctx, { parentId: String(place.id), name });
    return requireContainer(ctx, right.visible, id);
  });
  return reply
    .type('application/json; charset=utf-8')
    .send({ ContainerPointer: pointer(session, made.item), ContainerInfo: await containerInfo(session, made) });
}

/** CreateChildFile: an empty document. */
export async function createChildFile(session: WopiSession, exchange: Exchange): Promise<FileReply> {
  requireWritingToken(session);
  const target = targetNameIn(exchange.request, 'New');
  const { item: place } = await requireContainer(session.ctx, right.visible | right.upload, session.facts.item);
  await requireOpenContainer(session.ctx, place);
  return placeFile(session, exchange, { place, target, size: 0 });
}

export async function renameContainer(session: WopiSession, { request, reply }: Exchange): Promise<FileReply> {
  requireWritingToken(session);
  const requested = nameIn(request, 'x-wopi-requestedname');
  if (requested === undefined) throw new WopiRefusal(400);
  const name = requireLegalName(requested);
  const renamed = await runAsEditor(session, async (ctx) => {
    const { item } = await requireContainer(ctx, right.visible | right.modify, session.facts.item);
    await renameTo(ctx, item, name);
    return (await requireItem(ctx, right.visible, item.id)).item;
  });
  return reply.type('application/json; charset=utf-8').send({ Name: renamed.name });
}

/** DeleteContainer: into the bin; 409 where it holds anything, as the protocol has it. */
export async function deleteContainer(session: WopiSession, { reply }: Exchange): Promise<FileReply> {
  requireWritingToken(session);
  await runAsEditor(session, async (ctx) => {
    const { item } = await requireContainer(ctx, right.visible | right.modify, session.facts.item);
    if ((await childrenOf(ctx, item, 1)).length > 0) throw new WopiRefusal(409);
    await deleteItems(ctx, { objIds: [String(item.id)] });
  });
  return reply.status(200).send('');
}
