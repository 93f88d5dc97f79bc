import { type Code, codes } from '@dossier/contract/codes';
import { cn } from '@dossier/contract/code-texts/cn';
import { en } from '@dossier/contract/code-texts/en';
import { es } from '@dossier/contract/code-texts/es';
import { ja } from '@dossier/contract/code-texts/ja';
import { type Lang, langs } from '@dossier/contract/shapes';
import type { FastifyRequest } from 'fastify';
import type { ZodError } from 'zod';
import { Refusal } from '../refusal.ts';

const texts = { cn, en, es, ja };

/** The text of an answer code in a language. */
export function answerText(code: Code, lang: Lang): string {
  return texts[lang][code.name];
}

/** The language a browser asks for, for people who are not signed in: the first of ours that it names, otherwise English. */
export function langOf(request: FastifyRequest): Lang {
  const wanted = (request.headers['accept-language'] ?? '').toLowerCase();
  for (const part of wanted.split(',')) {
    const word = part.trim().slice(0, 2);
    if (word === 'zh') return 'cn';
    const found = langs.find((lang) => lang === word);
    if (found !== undefined) return found;
  }
  return 'en';
}

/** A failed parse as the refusal it stands for; the detail names the fields, never their values. */
export function inputRefusal(error: ZodError): Refusal {
  if (error.issues.some((issue) => issue.message === 'tooMany')) return new Refusal(codes.tooManyItems);
  return new Refusal(codes.invalidParams, { fields: error.issues.slice(0, 10).map((issue) => issue.path.join('.') || issue.message) });
}
