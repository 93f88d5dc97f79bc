import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Nothing, Password, Text, Time, pageFields, paged } from '../core/shapes.ts';

/** Whether a device may open the sync disk; one closed by an administrator stays closed until an administrator opens it. */
export const DeviceState = z.enum(['activated', 'closed']);
export type DeviceState = z.infer<typeof DeviceState>;

/** A device with its own password for the sync disk. */
export const DiskDevice = z.object({
  id: Id,
  name: Text,
  state: DeviceState,
  createTime: Time,
  /** Absent until its first use. */
  lastUse: Time.optional(),
  /** Address of its last use. */
  address: Text.optional(),
});
export type DiskDevice = z.infer<typeof DiskDevice>;

/** A device as administrators see it, with its user. */
export const PersonsDevice = DiskDevice.extend({
  userId: Id,
  userName: Text,
  /** Whether the user may use the sync disk at all. */
  allowed: z.boolean(),
});
export type PersonsDevice = z.infer<typeof PersonsDevice>;

/** The most devices of one user. */
export const mostDevices = 20;

const DeviceName = z.string().trim().min(1).max(60);

export const webdav = {
  own: get('/syncdisk/own', {
    access: 'session',
    does: 'The own devices of the sync disk, and whether one may use it',
    input: Nothing,
    output: z.object({ enabled: z.boolean(), allowed: z.boolean(), readOnly: z.boolean(), loginName: Text, list: z.array(DiskDevice) }),
  }),
  address: get('/syncdisk/address', {
    access: 'session',
    does: 'The address of a document on the sync disk, for programs on the desk, or why it has none',
    input: z.object({ id: Id }),
    output: z.object({
      /** Absent where there is an obstacle. */
      url: Text.optional(),
      /** The sync disk is off on this site (`off`), closed to the caller (`person`), or does not show the area of the document (`area`). */
      obstacle: z.enum(['off', 'person', 'area']).optional(),
      /** What the program changes could not be saved: by the caller's right, or as the sync disk or the cabinet is written to otherwise. */
      readOnly: z.boolean(),
      /** How many devices of the caller may open it now. */
      devices: z.number(),
    }),
  }),
  add: post('/syncdisk/add', {
    access: 'session',
    does: 'Make a password for a device; it is answered once and never again',
    input: z.object({ name: DeviceName, password: Password.default('') }),
    output: z.object({ id: Id, devicePassword: Text }),
  }),
  remove: post('/syncdisk/remove', {
    access: 'session',
    does: 'Remove an own device: its password opens nothing any more',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  devices: get('/syncdisk/list', {
    access: 'disk.edit',
    does: 'The devices of the organisation, by name of the person or the device',
    input: z.object({ ...pageFields, keyword: z.string().max(200).optional(), state: DeviceState.optional() }),
    output: paged(PersonsDevice),
  }),
  setState: post('/syncdisk/setState', {
    access: 'disk.edit',
    does: 'Close a device, or open it again',
    input: z.object({ id: Id, state: DeviceState }),
    output: Nothing,
  }),
  allow: post('/syncdisk/allow', {
    access: 'disk.edit',
    does: 'Let a person use the sync disk, or no longer',
    input: z.object({ userId: Id, allowed: Flag }),
    output: Nothing,
  }),
};
