import { useEffect, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { announcementStore, hush, statusStore, undo } from '../state/status.ts';
import { useStore } from '../state/store.ts';

/** Long enough to read it, to reach for Undo, and to change one's mind. */
const SHOWN = 9000;

/** Says what became of a change. The regions are there from the start: a late one is not read out. */
export function Status() {
  const said = useStore(statusStore);
  const announcement = useStore(announcementStore);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (!said || said.stays || isHeld) return;
    const timer = setTimeout(hush, SHOWN);
    return () => clearTimeout(timer);
  }, [said, isHeld]);

  const hold = () => setIsHeld(true);
  const letGo = () => setIsHeld(false);
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <section
        className="statuses"
        aria-label="What was done"
        onPointerEnter={hold}
        onFocus={hold}
        onPointerLeave={letGo}
        onBlur={letGo}
      >
        <div role="alert" className="status status-error" hidden={!said?.isError}>
          {said?.isError && <p>{said.text}</p>}
          {said?.isError && <Dismiss />}
        </div>
        <div role="status" className="status" hidden={!said || said.isError}>
          {said && !said.isError && <p>{said.text}</p>}
          {said?.undo && (
            <button type="button" className="status-undo" aria-keyshortcuts="z" onClick={undo}>
              Undo
            </button>
          )}
          {said && !said.isError && <Dismiss />}
        </div>
      </section>
    </>
  );
}

function Dismiss() {
  return (
    <button type="button" className="status-dismiss" aria-label="Dismiss" onClick={hush}>
      <Icon name="close" />
    </button>
  );
}
