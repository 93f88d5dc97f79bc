import { z } from 'zod';
import { Id, Text } from './shapes.ts';

/** Whose a tag is: one person's, who alone sees it; a department's with all below it; the organisation's. */
export const tagKinds = ['personal', 'department', 'system'] as const;
export type TagKind = (typeof tagKinds)[number];

/** The colours of tags, by name: how each looks is the client's to say, by day and by night. */
export const tagColours = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const;
export type TagColour = (typeof tagColours)[number];

/** The most tags that a person, a department or the organisation may have, and that one item may bear of the own and of the shared ones each. */
export const mostTags = { each: 300, onItem: 30 } as const;

/** A tag as it stands on an item. */
export const TagMark = z.object({ id: Id, name: Text, kind: z.enum(tagKinds), colour: z.enum(tagColours) });
export type TagMark = z.infer<typeof TagMark>;
