interface Props {
  words: { privacy: string; privacyLink: string; submit: string };
  privacyPolicy: string;
  /** The button's text while sending. Its width does not change. */
  sending?: string | undefined;
}

/** Below the fields: the privacy note and the submit button. */
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
