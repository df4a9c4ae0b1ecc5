import { useState } from 'react';

const OFF = 'inbox-keys=off';
const YEAR_S = 31_536_000;

/**
 * Whether single letters are commands: who speaks to the computer turns them off. Kept in a cookie, because the inbox has
 * another port each time, and cookies alone are not scoped by port.
 */
export function useLetters() {
  const [areOn, setAreOn] = useState(() => !document.cookie.split('; ').includes(OFF));
  const set = (areOn: boolean) => {
    setAreOn(areOn);
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is younger than our oldest browsers
    document.cookie = `${OFF}; SameSite=Strict; Path=/; Max-Age=${areOn ? 0 : YEAR_S}`;
  };
  return { areOn, set };
}

export type Letters = ReturnType<typeof useLetters>;
