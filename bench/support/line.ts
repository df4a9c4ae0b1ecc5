/** A slow line to a server on this machine. A browser's own emulation leaves out the making of a connection. */
import { connect, createServer, type Socket } from 'node:net';

const [, , port = 0, target = 0, roundTrip = 0, megabits = 0] = process.argv.map(Number);
/** The payload of one packet. */
const PACKET_BYTES = 1460;
/** All connections share the speed, as on a phone. */
let isFreeAt = 0;

createServer({ noDelay: true }, (visitor) => {
  const site = connect({ port: target, host: '127.0.0.1', noDelay: true });
  // This machine has answered the greeting already: on a real line that takes a round trip.
  const greeted = performance.now() + roundTrip;
  pass(visitor, site, () => Math.max(0, greeted - performance.now()) + roundTrip / 2);
  pass(site, visitor, (bytes) => {
    isFreeAt = Math.max(isFreeAt, performance.now()) + (bytes * 8) / (megabits * 1000);
    return isFreeAt - performance.now() + roundTrip / 2;
  });
}).listen(port, '127.0.0.1');

function pass(from: Socket, to: Socket, delayOf: (bytes: number) => number): void {
  // Timers that are due at the same time go off in any order; bytes must not.
  const underway: Buffer[] = [];
  from.on('data', (chunk) => {
    for (let at = 0; at < chunk.length; at += PACKET_BYTES) {
      underway.push(chunk.subarray(at, at + PACKET_BYTES));
      setTimeout(
        () => to.write(underway.shift() ?? ''),
        Math.max(0, delayOf(Math.min(PACKET_BYTES, chunk.length - at))),
      );
    }
  });
  from.once('close', () => setTimeout(() => to.destroy(), delayOf(0) + 1)).on('error', () => {});
}
