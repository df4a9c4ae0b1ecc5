interface Props {
  words: { privacy: string; privacyLink: string; submit: string };
  privacyPolicy: string;
  isSending?: boolean;
}

/** What stands below the fields: what becomes of the message, and the button. */
export function FormFoot({ words, privacyPolicy, isSending }: Props) {
  return (
    <>
      <p className="mt-6 text-sm text-soft">
        {`${words.privacy} `}
        <a className="underline" href={privacyPolicy}>
          {words.privacyLink}
        </a>
        .
      </p>
      <button type="submit" className="btn btn-primary mt-6" aria-disabled={isSending || undefined}>
        {words.submit}
      </button>
    </>
  );
}
