/** A wish that cannot be met as it stands: the message is its sentence, the exit code 2. */
export class Mistake extends Error {}

/** A rightful wish that did not work out: the message is its sentence, the exit code 1. */
export class Failure extends Error {}
