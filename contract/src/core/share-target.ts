/**
 * Where systems send files that are shared with the installed client: the path of a form, which is also that of the page that asks where they go; its
 * field; and the address of that page for files that could not be taken.
 */
export const shareTarget = { path: '/receive', field: 'files', failedPath: '/receive?failed=1' } as const;
