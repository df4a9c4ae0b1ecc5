/** An error that its author can correct. The message says everything; there is no stack. */
export class Mistake extends Error {
  override name = 'Mistake';
  constructor(message: string) {
    super(message);
    this.stack = '';
  }
}
