/** An answer of WebDAV other than success: its status, and the condition of RFC 4918 that was not met. */
export class DavRefusal extends Error {
  readonly status: number;
  readonly condition: string | undefined;
  readonly headers: Record<string, string>;
  constructor(status: number, { condition, headers = {} }: { condition?: string; headers?: Record<string, string> } = {}) {
    super(`WebDAV ${status}`);
    this.status = status;
    this.condition = condition;
    this.headers = headers;
  }
}
