import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Int, Nothing, Text, Time } from '../core/shapes.ts';
import { meetingLimits } from './meetings.ts';

/** The most characters of minutes. */
export const maxMinutesLength = meetingLimits.minutes;

/** Results of a meeting: a decision, or a task for a person. */
export const taskKinds = ['decision', 'task'] as const;
export type TaskKind = (typeof taskKinds)[number];

export const Task = z.object({
  id: Id,
  kind: z.enum(taskKinds),
  text: Text,
  personId: Id.optional(),
  personName: Text,
  /** A day, such as 2026-05-01. */
  due: Text.optional(),
  done: z.boolean(),
  /** Whether the caller may mark it as done. */
  own: z.boolean(),
});
export type Task = z.infer<typeof Task>;

/** The minutes of a meeting. */
export const Minutes = z.object({
  text: Text,
  /** Rises with each change. */
  revision: z.number(),
  updaterName: Text,
  updateTime: Time.optional(),
  /** Whether the caller may edit them. */
  writes: z.boolean(),
  tasks: z.array(Task),
  /** The document of the archived minutes; absent where the caller does not see it. */
  documentId: Id.optional(),
});
export type Minutes = z.infer<typeof Minutes>;

const AMeeting = z.object({ id: Id });

export const minutes = {
  show: get('/meeting/minutes', {
    access: 'session',
    does: 'The minutes of a meeting that the caller is invited to, with decisions and tasks',
    input: AMeeting,
    output: Minutes,
  }),
  save: post('/meeting/minutes/save', {
    access: 'session',
    does: 'Write the minutes of a meeting that the caller leads, as Markdown; 1008 where somebody else wrote them meanwhile',
    input: z.object({
      id: Id,
      text: z.string().max(maxMinutesLength),
      /** Revision of the text that this change is based on. */
      revision: Int,
    }),
    output: z.object({ revision: z.number() }),
  }),
  saveTask: post('/meeting/task/save', {
    access: 'session',
    does: 'Note a decision or a task of a meeting that the caller leads, or change one; whoever gets a task is told',
    input: z.object({
      id: Id,
      taskId: Id.optional(),
      kind: z.enum(taskKinds).default('task'),
      text: z.string().trim().min(1).max(1000),
      /** An invited person. */
      personId: Id.optional(),
      due: z.iso.date().optional(),
    }),
    output: z.object({ id: Id }),
  }),
  removeTask: post('/meeting/task/remove', {
    access: 'session',
    does: 'Take a decision or a task out of the minutes',
    input: z.object({ id: Id, taskId: Id }),
    output: Nothing,
  }),
  setDone: post('/meeting/task/done', {
    access: 'session',
    does: 'Say that a task is done, or not yet: whose it is and who leads the meeting do',
    input: z.object({ id: Id, taskId: Id, done: Flag }),
    output: Nothing,
  }),
  archive: post('/meeting/archive', {
    access: 'session',
    does: 'Close an ended meeting for good: its minutes, with agenda, attendance and results, become a Markdown document in a folder that the caller may upload to',
    input: z.object({ id: Id, parentId: Id }),
    output: z.object({ documentId: Id, name: Text }),
  }),
};
