/** Whatever goes to such a host is on no wire. As a URL names it: in small letters, the numbers of version 4 in full. */
export const isThisMachine = (host: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
