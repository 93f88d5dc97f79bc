/** The values of the double-click setting. */
export const doubleClick = { download: 1, view: 2, edit: 3 } as const;

/** The values of the window setting. */
export const openIn = { newTab: 1, sameTab: 2 } as const;
