import { Notice } from './Notice.tsx';

interface Props {
  heading: string;
  /** Field name → sentence, in the order of the form. */
  errors: Record<string, string>;
}

export function ErrorSummary({ heading, errors }: Props) {
  return (
    <Notice kind="error" heading={heading}>
      <ul className="mt-2 grid gap-2">
        {Object.entries(errors).map(([field, sentence]) => (
          <li key={field}>
            <a className="underline" href={`#${field}`}>
              {sentence}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
