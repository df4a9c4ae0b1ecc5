import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface Member {
  pid: number;
  command: string;
}

/** Who of a process group is running. One that has ended and was not waited for does not count: a container may have no init that asks. */
export function runningIn(group: number): Member[] {
  return everybody().filter((one) => one.group === group && !one.state.startsWith('Z'));
}

export const isRunning = (pid: number) =>
  everybody().some((one) => one.pid === pid && !one.state.startsWith('Z'));

const everybody = () => (existsSync('/proc/self/stat') ? fromKernel() : fromProgram());

const fromKernel = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // The name of the program stands in brackets, and may hold anything.
        const [state = '', , group] =
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(pid), group: Number(group), state, command }];
      } catch {
        return []; // It has just ended.
      }
    });

const fromProgram = () =>
  spawnSync('ps', ['-axo', 'pid=,pgid=,state=,command='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((line) => {
      const [pid, group, state = '', ...command] = line.trim().split(/\s+/);
      return { pid: Number(pid), group: Number(group), state, command: command.join(' ') };
    });
