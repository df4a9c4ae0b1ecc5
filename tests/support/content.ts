export * from './other-firm.ts';
