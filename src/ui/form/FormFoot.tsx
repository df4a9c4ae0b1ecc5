interface Props {
  words: { privacy: string; privacyLink: string; submit: string };
  privacyPolicy: string;
  /** What the button says while the message is on its way; it is as wide as before. */
  sending?: string | undefined;
}

/** What stands below the fields: what becomes of the message, and the button. */
export function FormFoot({ words, privacyPolicy, sending }: Props) {
  return (
    <>
      <p className="mt-6 text-sm text-soft">
        {`${words.privacy} `}
        <a className="underline" href={privacyPolicy}>
          {words.privacyLink}
        </a>
        .
      </p>
      <button type="submit" className="btn btn-primary mt-6" aria-disabled={sending ? true : undefined}>
        {sending ? (
          <span className="sending">
            <span aria-hidden="true">{words.submit}</span>
            <span>{sending}</span>
          </span>
        ) : (
          words.submit
        )}
      </button>
    </>
  );
}
