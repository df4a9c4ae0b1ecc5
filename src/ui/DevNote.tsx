/** What only whoever works on the site may see, behind other words. The built site never shows it. */
export const DevNote = ({ text }: { text?: string | undefined }) =>
  import.meta.env.DEV && text ? (
    <>
      {' '}
      <mark className="px-1 text-xs">{text}</mark>
    </>
  ) : null;
