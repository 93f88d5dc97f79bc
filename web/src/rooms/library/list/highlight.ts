import { create } from 'zustand';

/** An item that the open list is to select and bring into sight as soon as it has it. */
export const useHighlight = create<{ id: string | undefined }>(() => ({ id: undefined }));

export const highlight = (id: string | undefined): void => useHighlight.setState({ id });
