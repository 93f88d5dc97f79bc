import { createContext } from 'react';

/** Whether the surrounding viewer is still loading or preparing its document. Buttons that confirm the reading of the document wait for that. */
export const AwaitedContext = createContext(false);
