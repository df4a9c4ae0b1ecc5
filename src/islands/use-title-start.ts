import { useEffect } from 'react';

/** Puts the text before the page's title while the component is mounted. */
export function useTitleStart(start: string): void {
  useEffect(() => {
    const { title } = document;
    document.title = start + title;
    return () => {
      document.title = title;
    };
  }, [start]);
}
