/** The rights on an item, as bits. */
export const right = { visible: 1, read: 2, print: 4, pdf: 8, download: 16, upload: 32, modify: 64, manage: 128 } as const;

export type Right = keyof typeof right;

/** The named levels: unions of bits. Other unions are allowed on the wire and shown by their parts. */
export const level = { none: 0, title: 1, view: 3, print: 7, pdf: 11, download: 27, upload: 59, modify: 123, full: 255 } as const;

export type Level = keyof typeof level;

/** Item types: a cabinet holds folders and documents, a folder the same. */
export const objType = { cabinet: 31, folder: 32, document: 33 } as const;

/** Areas of the product, by their module number. */
export const moduleType = { my: 2, enterprise: 3, system: 4 } as const;

/** The areas that hold cabinets, in the order of the top bar. */
export const areas = [moduleType.enterprise, moduleType.my, moduleType.system] as const;

/** Entries of the top bar by module type. */
export const module = { home: 1, my: 2, enterprise: 3, system: 4, categories: 6, admin: 9, meetings: 11, site: 12, flows: 13 } as const;

/** Bits of a user's role type. */
export const roleType = { site: 1, admin: 2 } as const;

/** Inheritance scope of a grant: the item itself, its direct children too, or everything below. */
export const reaches = ['self', 'children', 'all'] as const;
export type Reach = (typeof reaches)[number];

/** Types of principals that rights are granted to. */
export const granteeTypes = ['user', 'group', 'department', 'organisation', 'role'] as const;
export type GranteeType = (typeof granteeTypes)[number];

/** The most items in one batch. */
export const batchLimit = 15;
