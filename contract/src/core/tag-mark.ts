import { z } from 'zod';
import { Id, Text } from './shapes.ts';

/** Owner of a tag: one user, who alone sees it; a department with all below it; the organisation. */
export const tagKinds = ['personal', 'department', 'system'] as const;
export type TagKind = (typeof tagKinds)[number];

/** Tag colours by name; the client maps them to its light and dark theme. */
export const tagColours = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const;
export type TagColour = (typeof tagColours)[number];

/** The most tags that a user, a department or the organisation may have, and that one item may carry, personal and shared counted apart. */
export const mostTags = { each: 300, onItem: 30 } as const;

/** A tag on an item. */
export const TagMark = z.object({ id: Id, name: Text, kind: z.enum(tagKinds), colour: z.enum(tagColours) });
export type TagMark = z.infer<typeof TagMark>;
