import { config } from 'zod';

// The Content-Security-Policy forbids eval, which zod would probe. Must run before any schema is created.
config({ jitless: true });
