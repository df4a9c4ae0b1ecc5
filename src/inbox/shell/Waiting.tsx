/** The styles show it after a moment: words that flash up disturb. */
export const Waiting = () => (
  <p role="status" className="waiting px-(--gutter) py-8 text-sm text-soft">
    One moment …
  </p>
);
