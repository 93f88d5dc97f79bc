/** The long sides of small pictures in pixels: in lists, the same for who would see the document with a mark in it, and the larger one under the pointer. */
export const sides = { tile: 320, marked: 240, glance: 720 } as const;
