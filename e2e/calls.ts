import type { InputOf, OutputOf, Route } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import { content } from '@dossier/contract/documents/content';
import { session } from '@dossier/contract/identity/sessions';

/** Makes calls as one user without the browser: for the initial state of a journey. */
export interface Calls {
  readonly token: string;
  call<R extends Route>(route: R, input: InputOf<R>): Promise<OutputOf<R>>;
  /** Uploads a document into a folder. */
  upload(parentId: string, name: string, bytes: Buffer | string): Promise<string>;
}

export interface Person {
  loginName: string;
  password: string;
}

/** Signs in at a server. */
export async function signInAt(url: string, person: Person, lang?: Lang): Promise<Calls> {
  const { sessionId } = await ask(url, session.login, { input: { ...person, lang } });
  return callsOf(url, sessionId);
}

function callsOf(url: string, token: string): Calls {
  const call = <R extends Route>(route: R, input: InputOf<R>): Promise<OutputOf<R>> => ask(url, route, { input, token });
  return {
    token,
    call,
    async upload(parentId, name, bytes) {
      const body = Buffer.from(bytes);
      const { id, uploadUrl } = await call(content.preUpload, { parentId, name, size: body.length });
      const answer = await fetch(new URL(uploadUrl, url), {
        method: 'PATCH',
        headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        body,
      });
      if (answer.status !== 204) throw new Error(`PATCH ${uploadUrl} answered ${answer.status} ${await answer.text()}`);
      return id;
    },
  };
}

async function ask<R extends Route>(url: string, route: R, asked: { input: InputOf<R>; token?: string }): Promise<OutputOf<R>> {
  const get = route.method === 'GET';
  const headers: Record<string, string> = get ? {} : { 'content-type': 'application/json' };
  if (asked.token !== undefined) headers.authorization = asked.token;
  const target = new URL(route.path, url);
  if (get) {
    for (const [key, value] of Object.entries(asked.input as object)) if (value !== undefined) target.searchParams.set(key, String(value));
  }
  const response = await fetch(target, { method: route.method, headers, ...(get ? {} : { body: JSON.stringify(asked.input) }) });
  const answer = (await response.json()) as { code: number; message: string; data: unknown };
  if (answer.code !== 200) throw new Error(`${route.method} ${route.path} answered ${answer.code} ${answer.message}`);
  return route.output.parse(answer.data) as OutputOf<R>;
}
