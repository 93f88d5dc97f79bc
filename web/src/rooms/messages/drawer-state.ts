import { create } from 'zustand';

/** Whether the drawer of all messages is open. */
export const useMessageDrawer = create<{ open: boolean }>(() => ({ open: false }));
