/** A request that is refused: its status, and the sentence that says why. */
export class Refused extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, sentence: string) {
    super(sentence);
    this.statusCode = statusCode;
  }
}

/** A valid command or a delivery failed at run time. The message is for the owner and may name the visitor. */
export class Failed extends Error {
  /** For the log: nothing of the visitor's. */
  readonly reason: string;
  /** Of a delivery: parked until the owner sends it again, because it would be refused every time. */
  readonly isFinal: boolean;
  constructor(message: string, { reason = message, isFinal = false } = {}) {
    super(message);
    this.reason = reason;
    this.isFinal = isFinal;
  }
}
