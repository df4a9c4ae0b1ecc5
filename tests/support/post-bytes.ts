import { request } from 'node:http';
import { routes } from '../../src/routes.ts';

/** Sends so many bytes as fast as they are taken, and tells the status of the answer; 0 where none came. */
export function postBytes(url: string, size: number, tellsLength: boolean): Promise<number> {
  return new Promise((resolve) => {
    const chunk = Buffer.alloc(50_000, 'x');
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(tellsLength && { 'Content-Length': size }),
    };
    const asked = request(url + routes.contact, { method: 'POST', agent: false, headers });
    let left = size;
    const go = () => {
      while (left > 0 && !asked.destroyed) {
        left -= chunk.length;
        if (!asked.write(chunk)) return asked.once('drain', go);
      }
      return asked.end();
    };
    asked.once('response', (answer) => {
      resolve(answer.statusCode ?? 0);
      asked.destroy();
    });
    asked.on('error', () => resolve(0));
    go();
  });
}
