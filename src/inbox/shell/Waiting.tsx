import { useEffect, useState } from 'react';

/** What is there sooner is not announced: a word that flashes up is in the way. */
const PATIENCE = 300;

export function Waiting() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="waiting">
      {isLong && 'One moment …'}
    </p>
  );
}
