/** The rooms in their order: a room may import only rooms that stand before it. Read by the import laws. */
export const rooms = [
  'site',
  'people',
  'session',
  'doors',
  'messages',
  'account',
  'permissions',
  'library',
  'content',
  'archives',
  'preview',
  'labels',
  'search',
  'reports',
  'admin',
  'home',
];
