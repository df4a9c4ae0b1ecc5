/** A rightful wish that did not work out: the message is its sentence, the exit code 1. A mistake of the caller's ends with 2. */
export class Failure extends Error {}
