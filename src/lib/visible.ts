/**
 * What a stranger or a foreign server wrote, for a terminal, a log or the inbox: an escape sequence could clear the screen
 * or type for its reader, and a change of direction could show another text than the one that is there.
 */
export const visible = (text: string, keeps: 'lines' | 'nothing' = 'nothing') =>
  text.replace(CONTROLS, (character) =>
    keeps === 'lines' && (character === '\n' || character === '\t') ? character : '�',
  );

export const onOneLine = (text: string) => visible(text.replace(/\s+/g, ' '));

/** The same for a header of a mail, where nothing has to show that something was left out. */
export const withoutControls = (text: string) => text.replace(CONTROLS, ' ').trim();

/** Controls of both ranges, halves of a character, line separators and changes of direction. */
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
