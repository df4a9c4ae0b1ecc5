import 'astro';
import type { ContactAnswer } from './lib/contact-answer.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean | { query: string };
  }
}

declare global {
  namespace App {
    interface Locals {
      answer?: ContactAnswer;
      status?: number;
      showStack?: boolean;
    }
  }
}
