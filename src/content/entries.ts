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

/** What could be read of a collection, and whether that is all of it, without a mistake. */
export interface Collected<E> {
  entries: E[];
  isWhole: boolean;
}

/** Each text with what it is made of, whatever is wrong with its fields. */
export interface CollectedTexts<E> extends Collected<E> {
  texts: Text<E>[];
}

/** A text in Markdown, and its entry where its fields are right as well. */
export interface Text<E> {
  file: string;
  /** Of the file, without its ending. */
  name: string;
  outline: Outline;
  entry?: E | undefined;
}
