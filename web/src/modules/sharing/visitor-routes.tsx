import type { TextKey } from '../../platform/i18n.ts';
import { sharePaths, sharedViewer } from '@dossier/contract/sharing/share-pages';
import type { ComponentType } from 'react';

/** A page of the share client. */
export interface VisitorRoute {
  path: string;
  title: TextKey<'sharing.visitor'>;
  load: () => Promise<ComponentType>;
  /** Shows a document, whose window needs Ant Design. */
  shows?: boolean;
}

const door = { title: 'door', load: () => import('./visitor/open-link-page.tsx').then((m) => m.OpenLinkPage) } as const;
const list = { title: 'sharedItems', load: () => import('./visitor/shared-items-page.tsx').then((m) => m.SharedItemsPage) } as const;
const viewer = {
  title: 'document',
  shows: true,
  load: () => import('./visitor/shared-document-page.tsx').then((m) => m.SharedDocumentPage),
} as const;

const { desk, framed, phone } = sharePaths;

/** The pages of this module in the share client by address. */
export const visitorRoutes: VisitorRoute[] = [
  { path: desk.jump, title: 'door', load: () => import('./visitor/device-redirect-page.tsx').then((m) => m.DeviceRedirectPage) },
  ...[desk.door, desk.password, framed.door, phone.door, phone.password].map((path) => ({ path, ...door })),
  ...[desk.list, framed.list, phone.list].map((path) => ({ path, ...list })),
  ...[desk.view, desk.media, sharedViewer, phone.view, phone.media, phone.pdf].map((path) => ({ path, ...viewer })),
];
