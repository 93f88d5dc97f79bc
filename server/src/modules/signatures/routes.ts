import { signatures } from '@dossier/contract/signatures/signatures';
import { type Served, serve, serveSlow } from '../../platform/http/serve.ts';
import { listSignatures } from './acts/list-signatures.ts';
import { signDocument } from './acts/sign-document.ts';
import { showCertificate, verifyDocument } from './verify-document.ts';

export const signatureRoutes: Served[] = [
  serve(signatures.list, listSignatures),
  serveSlow(signatures.sign, signDocument),
  serveSlow(signatures.verify, verifyDocument),
  serve(signatures.certificate, showCertificate),
];
