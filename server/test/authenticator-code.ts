import { generate } from 'otplib/functional';

/** The code that an authenticator app with this secret shows at a time. */
export const authenticatorCode = (secret: string, at: number): Promise<string> => generate({ secret, epoch: Math.floor(at / 1000) });
