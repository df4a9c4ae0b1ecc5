import { Icon } from '../../ui/Icon.tsx';
import { useDesk } from '../state/desk.ts';

/** Says what became of a change. The regions are there from the start: one that comes late is not read out. */
export function Status() {
  const { said, announced, hush } = useDesk().status;
  const box = said && (
    <div
      key={said.id}
      className={said.isError ? 'status status-error' : said.stays ? 'status' : 'status status-brief'}
      onAnimationEnd={hush}
    >
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
      <section className="statuses" aria-label="What was done">
        <div role="alert">{said?.isError && box}</div>
        <div role="status">{!said?.isError && box}</div>
      </section>
    </>
  );
}
