import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { useStatus } from '../state/status.ts';

/** Long enough to read it, to reach for Undo, and to change one's mind. */
const SHOWN_MS = 9000;

/** Says what became of a change. The regions are there from the start: one that comes late is not read out. */
export function Status() {
  const { said, announced, hush } = useStatus();
  // By its id: one that is dismissed while it is held fires no event, and must not hold the next one.
  const [held, setHeld] = useState<number>();
  const isHeld = said?.id === held;
  const hide = useEffectEvent(hush);
  useEffect(() => {
    if (!said || said.stays || isHeld) return;
    const timer = setTimeout(() => hide(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said, isHeld]);

  const hold = () => setHeld(said?.id);
  const letGo = () => setHeld(undefined);
  const box = said && (
    <div key={said.id} className={said.isError ? 'status status-error' : 'status'}>
      <p>{said.text}</p>
      {said.undo && (
        <button
          id="undo"
          type="button"
          className="status-undo px-3 font-semibold"
          aria-keyshortcuts="z"
          onClick={() => {
            hush();
            said.undo?.();
          }}
        >
          Undo
        </button>
      )}
      <button type="button" className="round flex-none" aria-label="Dismiss" onClick={hush}>
        <Icon name="close" />
      </button>
    </div>
  );
  return (
    <>
      <p role="status" className="sr-only">
        {announced && <span key={announced.id}>{announced.text}</span>}
      </p>
      <section
        className="statuses"
        aria-label="What was done"
        onPointerEnter={hold}
        onFocus={hold}
        onPointerLeave={letGo}
        onBlur={letGo}
      >
        <div role="alert">{said?.isError && box}</div>
        <div role="status">{!said?.isError && box}</div>
      </section>
    </>
  );
}
