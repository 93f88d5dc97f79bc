/**
 * The parallel parts around a position, the outermost first: `12:way2/34:way1` lies on the way `way2` of the part that position 12 opened, and in there on a
 * way of that of position 34. A part that is opened again is another one.
 */

/** The part around a scope without its innermost one. */
export const outerScope = (scope: string): string => scope.split('/').slice(0, -1).join('/');

/** The position that opened the innermost part; 0 outside of any. */
export const partOf = (scope: string): number => Number(scope.split('/').at(-1)?.split(':')[0] ?? 0);

/** Whether a position lies in a scope, at any depth. */
export const isWithin = (scope: string, outer: string): boolean => outer === '' || scope === outer || scope.startsWith(`${outer}/`);
