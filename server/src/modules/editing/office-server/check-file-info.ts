import { moduleType, objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { maxNameBytes } from '../../../platform/text/names.ts';
import { findItem } from '../../access/items.queries.ts';
import { type AuthorisedItem, findVisibleItems } from '../../access/require-items.ts';
import { type AuthorisedRevision, requireContentUse } from '../../documents/file-tickets.ts';
import { requireDownloadAddress } from '../../identity/address-restrictions.ts';
import { externalViewerTerms } from '../../preview/external-viewers.ts';
import { lockStateOf } from '../office-locks.ts';
import { userInfo } from './office-server.queries.ts';
import type { WopiSession } from './wopi-tokens.ts';

/** A content as a version for clients: every save makes another one. */
export const versionOf = ({ revision_id }: Pick<AuthorisedItem['item'], 'revision_id'>): string => `v${revision_id}`;

const areaPages: Record<number, string> = { [moduleType.my]: '/doc-my/index', [moduleType.system]: '/system/tabledata' };

/** The page of a folder or cabinet. */
export const containerPage = (origin: string, { id, area }: Pick<AuthorisedItem['item'], 'id' | 'area'>): string =>
  `${origin}${areaPages[area] ?? '/knowledge/index'}?id=${id}`;

/** The page around the editor. */
export const officePage = (origin: string, id: number): string => `${origin}/office?id=${id}`;

/** Whether the cabinet of an item takes changes: a publishing one is filled by flows alone. */
async function isOpenPlace(ctx: Context, { cabinet_id }: AuthorisedItem['item']): Promise<boolean> {
  return (await findItem(ctx.db, cabinet_id))?.publishing !== 1;
}

const mayDownloadHere = (ctx: Context): Promise<boolean> =>
  requireDownloadAddress(ctx).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );

/** The folder of a document, as far as the caller sees it; attachments are in none. */
async function folderAround(ctx: Context, item: AuthorisedItem['item']): Promise<AuthorisedItem | undefined> {
  return item.attached === 1 ? undefined : (await findVisibleItems(ctx, [item.parent_id]))[0];
}

/** Whether the caller may save another document beside this one: it carries the content on, so it needs the right to download too. */
export async function maySaveBeside({ ctx, facts }: WopiSession, { item, bits }: AuthorisedItem): Promise<boolean> {
  if (!facts.write || (bits & right.download) === 0) return false;
  const place = await folderAround(ctx, item);
  return place !== undefined && (place.bits & right.upload) !== 0 && (await isOpenPlace(ctx, item));
}

/** Who is at the client: of visitors only the name that they proved. */
const userFields = ({ user }: Context): object => ({ UserId: `u${user.id}`, UserFriendlyName: user.fullName, IsAnonymousUser: false });

const placeFields = (origin: string, place: AuthorisedItem | undefined): object =>
  place === undefined
    ? {}
    : {
        BreadcrumbFolderName: place.item.name,
        BreadcrumbFolderUrl: containerPage(origin, place.item),
        CloseUrl: containerPage(origin, place.item),
      };

/** What every document of this host can: whatever is false here answers 501. */
const capabilities = {
  SupportsLocks: true,
  SupportsGetLock: true,
  SupportsExtendedLockLength: true,
  SupportsUpdate: true,
  SupportsRename: true,
  SupportsDeleteFile: true,
  SupportsUserInfo: true,
  SupportsContainers: true,
  SupportsCobalt: false,
  SupportsEcosystem: true,
  SupportsFolders: false,
  SupportsAddActivities: false,
  SupportsCoauth: false,
  SupportsReviewing: false,
  IsEduUser: false,
  LicenseCheckForEditIsEnabled: false,
  UserCanAttend: false,
  UserCanPresent: false,
  EnableOwnerTermination: false,
  EnableInsertRemoteImage: false,
  ClosePostMessage: true,
  EditNotificationPostMessage: false,
  FileSharingPostMessage: false,
  FileVersionPostMessage: false,
};

/** What the user may do to the content at this moment. */
async function writeFields(session: WopiSession, authorised: AuthorisedItem): Promise<object> {
  const { ctx, facts } = session;
  const { item, bits } = authorised;
  const mayModify = facts.write && (bits & right.modify) !== 0 && (await isOpenPlace(ctx, item));
  const canWrite = mayModify && (await lockStateOf(ctx, item)).by !== 'other';
  return {
    UserCanWrite: canWrite,
    ReadOnly: !canWrite,
    WebEditingDisabled: !canWrite,
    HideSaveOption: !canWrite,
    UserCanRename: canWrite,
    UserCanReview: canWrite,
    UserCanNotWriteRelative: !(await maySaveBeside(session, authorised)),
  };
}

/** How the user may carry the content away. */
async function exportFields(ctx: Context, authorised: AuthorisedRevision): Promise<object> {
  const { bits, revision } = authorised;
  const mayPrint = (bits & right.print) !== 0;
  const mayDownload = (bits & right.download) !== 0 && (await mayDownloadHere(ctx));
  // of a PDF and the original, an office server can only forbid both
  const mayExport = mayDownload && (bits & right.pdf) !== 0;
  const { watermark } = await externalViewerTerms(ctx, authorised);
  return {
    HidePrintOption: !mayPrint,
    DisablePrint: !mayPrint,
    HideExportOption: !mayExport,
    DisableExport: !mayExport,
    DisableCopy: !mayDownload,
    // like everywhere, the hash of the bytes is for who may have them
    ...(mayDownload && { SHA256: Buffer.from(revision.sha256, 'hex').toString('base64') }),
    ...(watermark !== '' && { WatermarkText: watermark }),
  };
}

/** CheckFileInfo: what the client has to know of a document, and what it may do with it at this moment. */
export async function checkFileInfo(session: WopiSession): Promise<object> {
  const { ctx, facts } = session;
  const { origin } = facts;
  const authorised = await requireContentUse(ctx, 'view', { id: String(facts.item) });
  const { item, revision } = authorised;
  const place = await folderAround(ctx, item);
  const [kept] = await userInfo(ctx.db, { person: ctx.user.id });
  const extension = item.ext === '' ? '' : `.${item.ext}`;
  return {
    BaseFileName: item.name,
    FileExtension: extension,
    FileNameMaxLength: maxNameBytes - Buffer.byteLength(extension),
    OwnerId: `u${item.owner_id}`,
    Size: revision.size,
    Version: versionOf(item),
    // when the content came: not the time of the row, as a document may be renamed or described while it is open
    LastModifiedTime: new Date(revision.created_at).toISOString(),
    ...userFields(ctx),
    ...(kept !== undefined && { UserInfo: kept.info }),
    ...(await writeFields(session, authorised)),
    ...(await exportFields(ctx, authorised)),
    ...capabilities,
    BreadcrumbBrandName: 'Dossier',
    BreadcrumbBrandUrl: origin,
    BreadcrumbDocName: item.name,
    ...placeFields(origin, place),
    HostEditUrl: officePage(origin, item.id),
    HostViewUrl: officePage(origin, item.id),
    PostMessageOrigin: origin,
  };
}

/** The kinds of a container. */
export const isContainer = (kind: number): boolean => kind === objType.cabinet || kind === objType.folder;
