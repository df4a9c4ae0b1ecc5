import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const HEADER = 12;
/** A response, with recursion; its last digit says whether the name exists. */
const EXISTS = 0x8180;
const NO_SUCH_NAME = 0x8183;
const TXT_OF_THE_QUESTION = Buffer.from('c00c0010000100000000', 'hex');

/** A name server on loopback that knows one TXT record for some names (RFC 1035, 4.1). */
export async function startResolver(textOf: (name: string) => string | undefined) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = HEADER;
    while (query[at]) {
      const length = query.readUInt8(at);
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const question = query.subarray(HEADER, at + 5);
    const text = textOf(labels.join('.'));
    const header = Buffer.alloc(HEADER);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(text ? EXISTS : NO_SUCH_NAME, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(text ? 1 : 0, 6);
    const record = text
      ? [TXT_OF_THE_QUESTION, Buffer.from([0, text.length + 1, text.length]), Buffer.from(text)]
      : [];
    socket.send(Buffer.concat([header, question, ...record]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, stop: () => new Promise<void>((end) => socket.close(() => end())) };
}
