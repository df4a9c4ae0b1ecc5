/** A mistake that its author can put right: the message is the whole story, so no stack is kept. */
export class Mistake extends Error {
  override name = 'Mistake';
  constructor(message: string) {
    super(message);
    this.stack = '';
  }
}
