import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose';

/** A provider that returns any given ID token: for answers that no real provider sends. */
export interface ForgerPeer {
  issuer: string;
  idToken: string;
  /** The login name in its tokens. */
  who: string;
  /** Signs with the published key of the provider. */
  sign(claims: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

export async function startForger(): Promise<ForgerPeer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer: peer.issuer,
      authorization_endpoint: `${peer.issuer}/auth`,
      token_endpoint: `${peer.issuer}/token`,
      jwks_uri: `${peer.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': () => ({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: peer.idToken }),
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer?.() ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const peer: ForgerPeer = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    idToken: '',
    who: '',
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return peer;
}
