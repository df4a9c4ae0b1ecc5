import type { ComponentProps } from 'react';

interface Props {
  words: { privacy: string; privacyLink: string; submit: string };
  privacyPolicy: string;
  button?: Pick<ComponentProps<'button'>, 'aria-disabled' | 'onPointerDown'>;
}

/** What stands below the fields: what becomes of the message, and the button. */
export function FormFoot({ words, privacyPolicy, button }: Props) {
  return (
    <>
      <p className="mt-6 text-sm text-soft">
        {`${words.privacy} `}
        <a className="underline" href={privacyPolicy}>
          {words.privacyLink}
        </a>
        .
      </p>
      <button type="submit" className="btn btn-primary mt-6" {...button}>
        {words.submit}
      </button>
    </>
  );
}
