import { useEffect, useState } from 'react';

/** A wait that is shorter is not announced: words that flash up disturb. */
const SHORT_WAIT_MS = 300;

export function Waiting() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), SHORT_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="px-(--gutter) py-8 text-sm text-soft">
      {isLong && 'One moment …'}
    </p>
  );
}
