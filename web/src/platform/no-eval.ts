import { config } from 'zod';

// The Content-Security-Policy forbids making code from text, and zod would try it to find out. Must run before any schema is made.
config({ jitless: true });
