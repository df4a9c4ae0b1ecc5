interface Props {
  heading: string;
  message: string;
  stack?: string | undefined;
  level?: 'h1' | 'h2';
}

/** What is shown when our own code fails: what was said, and where, if that is known. */
export function ApplicationError({ heading, message, stack, level: Level = 'h2' }: Props) {
  return (
    <div className="application-error" role="alert">
      <Level className="display text-h3">{heading}</Level>
      <p className="mt-3">{message}</p>
      {stack && <pre className="mt-4 text-xs">{stack}</pre>}
    </div>
  );
}
