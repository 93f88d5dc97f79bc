import { z } from 'zod';
import { get, post } from '../core/route.ts';
import { Flag, Id, Nothing, Text, pageFields, paged } from '../core/shapes.ts';

/** The first and the last address of a range, each as 32 hexadecimal digits that compare as texts. */
interface AddressRange {
  low: string;
  high: string;
}

const v4Front = '00000000000000000000ffff';
const bits = 128;

function v4Digits(text: string): string | undefined {
  const parts = text.split('.');
  const numbers = parts.map(Number);
  const sound = parts.length === 4 && parts.every((part, at) => /^(0|[1-9]\d{0,2})$/.test(part) && (numbers[at] ?? 256) < 256);
  return sound ? numbers.map((number) => number.toString(16).padStart(2, '0')).join('') : undefined;
}

/** The groups on one side of `::`; a dotted end counts as two. */
function v6Groups(text: string): string[] | undefined {
  if (text === '') return [];
  const groups = text.split(':');
  const last = groups.at(-1) ?? '';
  if (last.includes('.')) {
    const digits = v4Digits(last);
    if (digits === undefined) return undefined;
    groups.splice(-1, 1, digits.slice(0, 4), digits.slice(4));
  }
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) ? groups.map((group) => group.toLowerCase().padStart(4, '0')) : undefined;
}

/** An address in any notation as 32 hexadecimal digits, IPv4 mapped into IPv6; undefined for an invalid one. */
export function addressKey(text: string): string | undefined {
  const [plain = ''] = text.trim().split('%', 1);
  const v4 = v4Digits(plain);
  if (v4 !== undefined) return v4Front + v4;
  const sides = plain.split('::');
  const [front, back] = [v6Groups(sides[0] ?? ''), v6Groups(sides[1] ?? '')];
  if (!plain.includes(':') || sides.length > 2 || front === undefined || back === undefined) return undefined;
  const missing = 8 - front.length - back.length;
  if (sides.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return [...front, ...Array.from({ length: missing }, () => '0000'), ...back].join('');
}

const isV4 = (key: string): boolean => key.startsWith(v4Front);

function blockOf(address: string, length: string): AddressRange | undefined {
  const key = addressKey(address);
  if (key === undefined || !/^\d{1,3}$/.test(length)) return undefined;
  // an address in IPv4 notation has a prefix of its own 32 bits
  const prefixLength = Number(length) + (isV4(key) && !address.includes(':') ? 96 : 0);
  if (prefixLength > bits) return undefined;
  const rest = (1n << BigInt(bits - prefixLength)) - 1n;
  const low = (BigInt(`0x${key}`) | rest) ^ rest;
  const digits = (value: bigint): string => value.toString(16).padStart(32, '0');
  return { low: digits(low), high: digits(low | rest) };
}

/** Parses a range: `10.0.0.0/8`, `10.0.0.1 - 10.0.0.99`, `2001:db8::/32`, or one address; undefined for an invalid one. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = '', length, more] = text.trim().split('/');
  if (length !== undefined) return more === undefined ? blockOf(address.trim(), length.trim()) : undefined;
  const ends = text.split(/[-–—]/);
  const [low, high] = [addressKey(ends[0] ?? ''), addressKey(ends.at(-1) ?? '')];
  if (ends.length > 2 || low === undefined || high === undefined || low > high || isV4(low) !== isV4(high)) return undefined;
  return { low, high };
}

const loopback = [parseRange('127.0.0.0/8'), parseRange('::1')];

/** Whether a range contains an address. */
export const isWithin = ({ low, high }: AddressRange, key: string): boolean => low <= key && key <= high;

/** Whether a call comes from the server's own machine. */
export function isLoopback(address: string): boolean {
  const key = addressKey(address);
  return key !== undefined && loopback.some((range) => range !== undefined && isWithin(range, key));
}

/** What a segment restricts: sign-in, downloads of originals, or administration. */
export const addressScopes = ['signIn', 'download', 'administration'] as const;
const Scope = z.enum(addressScopes);
export type AddressScope = z.infer<typeof Scope>;

/** `allow`: only addresses in this or another allowing segment; `block`: not these, even if another segment allows them. */
export const addressKinds = ['allow', 'block'] as const;
const Kind = z.enum(addressKinds);

/** The most segments of an organisation. */
export const maxSegments = 200;

const Named = z.object({ id: Id, name: Text });

/** An address range that an organisation allows or blocks. */
export const AddressSegment = z.object({
  id: Id,
  name: Text,
  /** As entered: a CIDR block, a first and a last address, or one address. */
  addresses: Text,
  scope: Scope,
  kind: Kind,
  /** The group or role that it applies to; everyone where both are absent. The name is empty where the group or role was deleted. */
  group: Named.optional(),
  role: Named.optional(),
  enabled: z.boolean(),
});
export type AddressSegment = z.infer<typeof AddressSegment>;

/** Why an address is allowed or refused: no segment applies, it is loopback, a segment contains it, no allowing segment contains it. */
const addressReasons = ['free', 'own', 'allowed', 'blocked', 'outside'] as const;

const segmentFields = {
  name: z.string().trim().min(1).max(100),
  addresses: z
    .string()
    .trim()
    .max(120)
    .refine((text) => parseRange(text) !== undefined, 'addresses'),
  scope: Scope,
  kind: Kind,
  groupId: Id.optional(),
  roleId: Id.optional(),
  enabled: Flag.default(true),
};
export type SegmentInput = z.output<z.ZodObject<typeof segmentFields>>;

export const addresses = {
  segments: get('/ipSegment/pageList', {
    access: 'addresses.see',
    does: 'The ranges of addresses that the organisation lets in or keeps out, by name or address',
    input: z.object({ ...pageFields, keyword: Text.optional() }),
    output: paged(AddressSegment),
  }),
  createSegment: post('/ipSegment/create', {
    access: 'addresses.edit',
    does: 'Add a range; 5803 where it would refuse the caller',
    input: z.object(segmentFields),
    output: z.object({ id: Id }),
  }),
  updateSegment: post('/ipSegment/update', {
    access: 'addresses.edit',
    does: 'Change a range as a whole; 5803 where that would refuse the caller',
    input: z.object({ id: Id, ...segmentFields }),
    output: Nothing,
  }),
  deleteSegment: post('/ipSegment/delete', {
    access: 'addresses.edit',
    does: 'Delete a range; 5803 where that would refuse the caller',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  tryAddress: get('/ipSegment/try', {
    access: 'addresses.see',
    does: 'What would happen to a person at an address; without them the caller, where they are',
    input: z.object({ address: z.string().trim().max(100).optional(), userId: Id.optional() }),
    output: z.object({
      address: Text,
      fullName: Text,
      answers: z.array(
        z.object({
          scope: Scope,
          admitted: z.boolean(),
          why: z.enum(addressReasons),
          /** The name of the segment that decided. */
          segment: Text.optional(),
        }),
      ),
    }),
  }),
};
