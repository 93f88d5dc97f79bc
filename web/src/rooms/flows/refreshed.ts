import { flows } from '@dossier/contract/flows';

/** What is asked for anew when a flow has changed. */
export const changed = [flows.show, flows.list, flows.counts];
