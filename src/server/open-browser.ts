import { spawn } from 'node:child_process';

/** Where there is a desktop; elsewhere the address is there to be copied. */
export function openBrowser(address: string): void {
  const { DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = process.env;
  const { platform } = process;
  if (SSH_CONNECTION || (platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY)) return;
  const [command, words] =
    platform === 'win32' ? ['cmd', ['/c', 'start', '']] : [platform === 'darwin' ? 'open' : 'xdg-open', []];
  // Without such a command, the printed address remains.
  spawn(command, [...words, address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
