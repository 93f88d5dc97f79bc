import { formatExactTime } from '../../../platform/ui/formatted-values.tsx';

/** A day as shown in tables. */
export const dayOf = (iso: string): string => formatExactTime(iso).slice(0, 10);
