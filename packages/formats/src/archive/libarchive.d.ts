/** The engine inside the current process: the package's own API runs it in a worker, which a sandbox process may not start. */
declare module 'libarchive.js/src/webworker/wasm-gen/libarchive.js' {
  export interface Engine {
    HEAPU8: Uint8Array<ArrayBuffer>;
    cwrap(name: string, answers: 'number' | 'string' | null, takes: readonly ('number' | 'string')[]): (...given: unknown[]) => number;
  }
  export default function start(terms: { print(text: string): void; printErr(text: string): void }): Promise<Engine>;
}
