/** The page of the notifications that a user gets by email. */
export const emailChoicesPath = '/user-setting/notifications';
