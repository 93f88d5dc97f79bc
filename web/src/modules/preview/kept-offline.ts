import { create } from 'zustand';
import { session } from '../../platform/sessions.ts';
import { knownPerson } from '../identity/current-user.ts';

/** What is kept on this device, as far as this page knows. */
export const useKeptOffline = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }));

/** Whether this browser and site keep documents: browsers do on secure pages only, and nobody for somebody else. */
export const isOfflineOffered = (): boolean => 'caches' in globalThis && !session.viewsAs() && knownPerson()?.offlineDays !== undefined;

/** The page of all copies. */
export const offlinePath = '/offline';
