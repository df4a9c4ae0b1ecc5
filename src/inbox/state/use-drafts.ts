import { useEffect, useState } from 'react';

/** Unfinished notes and replies. They outlive the enquiry's page, the session and the server: nothing typed is lost. */
export function useDrafts() {
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map());
  const [replies, setReplies] = useState<ReadonlySet<string>>(new Set());
  useQuestion([...notes.values()].some((text) => text.trim() !== ''));
  return {
    /** Unsaved notes by reference. */
    notes,
    setNote: (reference: string, change: (text: string) => string) =>
      setNotes((notes) => new Map(notes).set(reference, change(notes.get(reference) ?? ''))),
    /** References of the enquiries whose reply was opened in the mail program; it may not have been sent. */
    replies,
    addReply: (reference: string) => setReplies((replies) => new Set(replies).add(reference)),
  };
}

export type Drafts = ReturnType<typeof useDrafts>;

/** The browser asks before the page is left while a note is unsaved. */
function useQuestion(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return;
    let isMailing = false;
    const ask = (event: Event) => isMailing || event.preventDefault();
    // Chromium fires beforeunload within a click on a mailto link, though the page stays.
    const pause = ({ target }: Event) => {
      isMailing = target instanceof Element && target.closest('a[href^="mailto:"]') !== null;
      setTimeout(() => {
        isMailing = false;
      });
    };
    addEventListener('beforeunload', ask);
    addEventListener('click', pause);
    return () => {
      removeEventListener('beforeunload', ask);
      removeEventListener('click', pause);
    };
  }, [isUnsaved]);
}
