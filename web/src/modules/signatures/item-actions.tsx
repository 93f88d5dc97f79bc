import { SignatureOutlined } from '@ant-design/icons';
import { extensions } from '@dossier/contract/core/file-types';
import { objType } from '@dossier/contract/core/rights';
import type { Item } from '@dossier/contract/documents/library';
import { lazy } from 'react';
import { type ItemAction, type ItemTab, itemAction, itemTab } from '../../platform/item-actions.ts';
import { maySign } from './sign-rights.ts';

const isReadablePdf = (item: Item | undefined): boolean =>
  item?.objType === objType.document && item.canView && extensions.pdf.has(item.ext ?? '');

/** This module's actions on items. */
export const signatureActions: ItemAction[] = [
  itemAction('signatures', {
    id: 'signatures.sign',
    label: (t) => t('signDots'),
    icon: <SignatureOutlined />,
    group: 50,
    menu: 'approval',
    shown: ([item, ...more]) => more.length === 0 && item !== undefined && isReadablePdf(item) && maySign(item),
    run: async ([item]) => {
      const { openSignDialog } = await import('./sign-dialog.tsx');
      if (item !== undefined) await openSignDialog(item.id);
    },
  }),
];

/** This module's tabs in the details pane. */
export const signatureTabs: ItemTab[] = [
  itemTab('signatures', {
    id: 'signatures',
    label: (t) => t('tab'),
    order: 23,
    shown: isReadablePdf,
    Component: lazy(async () => ({ default: (await import('./signature-tab.tsx')).SignatureTab })),
  }),
];
