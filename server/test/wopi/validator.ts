import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';

/** An element of the cases. */
interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** Reads the cases of Microsoft's validator (`TestCases.xml`, MIT). */
function readCases(): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const at = open.at(-1);
    if (at !== undefined) at.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(readFileSync(join(import.meta.dirname, 'TestCases.xml'), 'utf8')).close();
  return root.children[0] ?? root;
}

const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];
const childOf = (element: Element | undefined, name: string): Element | undefined => childrenOf(element, name)[0];

/** A request of a case, ready to be sent. */
export interface ValidatorRequest {
  method: 'GET' | 'POST';
  /** The whole address, with the token. */
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface ValidatorAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** How a case wants its requests signed: which keys are ahead or behind, what is spoilt, and at what time. */
export interface ProofTerms {
  relation: 'Synced' | 'Ahead' | 'Behind';
  spoilCurrent: boolean;
  spoilOld: boolean;
  at: Date | undefined;
}

interface ValidatorTerms {
  wopiSrc: string;
  accessToken: string;
  groups: readonly string[];
  /** The bytes of the resources that the cases name. */
  resources: Record<string, Buffer>;
  send(request: ValidatorRequest): Promise<ValidatorAnswer>;
  /** The headers that prove a request. */
  prove(url: string, terms: ProofTerms): Record<string, string>;
}

export interface CaseResult {
  group: string;
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** What failed, or the missing prerequisite. */
  why: string;
}

/** The check that every host has to pass; without the others their groups are skipped. */
const mandatory = 'WopiValidatorPrereq';

/** Where a case failed. */
class CaseFailed extends Error {}

/** Letters beyond ASCII in base64 of UTF-16, as the protocol has names in headers. */
export const utf7 = (text: string): string =>
  text.replace(/[^A-Za-z0-9'(),\-./:? ]+/g, (part) => {
    const units = Buffer.from(part, 'utf16le').swap16();
    return part === '+' ? '+-' : `+${units.toString('base64').replace(/=+$/, '')}-`;
  });

interface Method {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string | undefined>;
  body?: Buffer | undefined;
}

const post = (override: string, headers: Record<string, string | undefined> = {}, body?: Buffer): Method => ({
  method: 'POST',
  path: '',
  headers: { 'x-wopi-override': override, ...headers },
  body,
});
const get = (path = '', headers: Record<string, string | undefined> = {}): Method => ({ method: 'GET', path, headers });

const targetHeaders = ({
  PutRelativeFileMode: mode,
  Name: name = '',
  FolderName: folder = '',
  OverwriteRelative: over,
}: Element['attributes']) => {
  const target = utf7(name || folder);
  return {
    'x-wopi-suggestedtarget': mode === 'ExactName' ? undefined : target,
    'x-wopi-relativetarget': mode === 'Suggested' ? undefined : target,
    'x-wopi-overwriterelativetarget': over,
  };
};

/** The request of an element, without address, token and proof. */
function methodOf({ name, attributes, children }: Element, resources: Record<string, Buffer>): Method {
  const resource = (): Buffer => {
    const bytes = resources[attributes['ResourceId'] ?? ''];
    if (bytes === undefined) throw new Error(`There is no resource ${attributes['ResourceId']}`);
    return bytes;
  };
  const { Lock: lock } = attributes;
  switch (name) {
    case 'CheckFileInfo':
    case 'CheckContainerInfo':
      return get();
    case 'GetFile':
      return get('/contents', { 'x-wopi-lock': lock });
    case 'PutFile':
      return { ...post('PUT', { 'x-wopi-lock': lock }, resource()), path: '/contents' };
    case 'Lock':
      return post('LOCK', { 'x-wopi-lock': lock });
    case 'Unlock':
      return post('UNLOCK', { 'x-wopi-lock': lock });
    case 'RefreshLock':
      return post('REFRESH_LOCK', { 'x-wopi-lock': lock });
    case 'UnlockAndRelock':
      return post('LOCK', { 'x-wopi-lock': attributes['NewLock'], 'x-wopi-oldlock': attributes['OldLock'] });
    case 'GetLock':
      return post('GET_LOCK');
    case 'PutRelativeFile': {
      const bytes = resource();
      return post('PUT_RELATIVE', { ...targetHeaders(attributes), 'x-wopi-size': String(bytes.length) }, bytes);
    }
    case 'CreateChildFile':
      return post('CREATE_CHILD_FILE', targetHeaders(attributes));
    case 'CreateChildContainer':
      return post('CREATE_CHILD_CONTAINER', targetHeaders(attributes));
    case 'RenameFile':
      return post('RENAME_FILE', { 'x-wopi-requestedname': utf7(attributes['Name'] ?? ''), 'x-wopi-lock': lock });
    case 'RenameContainer':
      return post('RENAME_CONTAINER', { 'x-wopi-requestedname': utf7(attributes['Name'] ?? '') });
    case 'DeleteFile':
      return post('DELETE');
    case 'DeleteContainer':
      return post('DELETE_CONTAINER');
    case 'PutUserInfo':
      return post('PUT_USER_INFO', {}, Buffer.from(childOf({ name, attributes, children, text: '' }, 'RequestBody')?.text.trim() ?? ''));
    case 'EnumerateAncestors':
      return get('/ancestry');
    case 'GetEcosystem':
      return get('/ecosystem_pointer');
    case 'CheckEcosystem':
      return get();
    case 'GetRootContainer':
      return get('/root_container_pointer');
    case 'EnumerateChildren':
      return get('/children', { 'x-wopi-fileextensionfilterlist': attributes['FileExtensionFilterList'] });
    default:
      throw new Error(`The cases ask for ${name}, which this interpreter does not know`);
  }
}

/** A value in JSON at a path such as `AncestorsWithRootFirst[-1:].Url`. */
function valueAt(json: unknown, path: string): unknown {
  let at = json;
  for (const [, name, index] of path.matchAll(/([A-Za-z]+)|\[(-?\d+):?\]/g)) {
    if (name !== undefined) at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined;
    else at = Array.isArray(at) ? at.at(Number(index)) : undefined;
  }
  return at;
}

/** Types of the properties of CheckFileInfo, and those that every host has to answer: the schema that the cases name. */
const required = { BaseFileName: 'string', OwnerId: 'string', Size: 'number', UserId: 'string', Version: 'string' };
const typeByBeginning: [RegExp, string][] = [
  [
    /^(Supports|UserCan|Is|Disable|Hide(?!UserList)|Enable|Has|License|ReadOnly|RestrictedWebViewOnly|WebEditingDisabled|\w+PostMessage$)/,
    'boolean',
  ],
  [/(Url|Name|Id|Extension|SHA256|Version|Time|UserInfo|WatermarkText|PostMessageOrigin)$/, 'string'],
  [/(Size|Length)$/, 'number'],
];

function checkSchema(json: unknown): void {
  for (const [name, type] of Object.entries(required))
    if (typeof valueAt(json, name) !== type) throw new CaseFailed(`${name} is required and a ${type}`);
  for (const [name, value] of Object.entries(json as object)) {
    const type = name === 'SupportedShareUrlTypes' ? 'object' : typeByBeginning.find(([form]) => form.test(name))?.[1];
    if (type !== undefined && typeof value !== type) throw new CaseFailed(`${name} is no ${type}`);
  }
}

type State = Map<string, unknown>;

/** What a case has kept, to be compared as text; undefined where it kept nothing. */
function keptText(state: State, key: string): string | undefined {
  const kept = state.get(key);
  return typeof kept === 'string' || typeof kept === 'number' || typeof kept === 'boolean' ? `${kept}` : undefined;
}

/** One property of an answer, by its element. */
function checkProperty({ name: kind, attributes }: Element, { json, state }: { json: unknown; state: State }): void {
  const { Name: path = '', ExpectedValue: expected, ExpectedStateKey: key, IsRequired: isRequired } = attributes;
  const value = valueAt(json, path);
  const fail = (why: string): never => {
    throw new CaseFailed(`${path} ${why}, but is ${JSON.stringify(value)}`);
  };
  if (value === undefined || value === null || value === '') {
    if (isRequired === 'true') fail('is required');
    return;
  }
  const wanted = key === undefined ? expected : keptText(state, key);
  switch (kind) {
    case 'StringProperty': {
      if (typeof value !== 'string') return fail('has to be a string');
      const fold = (text: string): string => (attributes['IgnoreCase'] === 'true' ? text.toLowerCase() : text);
      if (wanted !== undefined && fold(value) !== fold(wanted)) fail(`has to be ${wanted}`);
      const { EndsWith: end } = attributes;
      if (end !== undefined && !fold(value).endsWith(fold(end))) fail(`has to end with ${end}`);
      return;
    }
    case 'StringRegexProperty':
      if (typeof value !== 'string') return fail('has to be a string');
      if (new RegExp(expected ?? '').test(value) !== (attributes['ShouldMatch'] !== 'false')) fail(`against ${expected}`);
      return;
    case 'BooleanProperty':
      if (typeof value !== 'boolean') return fail('has to be a boolean');
      if (wanted !== undefined && String(value) !== wanted) fail(`has to be ${wanted}`);
      return;
    case 'LongProperty':
    case 'IntegerProperty':
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) return fail('has to be an integer');
      if (wanted !== undefined && value !== Number(wanted)) fail(`has to be ${wanted}`);
      return;
    case 'AbsoluteUrlProperty':
      if (typeof value !== 'string' || URL.parse(value) === null) return fail('has to be an absolute address');
      if (attributes['MustIncludeAccessToken'] === 'true' && !new URL(value).searchParams.get('access_token'))
        fail('has to include a token');
      return;
    case 'ArrayProperty':
      if (!Array.isArray(value)) return fail('has to be an array');
      if (attributes['ContainsValue'] !== undefined && !value.includes(attributes['ContainsValue'])) fail('lacks a value');
      return;
    default:
      throw new Error(`The cases ask for ${kind}, which this interpreter does not know`);
  }
}

interface Judged {
  answer: ValidatorAnswer;
  state: State;
  resources: Record<string, Buffer>;
}

const jsonOf = ({ body }: ValidatorAnswer): unknown => {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    throw new CaseFailed('the answer is no JSON');
  }
};

function checkHeader({ Header: header = '', ...terms }: Element['attributes'], { answer, state }: Judged): void {
  const value = answer.headers[header.toLowerCase()];
  const wanted = terms['ExpectedStateKey'] === undefined ? terms['ExpectedValue'] : keptText(state, terms['ExpectedStateKey']);
  if (value === undefined) {
    if (terms['IsRequired'] === 'true') throw new CaseFailed(`${header} is missing`);
    if (wanted === undefined || wanted === '' || terms['ShouldMatch'] === 'false') return;
    throw new CaseFailed(`${header} has to be ${wanted}`);
  }
  if (wanted !== undefined && (value === wanted) !== (terms['ShouldMatch'] !== 'false'))
    throw new CaseFailed(`${header} is ${value}, against ${wanted}`);
}

/** One validator of a case; throws where the answer does not pass. */
function validate(validator: Element, judged: Judged): void {
  const { name, attributes, children } = validator;
  const { answer, state, resources } = judged;
  switch (name) {
    case 'Or': {
      const failures = children.flatMap((one) => {
        try {
          validate(one, judged);
          return [];
        } catch (error) {
          if (error instanceof CaseFailed) return [error.message];
          throw error;
        }
      });
      if (failures.length === children.length) throw new CaseFailed(failures.join(' or '));
      return;
    }
    case 'ResponseCodeValidator':
      if (answer.status !== Number(attributes['ExpectedCode']))
        throw new CaseFailed(`answered ${answer.status}, not ${attributes['ExpectedCode']}`);
      return;
    case 'LockMismatchValidator': {
      const lock = answer.headers['x-wopi-lock'] ?? '';
      if (answer.status !== 409) throw new CaseFailed(`answered ${answer.status}, not 409`);
      if (lock !== (attributes['ExpectedLock'] ?? '')) throw new CaseFailed(`answered the lock "${lock}"`);
      return;
    }
    case 'ResponseHeaderValidator':
      return checkHeader(attributes, judged);
    case 'ResponseContentValidator':
      if (!answer.body.equals(resources[attributes['ExpectedResourceId'] ?? ''] ?? Buffer.alloc(0)))
        throw new CaseFailed(`the bytes are not those of ${attributes['ExpectedResourceId']}`);
      return;
    case 'JsonSchemaValidator':
      return checkSchema(jsonOf(answer));
    case 'JsonResponseContentValidator': {
      const json = jsonOf(answer);
      for (const property of children) checkProperty(property, { json, state });
      return;
    }
    default:
      throw new Error(`The cases ask for ${name}, which this interpreter does not know`);
  }
}

const saysStatus = ({ name, children }: Element): boolean =>
  name === 'ResponseCodeValidator' || name === 'LockMismatchValidator' || (name === 'Or' && children.some(saysStatus));

/** Sends one request of a case, checks its answer, and keeps what the case wants to remember. */
async function runRequest(element: Element, state: State, terms: ValidatorTerms): Promise<void> {
  const { attributes } = element;
  const override = attributes['OverrideUrl'] ?? attributes['EcosystemUrl'];
  const base = override === undefined ? `${terms.wopiSrc}?access_token=${terms.accessToken}` : state.get(override.replace('$State:', ''));
  if (typeof base !== 'string') throw new CaseFailed(`${element.name} has no address, as ${override} was not answered`);
  const { method, path, headers, body } = methodOf(element, terms.resources);
  const url = new URL(base);
  url.pathname += path;
  const mutators = childOf(element, 'Mutators');
  const token = childOf(mutators, 'AccessToken');
  if (token !== undefined) url.searchParams.set('access_token', token.attributes['Mutation'] ?? '');
  const proof = childOf(mutators, 'ProofKey')?.attributes ?? {};
  const proven = terms.prove(url.href, {
    relation: (proof['KeyRelation'] as ProofTerms['relation'] | undefined) ?? 'Synced',
    spoilCurrent: proof['MutateCurrent'] === 'true',
    spoilOld: proof['MutateOld'] === 'true',
    at: proof['Timestamp'] === undefined ? undefined : new Date(proof['Timestamp']),
  });
  const given = Object.entries({ ...headers, ...proven }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const answer = await terms.send({ method, url: url.href, headers: Object.fromEntries(given), ...(body && { body }) });
  const validators = childOf(element, 'Validators')?.children ?? [];
  if (!validators.some(saysStatus) && answer.status !== 200) throw new CaseFailed(`${element.name} answered ${answer.status}`);
  try {
    for (const validator of validators) validate(validator, { answer, state, resources: terms.resources });
  } catch (error) {
    throw error instanceof CaseFailed ? new CaseFailed(`${element.name}: ${error.message}`) : error;
  }
  for (const { attributes: kept } of childrenOf(childOf(element, 'SaveState'), 'State')) {
    const { Name: name = '', Source: source = '', SourceType: type } = kept;
    const isThere = answer.status === 200;
    state.set(name, type === 'Header' ? answer.headers[source.toLowerCase()] : isThere ? valueAt(jsonOf(answer), source) : undefined);
  }
}

/** Runs one case; answers why it failed. */
async function runCase(testCase: Element, terms: ValidatorTerms): Promise<string | undefined> {
  const state: State = new Map();
  try {
    for (const request of childOf(testCase, 'Requests')?.children ?? []) await runRequest(request, state, terms);
    return undefined;
  } catch (error) {
    if (error instanceof CaseFailed) return error.message;
    throw error;
  } finally {
    // whatever a failed case left behind; what is gone already is refused
    for (const request of childOf(testCase, 'CleanupRequests')?.children ?? [])
      await runRequest(request, state, terms).catch((error: unknown) => {
        if (!(error instanceof CaseFailed)) throw error;
      });
  }
}

/** Runs groups of cases: each case passes, fails, or is skipped as CheckFileInfo does not claim what its group is about. */
export async function runValidator(terms: ValidatorTerms): Promise<CaseResult[]> {
  const root = readCases();
  const prerequisites = new Map(childOf(root, 'PrereqCases')?.children.map((one) => [one.attributes['Name'] ?? '', one]));
  const results: CaseResult[] = [];
  for (const wanted of terms.groups) {
    const group = childrenOf(root, 'TestGroup').find((one) => one.attributes['Name'] === wanted);
    if (group === undefined) throw new Error(`There is no group ${wanted}`);
    let missing: string | undefined;
    for (const { text } of childOf(group, 'PrereqTests')?.children ?? []) {
      const prerequisite = prerequisites.get(text.trim());
      if (prerequisite === undefined) throw new Error(`There is no prerequisite ${text}`);
      const why = await runCase(prerequisite, terms);
      if (why !== undefined && text.trim() === mandatory) throw new Error(`${mandatory}: ${why}`);
      if (why !== undefined) missing ??= text.trim();
    }
    for (const testCase of childOf(group, 'TestCases')?.children ?? []) {
      const why = missing ?? (await runCase(testCase, terms));
      const outcome = missing !== undefined ? 'skipped' : why === undefined ? 'passed' : 'failed';
      results.push({ group: wanted, name: testCase.attributes['Name'] ?? '', outcome, why: why ?? '' });
    }
  }
  return results;
}
