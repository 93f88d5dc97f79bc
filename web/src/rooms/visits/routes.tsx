import { sharedViewer, sharePaths } from '@dossier/contract/share-pages';
import type { ComponentType } from 'react';
import type { Keys } from './text/cn.ts';

/** A page of whoever was given a link. */
interface VisitRoute {
  path: string;
  title: Keys;
  load: () => Promise<ComponentType>;
  /** Shows a document: its windows stand in Ant Design. */
  shows?: boolean;
}

const door = { title: 'door', load: () => import('./door-page.tsx').then((m) => m.DoorPage) } as const;
const list = { title: 'sharedItems', load: () => import('./list-page.tsx').then((m) => m.ListPage) } as const;
const viewer = { title: 'document', shows: true, load: () => import('./visit-viewer.tsx').then((m) => m.VisitViewer) } as const;

const { desk, framed, phone } = sharePaths;

/** All of them, each at its own address. */
export const visitRoutes: VisitRoute[] = [
  { path: desk.jump, title: 'door', load: () => import('./jump-page.tsx').then((m) => m.JumpPage) },
  ...[desk.door, desk.password, framed.door, phone.door, phone.password].map((path) => ({ path, ...door })),
  ...[desk.list, framed.list, phone.list].map((path) => ({ path, ...list })),
  ...[desk.view, desk.media, sharedViewer, phone.view, phone.media, phone.pdf].map((path) => ({ path, ...viewer })),
];
