import { objType, right } from '@dossier/contract/rights';
import { lazy, Suspense } from 'react';
import { type ItemTab, itemTab } from '../../ground/item-tab.ts';

const VersionsTab = lazy(() => import('./revisions/versions-tab.tsx').then((m) => ({ default: m.VersionsTab })));

/** What content adds to the details of a document. */
export const tabs: ItemTab[] = [
  itemTab('content', {
    id: 'content.versions',
    label: (t) => t('versions'),
    order: 30,
    shown: (item) => item.objType === objType.document && (item.rights & right.read) !== 0,
    Component: ({ item }) => (
      <Suspense>
        <VersionsTab item={item} />
      </Suspense>
    ),
  }),
];
