import { useEffect } from 'react';

/** The page's title begins with this for as long as it is so. */
export function useTitleStart(start: string): void {
  useEffect(() => {
    const { title } = document;
    document.title = start + title;
    return () => {
      document.title = title;
    };
  }, [start]);
}
