import { useEffect, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { announcementStore, hush, type Said, statusStore, undo } from '../state/status.ts';
import { useStore } from '../state/store.ts';

/** Long enough to read it, to reach for Undo, and to change one's mind. */
const SHOWN = 9000;

/** Says what became of a change. The regions are there from the start: a late one is not read out. */
export function Status() {
  const said = useStore(statusStore);
  const announcement = useStore(announcementStore);
  // By its id: whatever is dismissed while the focus is in it never lets go, and the next one is not held by that.
  const [held, setHeld] = useState<number>();
  const isHeld = said?.id === held;
  useEffect(() => {
    if (!said || said.stays || isHeld) return;
    const timer = setTimeout(hush, SHOWN);
    return () => clearTimeout(timer);
  }, [said, isHeld]);

  const hold = () => setHeld(said?.id);
  const letGo = () => setHeld(undefined);
  return (
    <>
      <p role="status" className="sr-only">
        {announcement && <span key={announcement.id}>{announcement.text}</span>}
      </p>
      <section
        className="statuses"
        aria-label="What was done"
        onPointerEnter={hold}
        onFocus={hold}
        onPointerLeave={letGo}
        onBlur={letGo}
      >
        <div role="alert">{said?.isError && <Box key={said.id} said={said} />}</div>
        <div role="status">{said && !said.isError && <Box key={said.id} said={said} />}</div>
      </section>
    </>
  );
}

function Box({ said }: { said: Said }) {
  return (
    <div className={said.isError ? 'status status-error' : 'status'}>
      <p>{said.text}</p>
      {said.undo && (
        <button type="button" className="status-undo" aria-keyshortcuts="z" onClick={undo}>
          Undo
        </button>
      )}
      <button type="button" className="status-dismiss" aria-label="Dismiss" onClick={hush}>
        <Icon name="close" />
      </button>
    </div>
  );
}
