import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Another process that holds a SQLite file. */
export async function lock(file: string, kind: 'IMMEDIATE' | 'EXCLUSIVE') {
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1], { timeout: 10_000 });
    database.exec('BEGIN ${kind}');
    console.log('held');
    process.stdin.on('end', () => database.exec('ROLLBACK')).resume();`;
  const holder = spawn(process.execPath, ['-e', script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return {
    release: async () => {
      holder.stdin.end();
      await once(holder, 'exit');
    },
  };
}
