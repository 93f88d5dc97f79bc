type Texts = Record<string, string>;

/** `users` of `users_one` and `users_other`: the files hold plural forms, a call names the key without them. */
type PluralKey<T> = { [K in keyof T]: K extends `${infer Base}_one` ? (`${Base}_other` extends keyof T ? Base : never) : never }[keyof T];

type KeyOf<T> = Exclude<keyof T & string, `${PluralKey<T>}_one` | `${PluralKey<T>}_other`> | PluralKey<T>;

type Namespace<Files> = {
  [M in keyof Files & string]: Files[M] extends Texts ? M : `${M}.${keyof Files[M] & string}`;
}[keyof Files & string];

/**
 * The keys of each namespace of texts, made from the types of the English JSON files by module. A file that holds texts is a namespace of
 * its name, `search`; one that holds topics is a namespace for each of them, `identity.users`.
 */
export type TextKeys<Files> = {
  [N in Namespace<Files>]: N extends keyof Files
    ? KeyOf<Files[N]>
    : N extends `${infer M extends keyof Files & string}.${infer Topic}`
      ? Topic extends keyof Files[M]
        ? KeyOf<Files[M][Topic]>
        : never
      : never;
};
