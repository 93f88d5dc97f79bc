import { createContext } from 'react';

/** Whether the viewer around has still to show the document, and may yet: who has seen nothing of it cannot say that they have read it. */
export const AwaitedContext = createContext(false);
