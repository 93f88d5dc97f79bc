import { FileTextOutlined, IdcardOutlined } from '@ant-design/icons';
import { objType } from '@dossier/contract/rights';
import { type ItemAction, itemAction } from '../../ground/item-action.ts';
import { can } from '../library/area.ts';
import { knownPerson } from '../session/current-user.ts';

/** What this room adds to items. */
export const actions: ItemAction[] = [
  itemAction('cards', {
    id: 'cards.fill',
    label: (t) => t('cardDots'),
    icon: <IdcardOutlined />,
    group: 30,
    shown: ([item, ...more]) => more.length === 0 && item?.objType === objType.document && item.canView && can(item.rights, 'modify'),
    run: async ([item]) => {
      if (item) (await import('./fill-dialog.tsx')).openFill(item);
    },
  }),
  itemAction('cards', {
    id: 'cards.type',
    label: (t) => t('typeDots'),
    icon: <IdcardOutlined />,
    group: 50,
    shown: ([item, ...more]) => more.length === 0 && item !== undefined && item.objType !== objType.document && can(item.rights, 'manage'),
    run: async ([item]) => {
      if (item) (await import('./folder-type-dialog.tsx')).openFolderType(item);
    },
  }),
  itemAction('cards', {
    id: 'cards.take',
    label: (t) => t('takeDocument'),
    icon: <FileTextOutlined />,
    group: 50,
    shown: ([item, ...more]) =>
      more.length === 0 &&
      item?.objType === objType.document &&
      item.canDownload &&
      knownPerson()?.deeds.includes('templates.edit') === true,
    run: async ([item]) => {
      if (item) (await import('./document-template-form.tsx')).openTakeDocument(item);
    },
  }),
  itemAction('cards', {
    id: 'cards.new',
    label: (t) => t('fromTemplateDots'),
    icon: <FileTextOutlined />,
    group: 10,
    place: true,
    shown: (_, ctx) =>
      ctx.place === 'list' && ctx.parentId !== undefined && can(ctx.parentRights, 'upload') && knownPerson()?.guest === false,
    run: async (_, ctx) => {
      if (ctx.parentId) (await import('./new-from-template.tsx')).openNewFromTemplate(ctx.parentId);
    },
  }),
];
