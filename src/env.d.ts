import 'astro';
import type { Enquiry } from './lib/enquiry.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean | { query: string };
  }
}

declare global {
  namespace App {
    interface Locals {
      submitted?: Enquiry;
      showStack?: boolean;
    }
  }
}
