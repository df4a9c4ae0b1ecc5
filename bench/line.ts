/**
 * A real line to a server on this machine, in a process of its own, so that nothing else delays it. What a browser
 * emulates by itself delays each answer, but not the making of a connection, which HTTPS and a second connection pay
 * for. All connections share the speed, as on a phone.
 */
import { connect, createServer, type Socket } from 'node:net';

const [, , port = 0, target = 0, roundTrip = 0, megabits = 0] = process.argv.map(Number);
/** What a network carries at a time. */
const PACKET = 1460;
const bitsPerMillisecond = megabits * 1000;
let isFreeAt = 0;

createServer({ noDelay: true }, (visitor) => {
  const site = connect({ port: target, host: '127.0.0.1', noDelay: true });
  // This machine has answered the greeting already: on a real line that takes a round trip.
  const greeted = performance.now() + roundTrip;
  pass(visitor, site, () => Math.max(0, greeted - performance.now()) + roundTrip / 2);
  pass(site, visitor, (bytes) => carry(bytes) + roundTrip / 2);
}).listen(port, '127.0.0.1');

function pass(from: Socket, to: Socket, delayOf: (bytes: number) => number): void {
  // Timers that are due at the same time go off in any order; bytes must not.
  const underway: Buffer[] = [];
  from.on('data', (chunk) => {
    for (let start = 0; start < chunk.length; start += PACKET) {
      const packet = chunk.subarray(start, start + PACKET);
      underway.push(packet);
      setTimeout(() => to.write(underway.shift() ?? ''), delayOf(packet.length));
    }
  });
  from.once('close', () => setTimeout(() => to.destroy(), delayOf(0) + 1));
  from.on('error', () => {});
}

/** Only what goes to the visitor: what a visitor sends is too little to matter. */
function carry(bytes: number): number {
  isFreeAt = Math.max(isFreeAt, performance.now()) + (bytes * 8) / bitsPerMillisecond;
  return isFreeAt - performance.now();
}
