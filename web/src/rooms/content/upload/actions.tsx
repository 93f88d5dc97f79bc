import { FileZipOutlined, FolderOutlined, UploadOutlined } from '@ant-design/icons';
import { library } from '@dossier/contract/library';
import { right } from '@dossier/contract/rights';
import { type ItemContext, itemAction } from '../../../ground/item-action.ts';
import { queryClient } from '../../../ground/query.ts';
import type { PickKind } from './pick-files.ts';

const mayUpload = (ctx: ItemContext): boolean =>
  ctx.place === 'list' && ctx.parentId !== undefined && ((ctx.parentRights ?? 0) & right.upload) !== 0;

async function pick(kind: PickKind, ctx: ItemContext): Promise<void> {
  if (ctx.parentId === undefined) return;
  const way = queryClient.getQueryData<{ name: string }[]>([library.ancestors.path, { id: ctx.parentId }]);
  const { pickFiles } = await import('./pick-files.ts');
  pickFiles(kind, { id: ctx.parentId, name: way?.at(-1)?.name ?? '' });
}

/** Uploading, as the place itself offers it. */
export const actions = [
  itemAction('content', {
    id: 'upload.files',
    label: (t) => t('uploadFiles'),
    icon: <UploadOutlined />,
    group: 5,
    place: true,
    shown: (_, ctx) => mayUpload(ctx),
    run: (_, ctx) => pick('files', ctx),
  }),
  itemAction('content', {
    id: 'upload.folder',
    label: (t) => t('uploadFolder'),
    icon: <FolderOutlined />,
    group: 5,
    place: true,
    shown: (_, ctx) => mayUpload(ctx),
    run: (_, ctx) => pick('folder', ctx),
  }),
  itemAction('content', {
    id: 'upload.zip',
    label: (t) => t('uploadZip'),
    short: (t) => t('uploadZipShort'),
    icon: <FileZipOutlined />,
    group: 20,
    place: true,
    shown: (_, ctx) => mayUpload(ctx),
    run: (_, ctx) => pick('zip', ctx),
  }),
];
