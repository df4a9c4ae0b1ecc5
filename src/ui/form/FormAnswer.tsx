/** What a posted form is answered with, on a page that is that answer. */
export function FormAnswer({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the page is the answer to a form; the answer is what to read first
    <div tabIndex={-1} role="alert" autoFocus>
      {text}
    </div>
  );
}
