/** Follows redirects like a browser, with cookies, until an address of `stop` is reached; returns that. */
export async function walk(start: string, stop: string): Promise<URL> {
  const jars = new Map<string, Map<string, string>>();
  let at = new URL(start);
  for (let step = 0; step < 15; step++) {
    if (at.href.startsWith(stop)) return at;
    const jar = jars.get(at.host) ?? new Map<string, string>();
    jars.set(at.host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`${at.href} answered ${answer.status} ${await answer.text()}`);
    at = new URL(next, at);
  }
  throw new Error(`${start} leads round and round`);
}
