/**
 * Text from a visitor or another server, made safe for a terminal, a log or the inbox: escape sequences could clear the
 * screen or type commands, and direction marks could show another text than there is.
 */
export const visible = (text: string, keeps: 'lines' | 'nothing' = 'nothing') =>
  text.replace(CONTROLS, (character) =>
    keeps === 'lines' && (character === '\n' || character === '\t') ? character : '�',
  );

export const onOneLine = (text: string) => visible(text.replace(/\s+/g, ' '));

/** The same for a mail header, without a sign for what was removed. */
export const withoutControls = (text: string) => text.replace(CONTROLS, ' ').trim();

/** Control characters, lone surrogates, line separators, direction marks. */
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
