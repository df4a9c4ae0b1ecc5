import { Icon } from './Icon.tsx';

interface Props {
  heading: string;
  /** Field name → sentence, in the order of the form. */
  errors: Record<string, string>;
}

export function ErrorSummary({ heading, errors }: Props) {
  return (
    <div className="notice notice-error">
      <h3 className="flex gap-2.5 font-semibold">
        <Icon name="warning" />
        {heading}
      </h3>
      <ul className="mt-2">
        {Object.entries(errors).map(([field, sentence]) => (
          <li key={field}>
            <a className="underline" href={`#${field}`}>
              {sentence}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
