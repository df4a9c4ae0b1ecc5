import type { Outline } from './markdown/outline.ts';

export interface Entry<Data> {
  id: string;
  /** The file as its author knows it, such as content/faq.yaml. */
  file: string;
  data: Data;
}

/** Fields with a text in Markdown below them, its tokens filled in. */
export interface TextEntry<Data> extends Entry<Data> {
  body: string;
}

/** The entries of a collection that could be read, and whether these are all, without a mistake. */
export interface Collected<E> {
  entries: E[];
  isWhole: boolean;
}

/** Also has the outline of each text whose fields are wrong. */
export interface CollectedTexts<E> extends Collected<E> {
  texts: Text<E>[];
}

/** A text in Markdown. It has no entry if its fields are wrong. */
export interface Text<E> {
  file: string;
  /** The name of the file without its ending. */
  name: string;
  outline: Outline;
  entry?: E | undefined;
}
