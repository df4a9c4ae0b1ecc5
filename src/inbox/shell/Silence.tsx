import { Icon } from '../../ui/Icon.tsx';

/** Over everything while the server does not answer. It goes by itself as soon as it does. */
export function Silence({ sentence }: { sentence: string | undefined }) {
  return (
    <div role="alert">
      {sentence && (
        <p className="silence">
          <Icon name="warning" />
          {sentence}
        </p>
      )}
    </div>
  );
}
