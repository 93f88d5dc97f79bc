import { createReadStream, readFileSync, statSync } from 'node:fs';
import { fastify } from 'fastify';

/** The floor of the HTTP measurements: the bare framework answering the same bytes. Body from a file, path `/`; `/file` streams it. */
const [, , port = '0', file = ''] = process.argv;
const body = readFileSync(file, 'utf8');
const app = fastify();
app.get('/', (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(body));
app.get('/file', (_request, reply) =>
  reply.header('content-type', 'application/octet-stream').header('content-length', statSync(file).size).send(createReadStream(file)),
);
await app.listen({ port: Number(port), host: '127.0.0.1' });
console.log('ready');
