import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

export interface Ending {
  /** Until the answer began or the connection was closed. */
  seconds: number;
  /** 0: closed without a word. Nothing: neither came while there was patience. */
  status: number | undefined;
  answer: string;
}

interface Options {
  /** What is sent on top, a byte in each second. */
  slowly?: string;
  patience?: number;
}

/** An interim answer (1xx) is none. */
const ANSWER = /^HTTP\/1\.1 ([2-5]\d\d)[\s\S]*?\r\n\r\n/m;

/** Sends bytes over a connection of its own, and waits for whatever the server does about them. */
export async function say(
  url: string,
  bytes: string | Buffer,
  { slowly = '', patience = 25 }: Options = {},
): Promise<Ending> {
  const socket = await open(url);
  const startedAt = performance.now();
  socket.write(bytes);
  let sent = 0;
  const dribble = setInterval(() => sent < slowly.length && socket.write(slowly.slice(sent, ++sent)), 1000);
  let answer = '';
  const [status] = await new Promise<[number | undefined]>((resolve) => {
    const timer = setTimeout(resolve, patience * 1000, [undefined]);
    const end = (status: number) => {
      clearTimeout(timer);
      resolve([status]);
    };
    socket.setEncoding('latin1').on('data', (part) => {
      answer += part;
      const [, found] = ANSWER.exec(answer) ?? [];
      if (found) end(Number(found));
    });
    socket.once('close', () => end(0));
    if (socket.destroyed) end(0);
  });
  clearInterval(dribble);
  socket.destroy();
  return { seconds: (performance.now() - startedAt) / 1000, status, answer };
}

/** All of them, this many at a time. */
export async function eachOf<Item, Result>(
  items: Item[],
  atATime: number,
  work: (item: Item, i: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const i = next++;
      results[i] = await work(items[i] as Item, i);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}
