/** A note behind other words, in development only. */
export const DevNote = ({ text }: { text?: string | undefined }) =>
  import.meta.env.DEV && text ? (
    <>
      {' '}
      <mark className="px-1 text-xs">{text}</mark>
    </>
  ) : null;
