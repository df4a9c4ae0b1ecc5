import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../../src/routes.ts';

export type Status = number | string;

/** Visitors who do one thing after the other, over connections that they keep or over a new one each time. */
export function crowd(
  size: number,
  keepAlive: boolean,
  visit: (agent: Agent) => Promise<Status>,
): { answered(): number; leave(): Promise<Status[]> } {
  let isOver = false;
  const statuses: Status[] = [];
  const visitor = async () => {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    while (!isOver) {
      statuses.push(await visit(agent));
      await sleep(5);
    }
    agent.destroy();
  };
  const all = Array.from({ length: size }, visitor);
  return {
    answered: () => statuses.length,
    leave: async () => {
      isOver = true;
      await Promise.all(all);
      return statuses;
    },
  };
}

export const get = (url: string, agent: Agent) => ask(request(url, { agent }));

let count = 0;
export const post = (url: string, agent: Agent) =>
  ask(
    request(url + routes.contact, {
      agent,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
    }),
    JSON.stringify({ email: 'a@b.example', message: `Sent during a handover ${++count} ${Date.now()}` }),
  );

/** No second try, which a browser would make: every first one has to be answered. */
const ask = (asked: ClientRequest, body?: string) =>
  new Promise<Status>((resolve) => {
    asked.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
    asked.end(body);
  });
