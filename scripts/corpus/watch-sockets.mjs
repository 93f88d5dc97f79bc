/** Preloaded into the server: names every connection that would leave the machine, and refuses it. */
import { Socket } from 'node:net';

const connect = Reflect.get(Socket.prototype, 'connect');
const here = /^(localhost|127\.|::1$|\[::1\]$|::ffff:127\.)/;

Socket.prototype.connect = function watched(...args) {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  const port = typeof first === 'object' ? first : { port: first, host: typeof args[1] === 'string' ? args[1] : 'localhost' };
  if (port?.path === undefined && !here.test(port?.host ?? 'localhost')) {
    console.error(`left the machine: ${port.host}:${port.port}`);
    throw new Error(`The corpus refuses connections to ${port.host}`);
  }
  return connect.apply(this, args);
};
