import { domainToASCII } from 'node:url';

/** Of what has one of these, domainToASCII leaves a part out, and would name another host. */
const CUTS = /[\s@#/:<>?[\\\]^|%]/;

/** A host of letters in its form in ASCII; what is no host stays as it is. */
export const hostInAscii = (host: string) => (!CUTS.test(host) && domainToASCII(host)) || host;

/** Whatever the form has ever taken for an address: what is stored can be erased, though it takes less today. */
export const wasEmail = (text: string) => /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/u.test(text);

/** Nothing sent to such a host leaves this machine. As URL spells it: in small letters, all numbers of version 4. */
export const isThisMachine = (host: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
