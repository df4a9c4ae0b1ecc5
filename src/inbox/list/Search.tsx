import type { KeyboardEvent } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { places } from '../state/places.ts';

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** Escape in an empty field. */
  onLeave: () => void;
}

export function Search({ value, onChange, onLeave }: Props) {
  const clear = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The browser would clear a search field too, and tell nobody.
    event.preventDefault();
    if (value) onChange('');
    else onLeave();
  };
  return (
    <search className="search">
      <label className="sr-only" htmlFor={places.search}>
        Search names, companies, addresses and words
      </label>
      <input
        id={places.search}
        type="search"
        placeholder="Search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        aria-keyshortcuts="/"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={clear}
      />
      {value ? (
        <button
          type="button"
          className="search-clear"
          aria-label="Clear the search"
          onClick={() => onChange('')}
        >
          <Icon name="close" />
        </button>
      ) : (
        <kbd>/</kbd>
      )}
    </search>
  );
}
